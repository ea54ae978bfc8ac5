import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { SecretSeal } from '../../platform/security/sealSecret.ts'

/**
 * Secrets of authenticators that were shown and not confirmed yet; sealed as those that are in use.
 */
export interface TotpEnrolments {
  begin(userId: string, secret: string): Promise<void>
  /** `undefined` where none was begun, or too long ago. */
  secretOf(userId: string): Promise<string | undefined>
  end(userId: string): Promise<void>
}

const LIFETIME_MS = 600_000

export function createTotpEnrolments({
  store,
  seal,
}: {
  store: TtlStore
  seal: SecretSeal
}): TotpEnrolments {
  const keyOf = (userId: string) => `totp:enrol:${userId}`
  // A sealed secret opens for what it was sealed for only: not as that of a factor in use.
  const ownerOf = (userId: string) => `enrol ${userId}`
  return {
    begin: (userId, secret) =>
      store.set(keyOf(userId), seal.seal(secret, { owner: ownerOf(userId) }), {
        ttlMs: LIFETIME_MS,
      }),
    async secretOf(userId) {
      const sealed = await store.get<string>(keyOf(userId))
      return sealed === undefined ? undefined : seal.open(sealed, { owner: ownerOf(userId) })
    },
    end: (userId) => store.remove(keyOf(userId)),
  }
}
