import type { KeyLookup } from '@x/gateway-sign/server'
import type { Database, Sql } from '../db/Database.ts'
import type { ProvedKey } from '../server/route.ts'
import type { Sessions } from './createSessions.ts'

interface Raw {
  key_id: string
  public_key: string
  algorithm: ProvedKey['algorithm']
}

const CACHE_ENTRIES = 50_000

/** Writes the proof of a log-in: from now on the key signs for the user. */
export async function bindClientKey(tx: Sql, { userId, key, at }: { userId: string; key: ProvedKey; at: number }): Promise<void> {
  await tx.query(
    `insert into client_keys (user_id, key_id, public_key, algorithm, bound_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id, key_id) do update set bound_at = excluded.bound_at`,
    [userId, key.keyId, key.publicKey, key.algorithm, at],
  )
}

/** The user's keys, the one bound last first. */
export async function recentClientKeys(sql: Sql, { userId, limit }: { userId: string; limit: number }): Promise<ProvedKey[]> {
  const rows = await sql.query<Raw>('select key_id, public_key, algorithm from client_keys where user_id = $1 order by bound_at desc, key_id limit $2', [userId, limit])
  return rows.map(keyOf)
}

/** Finds keys for the verifier. A session whose log-in bound no key signs with none, whatever other keys its user has (wire 8). */
export function createKeyLookup({ db, sessions }: { db: Database; sessions: Pick<Sessions, 'keyIdOf'> }): KeyLookup {
  // A row of this table never changes what it says about a key, so that what was found once holds.
  const cache = new Map<string, ProvedKey>()
  return {
    async find({ keyId, userId, sessionId }) {
      if (userId === undefined || sessionId === undefined || !(await sessions.keyIdOf(sessionId))) return undefined
      const name = `${userId}:${keyId}`
      const cached = cache.get(name)
      if (cached) return cached
      const [row] = await db.query<Raw>('select key_id, public_key, algorithm from client_keys where user_id = $1 and key_id = $2', [userId, keyId])
      if (!row) return undefined
      const oldest = cache.keys().next()
      if (cache.size >= CACHE_ENTRIES && !oldest.done) cache.delete(oldest.value)
      cache.set(name, keyOf(row))
      return keyOf(row)
    },
  }
}

function keyOf({ key_id, public_key, algorithm }: Raw): ProvedKey {
  return { keyId: key_id, publicKey: public_key, algorithm }
}
