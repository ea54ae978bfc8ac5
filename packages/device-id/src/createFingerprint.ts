import type { KeyValueStorage } from '@x/kit'

export interface FingerprintOptions {
  readonly storage: KeyValueStorage
  readonly key: string
  readonly collectFingerprint: () => Promise<string>
}

export interface Fingerprint {
  /**
   * The stored fingerprint or a new one; `undefined` where the browser provides none. Never
   * rejects.
   */
  get(): Promise<string | undefined>
  reset(): void
}

/**
 * Computes the fingerprint once and then reads it from storage (spec section 5). Only a hint: two
 * machines may share it, and it may change.
 */
export function createFingerprint({
  storage,
  key,
  collectFingerprint,
}: FingerprintOptions): Fingerprint {
  let collecting: Promise<string | undefined> | undefined
  const compute = async () => {
    try {
      const fingerprint = await collectFingerprint()
      storage.set(key, fingerprint)
      return fingerprint
    } catch {
      // Denied or blocked: this browser has no fingerprint.
    } finally {
      collecting = undefined
    }
  }
  return {
    get: async () => storage.get(key) ?? (await (collecting ??= compute())),
    reset: () => storage.remove(key),
  }
}
