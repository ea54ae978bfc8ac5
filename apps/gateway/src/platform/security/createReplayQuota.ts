import type { TtlStore } from '../ttl-store/TtlStore.ts'
import { countAddress, hasReached, limitAddress } from '../http/addressLimit.ts'
import { tooManyAttempts } from '../http/envelope.ts'

/** An encrypted body, by its endpoint and the address that it came from. */
export interface EncryptedAttempt {
  readonly path: string
  readonly address: string
}

/**
 * What an address may have remembered: each encrypted body is, for a day, lest it come again
 * (docs/adr/signing.md).
 */
export interface ReplayQuota {
  /**
   * Before a body without a client key is taken.
   * @throws GatewayError 42901 with the time to wait.
   */
  spend(attempt: EncryptedAttempt): Promise<void>
  /** After a body without a client key came to nothing. */
  failed(attempt: EncryptedAttempt): Promise<void>
  /**
   * Whether a body with a client key is remembered. It is taken either way: its proof holds for one
   * moment and path.
   */
  mayKeep(attempt: EncryptedAttempt): Promise<boolean>
}

export interface ReplayQuotaOptions {
  readonly store: TtlStore
  /**
   * How full the space for lasting claims is, 0 to 1. Default: there is always space.
   */
  readonly fill?: (() => number) | undefined
}

const WINDOW_MS = 900_000
/**
 * Guesses without a client key, at each endpoint: a page that asks often at one leaves the others
 * alone.
 */
const FAILED = 60
/** Bodies of each sort, whatever became of them. */
const KEPT = 240
/**
 * Bodies with a client key leave this share of the space to those without, which cannot do without
 * it.
 */
const KEYED_SHARE = 0.5

export function createReplayQuota({ store, fill = () => 0 }: ReplayQuotaOptions): ReplayQuota {
  const failures = ({ path, address }: EncryptedAttempt) => ({
    name: `keyless:${path}`,
    address,
    most: FAILED,
    ttlMs: WINDOW_MS,
  })
  return {
    async spend(attempt) {
      if (fill() >= 1 || (await hasReached(store, failures(attempt))))
        throw tooManyAttempts(WINDOW_MS)
      await limitAddress(store, {
        name: 'keyless',
        address: attempt.address,
        most: KEPT,
        ttlMs: WINDOW_MS,
      })
    },
    failed: (attempt) => countAddress(store, failures(attempt)),
    async mayKeep({ address }) {
      const kept = { name: 'keyed', address, most: KEPT, ttlMs: WINDOW_MS }
      if (fill() >= KEYED_SHARE || (await hasReached(store, kept))) return false
      await countAddress(store, kept)
      return true
    },
  }
}
