import type { Sql } from '../../platform/db/Database.ts'
import type { AccountRights, Role } from '@x/api'
import type { Realm } from '../../exchange/accounts/accounts.ts'

export type AccountRole = Exclude<Role, 'agency'>
export type EndReason = 'logout' | 'replaced' | 'rotated' | 'revoked'

export interface SessionRow {
  readonly id: string
  readonly secretHash: string
  readonly userId: string
  readonly role: AccountRole
  /** Logged in on the agencies' page, by an agent. */
  readonly isAgency: boolean
  /** The main account that this session of a sub-account was entered from. */
  readonly enteredFrom: string | null
  /** The main account of a sub-account. */
  readonly parentId: string | null
  /** What a sub-account may do. */
  readonly rights: AccountRights
  readonly mayUseKeys: boolean
  readonly realm: Realm
  readonly keyId: string | null
  readonly createdAt: number
  readonly seenAt: number
  readonly expiresAt: number
  readonly endReason: EndReason | null
}

export interface NewSession extends Omit<
  SessionRow,
  'role' | 'parentId' | 'rights' | 'mayUseKeys' | 'seenAt' | 'endReason'
> {
  readonly terminalCode: string | null
  readonly userAgent: string | null
  /**
   * How the log-in was proved, where that limits what the session may do; inherited from
   * `continues`.
   */
  readonly openedBy: 'qr' | null
  /** The session that this one takes the place of, in the same log-in. */
  readonly continues: string | null
}

interface Raw {
  id: string
  secret_hash: string
  user_id: string
  role: AccountRole
  is_agency: boolean
  entered_from: string | null
  parent_id: string | null
  rights: AccountRights
  may_use_keys: boolean
  realm: Realm
  key_id: string | null
  created_at: bigint
  seen_at: bigint
  expires_at: bigint
  end_reason: EndReason | null
}

export async function findSession(
  sql: Sql,
  by: 'id' | 'secret_hash',
  value: string,
): Promise<SessionRow | undefined> {
  const [raw] = await sql.query<Raw & { is_frozen: boolean }>(
    `select s.*, u.role, u.parent_id, u.rights, u.may_use_keys,
       coalesce('frozen' in (u.status, main.status), false) as is_frozen
     from sessions s join users u on u.id = s.user_id left join users main
       on main.id = coalesce(s.entered_from, u.parent_id) where s.${by} = $1`,
    [value],
  )
  if (!raw) return undefined
  return {
    id: raw.id,
    secretHash: raw.secret_hash,
    userId: raw.user_id,
    role: raw.role,
    isAgency: raw.is_agency,
    enteredFrom: raw.entered_from,
    parentId: raw.parent_id,
    rights: raw.rights,
    mayUseKeys: raw.may_use_keys,
    realm: raw.realm,
    keyId: raw.key_id,
    createdAt: Number(raw.created_at),
    seenAt: Number(raw.seen_at),
    expiresAt: Number(raw.expires_at),
    // A frozen account is out of its open sessions too, and so are its sub-accounts.
    endReason: raw.end_reason ?? (raw.is_frozen ? 'revoked' : null),
  }
}

export async function insertSession(sql: Sql, row: NewSession): Promise<void> {
  await sql.query(
    `insert into sessions (id, secret_hash, user_id, realm, key_id, created_at, seen_at, expires_at,
      terminal_code, user_agent, is_agency, entered_from, login_at, is_known_device, opened_by)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11, coalesce((select login_at
       from sessions where id = $12), $6), coalesce((select is_known_device from sessions
       where id = $12), false), coalesce($13, (select opened_by from sessions where id = $12)))`,
    [
      row.id,
      row.secretHash,
      row.userId,
      row.realm,
      row.keyId,
      row.createdAt,
      row.expiresAt,
      row.terminalCode,
      row.userAgent,
      row.isAgency,
      row.enteredFrom,
      row.continues,
      row.openedBy,
    ],
  )
}

export async function touchSession(
  sql: Sql,
  { id, seenAt, expiresAt }: { id: string; seenAt: number; expiresAt: number },
): Promise<void> {
  await sql.query(
    'update sessions set seen_at = $2, expires_at = $3 where id = $1 and ended_at is null',
    [id, seenAt, expiresAt],
  )
}

/** Ends the session unless it has ended; answers whether it was this call that did. */
export async function endSession(
  sql: Sql,
  { id, at, reason }: { id: string; at: number; reason: EndReason },
): Promise<boolean> {
  const rows = await sql.query(
    'update sessions set ended_at = $2, end_reason = $3 where id = $1 and ended_at is ' +
      'null returning id',
    [id, at, reason],
  )
  return rows.length > 0
}

/** Live sessions of the user beyond the newest `keep`. */
export async function surplusSessions(
  sql: Sql,
  { userId, keep, now }: { userId: string; keep: number; now: number },
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'select id from sessions where user_id = $1 and ended_at is null and expires_at > $3 ' +
      'order by created_at desc, id offset $2',
    [userId, keep, now],
  )
  return rows.map(({ id }) => id)
}

/** A session as its owner sees it in the list of devices. */
export interface ListedSession {
  readonly sessionId: string
  readonly realm: Realm
  readonly userAgent: string | null
  readonly createdAt: number
  readonly seenAt: number
  /** What the user calls the device. */
  readonly name: string | null
  readonly isTrusted: boolean
}

/** Live sessions of the user, the one seen last first. */
export async function liveSessions(
  sql: Sql,
  { userId, now }: { userId: string; now: number },
): Promise<ListedSession[]> {
  const rows = await sql.query<
    Pick<Raw, 'id' | 'realm' | 'created_at' | 'seen_at'> & {
      user_agent: string | null
      name: string | null
      is_trusted: boolean
    }
  >(
    `select id, realm, user_agent, created_at, seen_at, d.name,
       d.trusted_at is not null as is_trusted
     from sessions s left join user_device d on d.user_id = s.user_id and d.key_id = s.key_id
     where s.user_id = $1 and ended_at is null and expires_at > $2 order by seen_at desc, id`,
    [userId, now],
  )
  return rows.map((raw) => ({
    sessionId: raw.id,
    realm: raw.realm,
    userAgent: raw.user_agent,
    createdAt: Number(raw.created_at),
    seenAt: Number(raw.seen_at),
    name: raw.name,
    isTrusted: raw.is_trusted,
  }))
}

/** Live sessions of the user and of the user's sub-accounts, however they were opened. */
export async function sessionsUnder(
  sql: Sql,
  { userId, now }: { userId: string; now: number },
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'select id from sessions where (user_id = $1 or entered_from = $1 or user_id in ' +
      '(select id from users where parent_id = $1)) and ended_at is null and expires_at > $2',
    [userId, now],
  )
  return rows.map(({ id }) => id)
}

/** Forgets what ended or expired before `before`. */
export async function purgeSessions(sql: Sql, { before }: { before: number }): Promise<void> {
  await sql.query('delete from sessions where coalesce(ended_at, expires_at) < $1', [before])
}
