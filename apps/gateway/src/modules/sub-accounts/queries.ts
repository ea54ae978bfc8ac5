import type { AccountRights, SubAccount, SubAccountFunds } from '@x/api'
import { formatUnits } from '@x/decimal'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { isUniqueViolation, type Sql } from '../../platform/db/Database.ts'
import { maskEmail } from '../users/ports/users.ts'

interface Raw {
  id: string
  label: string | null
  created_at: bigint
  rights: AccountRights
  may_use_keys: boolean
  status: string
  email: string | null
}

const COLUMNS = 'id, label, created_at, rights, may_use_keys, status, email'

export async function subAccountsOf(sql: Sql, parentId: string): Promise<SubAccount[]> {
  const rows = await sql.query<Raw>(
    `select ${COLUMNS} from users where parent_id = $1 order by created_at, id`,
    [parentId],
  )
  return rows.map(subAccountOf)
}

/** A sub-account, if it is one of `parentId`. */
export async function findSubAccount(
  sql: Sql,
  { userId, parentId }: { readonly userId: string; readonly parentId: string },
): Promise<SubAccount | undefined> {
  const [row] = await sql.query<Raw>(
    `select ${COLUMNS} from users where id = $1 and parent_id = $2`,
    [userId, parentId],
  )
  return row && subAccountOf(row)
}

/**
 * Answers whether it was written; `false` when the parent has `limit` sub-accounts, or the id is
 * taken.
 */
export async function insertSubAccount(
  sql: Sql,
  {
    id,
    parentId,
    label,
    at,
    limit,
  }: { id: string; parentId: string; label: string; at: number; limit: number },
): Promise<boolean> {
  const rows = await sql.query(
    `insert into users (id, role, parent_id, label, created_at)
     select $1, 'sub-account', $2, $3, $4 where (select count(*) from users
       where parent_id = $2) < $5
     on conflict (id) do nothing returning id`,
    [id, parentId, label, at, limit],
  )
  return rows.length > 0
}

/** What of a sub-account can be changed. */
export interface SubAccountChange {
  readonly label?: string
  readonly rights?: AccountRights
  readonly mayUseKeys?: boolean
  readonly isFrozen?: boolean
  readonly login?: { readonly email: string; readonly passwordHash: string }
}

/** Answers `false` where the e-mail address has an account. */
export async function updateSubAccount(
  sql: Sql,
  userId: string,
  { label, rights, mayUseKeys, isFrozen, login }: SubAccountChange,
): Promise<boolean> {
  const status = isFrozen === undefined ? null : isFrozen ? 'frozen' : 'active'
  try {
    await sql.query(
      `update users set label = coalesce($2, label), rights = coalesce($3, rights),
         may_use_keys = coalesce($4, may_use_keys), status = coalesce($5, status),
         email = coalesce($6, email), password_hash = coalesce($7, password_hash)
       where id = $1 and parent_id is not null`,
      [
        userId,
        label ?? null,
        rights ?? null,
        mayUseKeys ?? null,
        status,
        login?.email ?? null,
        login?.passwordHash ?? null,
      ],
    )
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) return false
    throw error
  }
}

/** What the sub-accounts hold in the live realm, all types of account together. */
export async function fundsOf(sql: Sql, parentId: string): Promise<SubAccountFunds[]> {
  const rows = await sql.query<{ id: string; asset: string | null; atoms: string | null }>(
    `select u.id, a.asset, sum(a.balance)::text as atoms from users u
     left join ledger_account a on a.realm = 'live'
       and (a.owner = 'user:' || u.id or a.owner like 'user:' || u.id || '/%')
     where u.parent_id = $1 group by u.id, u.created_at, a.asset
     order by u.created_at, u.id, a.asset`,
    [parentId],
  )
  const funds = new Map<string, { asset: string; total: string }[]>()
  for (const { id, asset, atoms } of rows) {
    const assets = funds.get(id) ?? []
    funds.set(id, assets)
    if (asset === null || atoms === null || BigInt(atoms) === 0n) continue
    assets.push({ asset, total: formatUnits(BigInt(atoms), scaleOf(asset), { trim: true }) })
  }
  return [...funds].map(([userId, assets]) => ({ userId, assets }))
}

const subAccountOf = (row: Raw): SubAccount => ({
  userId: row.id,
  label: row.label ?? '',
  createdAt: Number(row.created_at),
  rights: row.rights,
  mayUseKeys: row.may_use_keys,
  isFrozen: row.status === 'frozen',
  email: row.email && maskEmail(row.email),
})
