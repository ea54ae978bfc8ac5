import type { KeyLookup } from '@x/gateway-sign/server'
import type { Database, Sql } from '../../platform/db/Database.ts'
import type { ProvedKey } from '../../platform/http/route.ts'

interface Raw {
  key_id: string
  public_key: string
  algorithm: ProvedKey['algorithm']
}

const CACHE_ENTRIES = 50_000

/** Writes the proof of a log-in: from now on the key signs for the session that it opens. */
export async function bindClientKey(
  tx: Sql,
  { userId, key, at }: { userId: string; key: ProvedKey; at: number },
): Promise<void> {
  await tx.query(
    `insert into client_keys (user_id, key_id, public_key, algorithm, bound_at, first_bound_at)
      values ($1, $2, $3, $4, $5, $5)
     on conflict (user_id, key_id) do update set bound_at = excluded.bound_at`,
    [userId, key.keyId, key.publicKey, key.algorithm, at],
  )
}

/**
 * Lets the key of one account sign for another of the same holder, who has just gone from the one
 * to the other.
 */
export async function shareClientKey(
  tx: Sql,
  { from, to, keyId, at }: { from: string; to: string; keyId: string; at: number },
): Promise<void> {
  await tx.query(
    `insert into client_keys (user_id, key_id, public_key, algorithm, bound_at, first_bound_at)
     select $2, key_id, public_key, algorithm, $4, first_bound_at from client_keys
       where user_id = $1 and key_id = $3
     on conflict (user_id, key_id) do update set bound_at = excluded.bound_at`,
    [from, to, keyId, at],
  )
}

export async function findClientKey(
  sql: Sql,
  { userId, keyId }: { userId: string; keyId: string },
): Promise<ProvedKey | undefined> {
  const [row] = await sql.query<Raw>(
    'select key_id, public_key, algorithm from client_keys where user_id = $1 and key_id = $2',
    [userId, keyId],
  )
  return row && keyOf(row)
}

/**
 * A revoked device is an anonymous caller: forgets the key of an ended session, for its user and
 * for the main account that it was entered from, wherever no live session has it.
 */
export async function forgetSessionKey(db: Database, sessionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const orphaned = await tx.query<{ user_id: string; key_id: string }>(
      `select k.user_id, k.key_id from client_keys k join sessions e on e.id = $1
        and k.key_id = e.key_id and k.user_id in (e.user_id, e.entered_from)
       where not exists (select 1 from sessions s where s.key_id = k.key_id
         and s.user_id = k.user_id and s.ended_at is null)
       for update of k`,
      [sessionId],
    )
    for (const { user_id, key_id } of orphaned) {
      await tx.query('update sessions set key_id = null where user_id = $1 and key_id = $2', [
        user_id,
        key_id,
      ])
      await tx.query('delete from client_keys where user_id = $1 and key_id = $2', [
        user_id,
        key_id,
      ])
    }
  })
}

/** Forgets keys that no session remembers and that no log-in has bound since `before`. */
export async function purgeClientKeys(sql: Sql, { before }: { before: number }): Promise<void> {
  await sql.query(
    'delete from client_keys k where k.bound_at < $1 and not exists (select 1 from ' +
      'sessions s where s.user_id = k.user_id and s.key_id = k.key_id)',
    [before],
  )
}

/**
 * Finds keys for the verifier. A key signs for the sessions that its own log-in opened and for no
 * other: with another session's cookie the keys of the same user are worth nothing (wire 8).
 */
export function createKeyLookup({
  db,
  sessions,
}: {
  db: Database
  sessions: { keyIdOf(sessionId: string): Promise<string | null | undefined> }
}): KeyLookup {
  // A row of this table never changes what it says about a key, so that what was found once holds.
  const cache = new Map<string, ProvedKey>()
  return {
    async find({ keyId, userId, sessionId }) {
      if (
        userId === undefined ||
        sessionId === undefined ||
        (await sessions.keyIdOf(sessionId)) !== keyId
      )
        return undefined
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
