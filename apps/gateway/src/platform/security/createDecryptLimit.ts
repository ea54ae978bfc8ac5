import type { TtlStore } from '../ttl-store/TtlStore.ts'
import { limitAddress } from '../http/addressLimit.ts'

/**
 * What an address may send to encrypted endpoints without a session: ten a second, far above any
 * household.
 */
const PER_MINUTE = 600
const WINDOW_MS = 60_000

/** @throws GatewayError 42901 with the time to wait. */
export type DecryptLimit = (address: string) => Promise<void>

/**
 * Opening a body costs a decryption with the server's key and often a password hash: anonymous
 * callers get so many of them.
 */
export function createDecryptLimit({ store }: { store: TtlStore }): DecryptLimit {
  return (address) =>
    limitAddress(store, { name: 'openings', address, most: PER_MINUTE, ttlMs: WINDOW_MS })
}
