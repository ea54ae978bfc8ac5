import type { Sql } from '../../platform/db/Database.ts'
import type { ProvedKey } from '../../platform/http/route.ts'

/** A key that may vouch for the device of a session (wire 5, docs/adr/sessions.md). */
export interface DeviceKey extends ProvedKey {
  /** The key that signs for the session itself, which vouches with an empty id. */
  readonly isOwn: boolean
  /**
   * Bound by a log-in before the session's, or by the session's after its device had been
   * recognised.
   */
  readonly isTrusted: boolean
}

interface Raw {
  key_id: string
  public_key: string
  algorithm: ProvedKey['algorithm']
  is_earlier: boolean
  is_known_device: boolean
}

const COLUMNS =
  'k.key_id, k.public_key, k.algorithm, k.first_bound_at < present.login_at as ' +
  'is_earlier, present.is_known_device'

/**
 * The keys that may have signed the device check of a session: its own; the last one of an earlier
 * log-in - on the same terminal, or, where the terminal has none, on any -; and those that it
 * replaced within its own log-in.
 */
export async function findDeviceKeys(
  sql: Sql,
  { sessionId, keyId }: { sessionId: string; keyId: string },
): Promise<readonly DeviceKey[]> {
  const from = 'from sessions present join client_keys k on k.user_id = present.user_id'
  const [own, earlier, replaced] = await Promise.all([
    sql.query<Raw>(`select ${COLUMNS} ${from} where present.id = $1 and k.key_id = $2`, [
      sessionId,
      keyId,
    ]),
    sql.query<Raw>(
      `select ${COLUMNS} ${from}
       left join lateral (
         select max(s.created_at) as used_at from sessions s
         where s.user_id = k.user_id and s.key_id = k.key_id
           and s.terminal_code = present.terminal_code and s.created_at <= present.created_at
       ) same on true
       where present.id = $1 and k.key_id <> $2 and k.first_bound_at < present.login_at
       order by same.used_at desc nulls last, k.bound_at desc, k.key_id limit 1`,
      [sessionId, keyId],
    ),
    sql.query<Raw>(
      `select ${COLUMNS} ${from}
       where present.id = $1 and k.key_id <> $2 and k.first_bound_at >= present.login_at
         and exists (select 1 from sessions s where s.user_id = k.user_id and s.key_id = k.key_id
           and s.login_at = present.login_at)
       order by k.bound_at desc, k.key_id limit 8`,
      [sessionId, keyId],
    ),
  ])
  return [
    ...own.map((raw) => deviceKeyOf(raw, { isOwn: true })),
    ...[...earlier, ...replaced].map((raw) => deviceKeyOf(raw, { isOwn: false })),
  ]
}

/**
 * Whether the browser of a session, by its terminal code, never logged in to the account before,
 * whatever its address: neighbours share one. What the user revoked is new as well, and a session
 * that another device let in counts for nothing. Each log-in brings a key of its own, so that its
 * key says nothing before the device check.
 */
export async function isDeviceNew(sql: Sql, sessionId: string): Promise<boolean> {
  const [last] = await sql.query<{ end_reason: string | null }>(
    `select s.end_reason from sessions present join sessions s on s.user_id = present.user_id
       and s.terminal_code = present.terminal_code and s.id <> present.id
     where present.id = $1 and s.opened_by is null
     order by s.created_at desc, s.id limit 1`,
    [sessionId],
  )
  return last === undefined || last.end_reason === 'revoked'
}

/** The device of this session, and of those that follow it, is recognised. */
export async function recogniseDevice(sql: Sql, sessionId: string): Promise<void> {
  await sql.query(
    'update sessions set is_known_device = true where id = $1 and not is_known_device',
    [sessionId],
  )
}

function deviceKeyOf(
  { key_id, public_key, algorithm, is_earlier, is_known_device }: Raw,
  { isOwn }: { isOwn: boolean },
): DeviceKey {
  return {
    keyId: key_id,
    publicKey: public_key,
    algorithm,
    isOwn,
    isTrusted: is_earlier || is_known_device,
  }
}
