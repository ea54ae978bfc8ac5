import { createHmac } from 'node:crypto'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { forgetTrust, isTrusted } from './userDevices.ts'
import { addressGroup } from '../../platform/http/addressGroup.ts'

/** From where a log-in comes: the address, and the client key that it proved. */
export interface LoginOrigin {
  readonly address: string
  readonly keyId: string | undefined
}

/**
 * Addresses and devices from which a user logged in within the last 30 days; attackers elsewhere
 * take nothing from them.
 */
export interface KnownLogins {
  /** Whether the user logged in from this address group, or with this client key. */
  has(userId: string | undefined, origin: LoginOrigin): Promise<boolean>
  remember(userId: string, origin: LoginOrigin): Promise<void>
  /** No device of the user is known any more. */
  forget(userId: string): Promise<void>
  purge(): Promise<void>
}

const MEMORY_MS = 30 * 86_400_000
/** Of one user; the oldest go. */
const MOST = 50
/** No user's: an unknown account costs the same query. */
const NOBODY = ''

/** `secret` keys the digests: the table alone does not say where somebody lives. */
export function createKnownLogins({
  db,
  clock,
  secret,
}: {
  db: Database
  clock: Pick<Clock, 'now'>
  secret: Uint8Array
}): KnownLogins {
  const digest = (userId: string, kind: string, value: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([userId, kind, value]))
      .digest('base64url')
  const digests = (userId: string, { address, keyId }: LoginOrigin): string[] => {
    const place = digest(userId, 'address', addressGroup(address))
    return keyId === undefined ? [place] : [place, digest(userId, 'key', keyId)]
  }

  return {
    async has(userId = NOBODY, origin) {
      const rows = await db.query(
        'select 1 from known_logins where user_id = $1 and origin = any($2) and seen_at > ' +
          '$3 limit 1',
        [userId, digests(userId, origin), clock.now() - MEMORY_MS],
      )
      if (rows.length > 0 || origin.keyId === undefined) return rows.length > 0
      return isTrusted(db, { userId, keyId: origin.keyId })
    },

    async remember(userId, origin) {
      await db.query(
        `insert into known_logins (user_id, origin, seen_at) select $1, unnest($2::text[]), $3
         on conflict (user_id, origin) do update set seen_at = excluded.seen_at`,
        [userId, digests(userId, origin), clock.now()],
      )
      await db.query(
        `delete from known_logins where user_id = $1 and origin in
           (select origin from known_logins where user_id = $1 order by seen_at desc,
             origin offset $2)`,
        [userId, MOST],
      )
    },

    async forget(userId) {
      await db.query('delete from known_logins where user_id = $1', [userId])
      await forgetTrust(db, userId)
    },

    async purge() {
      await db.query('delete from known_logins where seen_at <= $1', [clock.now() - MEMORY_MS])
    },
  }
}
