import { isUniqueViolation, type Sql } from '../../platform/db/Database.ts'
import type { LoginName } from './loginName.ts'

export interface User {
  readonly id: string
  readonly email: string | null
  readonly areaCode: string | null
  readonly mobile: string | null
  /** `null`: others vouch for this user, there is no password to log in with. */
  readonly passwordHash: string | null
  readonly role: 'trader' | 'sub-account'
  /** Whose sub-account this is. */
  readonly parentId: string | null
  readonly isAgent: boolean
  readonly status: 'active' | 'frozen'
  readonly vipLevel: number
  readonly preferences: Readonly<Record<string, unknown>>
  readonly hasAccounts: boolean
}

export interface NewUser {
  readonly id: string
  readonly email: string | null
  readonly areaCode: string | null
  readonly mobile: string | null
  readonly passwordHash: string | null
  readonly referral: Readonly<Record<string, string>>
  readonly createdAt: number
}

interface Raw {
  id: string
  email: string | null
  area_code: string | null
  mobile: string | null
  password_hash: string | null
  role: User['role']
  parent_id: string | null
  is_agent: boolean
  status: User['status']
  vip_level: number
  preferences: Record<string, unknown>
  accounts_opened_at: bigint | null
}

export async function findUser(sql: Sql, id: string): Promise<User | undefined> {
  return first(await sql.query<Raw>('select * from users where id = $1', [id]))
}

export async function findUserByEmail(sql: Sql, email: string): Promise<User | undefined> {
  return first(await sql.query<Raw>('select * from users where email = $1', [email]))
}

/** Without its area code a number counts only if a single user has it. */
export async function findUserByLoginName(sql: Sql, name: LoginName): Promise<User | undefined> {
  if (name.kind === 'email') return findUserByEmail(sql, name.email)
  if (name.isWhole) return findUserByMobileAddress(sql, `+${name.digits}`)
  // Who writes the area code without a mark means it too: the digits may be read either way, as
  // long as one reading is left.
  const rows = await sql.query<Raw>(
    "select * from users where ('+' || area_code || mobile = '+' || $1 or mobile in ($1, " +
      "ltrim($1, '0'))) and not mobile_taken limit 2",
    [name.digits],
  )
  return rows.length === 1 ? first(rows) : undefined
}

/** `address` is `+<area code><number>`, the form in which codes are addressed. */
export async function findUserByMobileAddress(
  sql: Sql,
  address: string,
): Promise<User | undefined> {
  return first(
    await sql.query<Raw>(
      "select * from users where '+' || area_code || mobile = $1 and not mobile_taken",
      [address],
    ),
  )
}

export type InsertOutcome = 'inserted' | 'email-taken' | 'mobile-taken' | 'id-taken'

/**
 * A refused row leaves no trace; run outside a transaction, which a refused statement would spoil.
 */
export async function insertUser(sql: Sql, user: NewUser): Promise<InsertOutcome> {
  try {
    await sql.query(
      'insert into users (id, email, area_code, mobile, password_hash, referral, ' +
        'created_at) values ($1, $2, $3, $4, $5, $6, $7)',
      [
        user.id,
        user.email,
        user.areaCode,
        user.mobile,
        user.passwordHash,
        JSON.stringify(user.referral),
        user.createdAt,
      ],
    )
    return 'inserted'
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) return 'email-taken'
    if (isUniqueViolation(error, 'users_mobile_key')) return 'mobile-taken'
    if (isUniqueViolation(error, 'users_pkey')) return 'id-taken'
    throw error
  }
}

export async function markAccountsOpened(
  sql: Sql,
  { id, at }: { id: string; at: number },
): Promise<void> {
  await sql.query(
    'update users set accounts_opened_at = $2 where id = $1 and accounts_opened_at is null',
    [id, at],
  )
}

export async function setPasswordHash(
  sql: Sql,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<void> {
  await sql.query('update users set password_hash = $2 where id = $1', [id, passwordHash])
}

function first([raw]: readonly Raw[]): User | undefined {
  if (!raw) return undefined
  return {
    id: raw.id,
    email: raw.email,
    areaCode: raw.area_code,
    mobile: raw.mobile,
    passwordHash: raw.password_hash,
    role: raw.role,
    parentId: raw.parent_id,
    isAgent: raw.is_agent,
    status: raw.status,
    vipLevel: raw.vip_level,
    preferences: raw.preferences,
    hasAccounts: raw.accounts_opened_at !== null,
  }
}
