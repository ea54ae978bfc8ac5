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

/** Lets the key of one account sign for another of the same holder, who has just gone from the one to the other. */
export async function shareClientKey(tx: Sql, { from, to, keyId, at }: { from: string; to: string; keyId: string; at: number }): Promise<void> {
  await tx.query(
    `insert into client_keys (user_id, key_id, public_key, algorithm, bound_at)
     select $2, key_id, public_key, algorithm, $4 from client_keys where user_id = $1 and key_id = $3
     on conflict (user_id, key_id) do update set bound_at = excluded.bound_at`,
    [from, to, keyId, at],
  )
}

export async function findClientKey(sql: Sql, { userId, keyId }: { userId: string; keyId: string }): Promise<ProvedKey | undefined> {
  const [row] = await sql.query<Raw>('select key_id, public_key, algorithm from client_keys where user_id = $1 and key_id = $2', [userId, keyId])
  return row && keyOf(row)
}

/**
 * The last key before the one of this session (wire 5, decision 042): that of the log-in before it on the same
 * terminal, or, where the terminal has none, that of the user's log-in before it. `undefined` when there was none.
 */
export async function lastClientKey(sql: Sql, { userId, sessionId, keyId }: { userId: string; sessionId: string; keyId: string }): Promise<ProvedKey | undefined> {
  const [row] = await sql.query<Raw>(
    `select k.key_id, k.public_key, k.algorithm
     from client_keys k
     left join lateral (
       select max(s.created_at) as used_at from sessions s join sessions present on present.id = $3
       where s.user_id = k.user_id and s.key_id = k.key_id and s.terminal_code = present.terminal_code and s.created_at <= present.created_at
     ) same on true
     where k.user_id = $1 and k.key_id <> $2
       and k.bound_at <= (select bound_at from client_keys where user_id = $1 and key_id = $2)
     order by same.used_at desc nulls last, k.bound_at desc, k.key_id limit 1`,
    [userId, keyId, sessionId],
  )
  return row && keyOf(row)
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
      const key = await findClientKey(db, { userId, keyId })
      if (!key) return undefined
      const oldest = cache.keys().next()
      if (cache.size >= CACHE_ENTRIES && !oldest.done) cache.delete(oldest.value)
      cache.set(name, key)
      return key
    },
  }
}

function keyOf({ key_id, public_key, algorithm }: Raw): ProvedKey {
  return { keyId: key_id, publicKey: public_key, algorithm }
}
