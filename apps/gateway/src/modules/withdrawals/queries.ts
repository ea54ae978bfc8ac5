import { stoppedUntil } from '../sessions/ports/withdrawalStop.ts'
import {
  withdrawalFromDump,
  type Withdrawal,
  type WithdrawalDump,
} from '../../exchange/state/withdrawals.ts'
import type { Sql } from '../../platform/db/Database.ts'

export interface WithdrawalSetting {
  readonly whitelist: boolean
  /** In atoms of USDT; `undefined`: each withdrawal asks for a step-up. */
  readonly noPasswordCap: bigint | undefined
  readonly stoppedUntil: number
}

export interface StoredEntry {
  readonly bookId: string
  readonly network: string
  readonly address: string
  readonly tag: string
  readonly label: string
  readonly createdAt: number
  readonly usableAt: number
}

interface EntryRow {
  readonly book_id: string
  readonly network: string
  readonly address: string
  readonly tag: string
  readonly label: string
  readonly created_at: bigint
  readonly usable_at: bigint
}

const entryOf = (row: EntryRow): StoredEntry => ({
  bookId: row.book_id,
  network: row.network,
  address: row.address,
  tag: row.tag,
  label: row.label,
  createdAt: Number(row.created_at),
  usableAt: Number(row.usable_at),
})

export async function settingOf(sql: Sql, userId: string): Promise<WithdrawalSetting> {
  const [row] = await sql.query<{ whitelist: boolean; no_password_cap: string | null }>(
    'select whitelist, no_password_cap::text from withdrawal_setting where user_id = $1',
    [userId],
  )
  return {
    whitelist: row?.whitelist ?? false,
    noPasswordCap: row?.no_password_cap ? BigInt(row.no_password_cap) : undefined,
    stoppedUntil: await stoppedUntil(sql, userId),
  }
}

export async function setWhitelist(
  sql: Sql,
  { userId, enabled }: { readonly userId: string; readonly enabled: boolean },
): Promise<void> {
  await sql.query(
    `insert into withdrawal_setting (user_id, whitelist) values ($1, $2)
      on conflict (user_id) do update set whitelist = excluded.whitelist`,
    [userId, enabled],
  )
}

export async function setNoPasswordCap(
  sql: Sql,
  { userId, cap }: { readonly userId: string; readonly cap: bigint | undefined },
): Promise<void> {
  await sql.query(
    `insert into withdrawal_setting (user_id, no_password_cap) values ($1, $2)
      on conflict (user_id) do update set no_password_cap = excluded.no_password_cap`,
    [userId, cap === undefined ? null : String(cap)],
  )
}

export async function entriesOf(sql: Sql, userId: string): Promise<readonly StoredEntry[]> {
  const rows = await sql.query<EntryRow>(
    'select * from withdrawal_address where user_id = $1 order by created_at, book_id',
    [userId],
  )
  return rows.map(entryOf)
}

/** `false`: there are `limit` entries, or one of this address and tag. */
export async function insertEntry(
  sql: Sql,
  { userId, limit, ...entry }: StoredEntry & { readonly userId: string; readonly limit: number },
): Promise<boolean> {
  const rows = await sql.query(
    `insert into withdrawal_address
       (book_id, user_id, network, address, tag, label, created_at, usable_at)
     select $1, $2, $3, $4, $5, $6, $7, $8
      where (select count(*) from withdrawal_address where user_id = $2) < $9
     on conflict do nothing returning book_id`,
    [
      entry.bookId,
      userId,
      entry.network,
      entry.address,
      entry.tag,
      entry.label,
      entry.createdAt,
      entry.usableAt,
      limit,
    ],
  )
  return rows.length > 0
}

/** `false`: the user has no such entry. */
export async function deleteEntry(
  sql: Sql,
  { userId, bookId }: { readonly userId: string; readonly bookId: string },
): Promise<boolean> {
  const rows = await sql.query(
    'delete from withdrawal_address where user_id = $1 and book_id = $2 returning book_id',
    [userId, bookId],
  )
  return rows.length > 0
}

interface WithdrawalRow {
  readonly document: WithdrawalDump
}

const withdrawalOf = ({ document }: WithdrawalRow): Withdrawal => withdrawalFromDump(document)

/** What the ledger has under a user's key, however old. */
export async function storedWithdrawal(
  sql: Sql,
  { userId, clientOid }: { readonly userId: string; readonly clientOid: string },
): Promise<Withdrawal | undefined> {
  const [row] = await sql.query<WithdrawalRow>(
    'select document from withdrawal where user_id = $1 and client_oid = $2 ' +
      'order by withdrawal_id desc limit 1',
    [userId, clientOid],
  )
  return row && withdrawalOf(row)
}

export async function withdrawalsOf(
  sql: Sql,
  {
    userId,
    asset,
    cursor,
    limit,
  }: {
    readonly userId: string
    readonly asset?: string | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<readonly Withdrawal[]> {
  const rows = await sql.query<WithdrawalRow>(
    `select document from withdrawal where user_id = $1
       and ($2::bigint is null or withdrawal_id < $2::bigint)
       and ($3::text is null or asset = $3::text)
     order by withdrawal_id desc limit $4`,
    [userId, cursor ?? null, asset ?? null, limit],
  )
  return rows.map(withdrawalOf)
}

/** Those of the user only. */
export async function withdrawalsById(
  sql: Sql,
  { userId, ids }: { readonly userId: string; readonly ids: readonly string[] },
): Promise<readonly Withdrawal[]> {
  const rows = await sql.query<WithdrawalRow>(
    'select document from withdrawal where user_id = $1 and withdrawal_id = any($2::bigint[]) ' +
      'order by withdrawal_id',
    [userId, ids],
  )
  return rows.map(withdrawalOf)
}

/** Whether the account is there and not frozen. */
export async function isActive(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql.query("select 1 from users where id = $1 and status <> 'frozen'", [userId])
  return rows.length > 0
}
