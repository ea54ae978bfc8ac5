import type { ExpiringStore } from '../expiring/ExpiringStore.ts'
import { addressGroup } from './addressGroup.ts'
import { tooManyAttempts } from './envelope.ts'

/** What an address may send to encrypted endpoints without a session: ten a second, far above any household. */
const PER_MINUTE = 600
const WINDOW_MS = 60_000

/** @throws GatewayError 42901 with the time to wait. */
export type OpeningLimit = (address: string) => Promise<void>

/** Opening a body costs a decryption with the server's key and often a password hash: strangers get so many of them. */
export function createOpeningLimit({ store }: { store: ExpiringStore }): OpeningLimit {
  return async (address) => {
    const { count, expiresInMs } = await store.increment(`openings:${addressGroup(address)}`, { ttlMs: WINDOW_MS })
    if (count > PER_MINUTE) throw tooManyAttempts(expiresInMs)
  }
}
