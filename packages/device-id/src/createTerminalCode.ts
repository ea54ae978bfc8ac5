import { type KeyValueStorage, type Random, randomHex } from '@x/kit'

export interface TerminalCodeOptions {
  readonly storage: KeyValueStorage
  readonly random: Random
  readonly key: string
  /**
   * A code that an earlier system assigned to every device; it counts as missing (spec section 5).
   */
  readonly legacyTerminalCode?: string
}

export interface TerminalCode {
  /** 32 lower-case hex digits; the same in all tabs. */
  get(): string
  reset(): void
  dispose(): void
}

const PATTERN = /^[\da-f]{32}$/

/**
 * Creates the terminal code: 128 random bits that identify this browser without collisions.
 * Generated once, then read from storage.
 */
export function createTerminalCode({
  storage,
  random,
  key,
  legacyTerminalCode,
}: TerminalCodeOptions): TerminalCode {
  const read = () => {
    const stored = storage.get(key) ?? ''
    return PATTERN.test(stored) && stored !== legacyTerminalCode ? stored : undefined
  }
  let code: string | undefined
  // Two tabs that start together both generate a code, and the later write wins. Read the stored
  // value again, because the event may report an older write.
  const stop = storage.subscribe((change) => {
    if (change.key === key) code = read() ?? code
  })
  return {
    get() {
      code ??= read()
      if (!code) storage.set(key, (code = randomHex(random, 16)))
      return code
    },
    reset() {
      code = undefined
      storage.remove(key)
    },
    dispose: stop,
  }
}
