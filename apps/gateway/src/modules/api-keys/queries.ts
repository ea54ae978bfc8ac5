import type { AccountRights, ApiKeyKind, ApiKeyPermission, Realm } from '@x/api'
import type { Sql } from '../../platform/db/Database.ts'

/** A row of the table `api_keys`. */
export interface StoredKey {
  readonly apiKey: string
  readonly userId: string
  readonly realm: Realm
  readonly label: string
  readonly kind: ApiKeyKind
  /** Sealed; of an hmac key only. */
  readonly secret: string | null
  readonly publicKey: string | null
  readonly permissions: readonly ApiKeyPermission[]
  readonly addresses: readonly string[]
  readonly symbols: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
  readonly lastAddress: string | null
}

interface Raw {
  api_key: string
  user_id: string
  realm: Realm
  label: string
  kind: ApiKeyKind
  secret: string | null
  public_key: string | null
  permissions: readonly ApiKeyPermission[]
  addresses: readonly string[]
  symbols: readonly string[]
  created_at: bigint
  expires_at: bigint | null
  last_used_at: bigint | null
  last_address: string | null
}

/** A key with what decides of its owner whether it may be used. */
export interface OwnedKey extends StoredKey {
  readonly isFrozen: boolean
  readonly parentId: string | null
  /** What a sub-account may do; of a main account `full`. */
  readonly rights: AccountRights
}

export async function findKey(sql: Sql, apiKey: string): Promise<OwnedKey | undefined> {
  const [raw] = await sql.query<
    Raw & { status: string; parent_status: string | null } & {
      parent_id: string | null
      rights: AccountRights
    }
  >(
    `select k.*, u.status, u.parent_id, u.rights, p.status as parent_status
     from api_keys k join users u on u.id = k.user_id left join users p on p.id = u.parent_id
     where k.api_key = $1`,
    [apiKey],
  )
  return (
    raw && {
      ...read(raw),
      isFrozen: raw.status === 'frozen' || raw.parent_status === 'frozen',
      parentId: raw.parent_id,
      rights: raw.rights,
    }
  )
}

/** The keys of an account in a realm, the latest first. */
export async function keysOf(
  sql: Sql,
  { userId, realm }: Pick<StoredKey, 'userId' | 'realm'>,
): Promise<StoredKey[]> {
  const rows = await sql.query<Raw>(
    'select * from api_keys where user_id = $1 and realm = $2 order by created_at desc, api_key',
    [userId, realm],
  )
  return rows.map(read)
}

/** Answers whether it was written; `false` when the account has `limit` keys. */
export async function insertKey(
  sql: Sql,
  key: Omit<StoredKey, 'lastUsedAt' | 'lastAddress'>,
  { limit }: { readonly limit: number },
): Promise<boolean> {
  // The row of the owner is locked, so that of two keys at a time one sees the other.
  const rows = await sql.query(
    `with owner as (select id from users where id = $2 for update)
     insert into api_keys (api_key, user_id, realm, label, kind, secret, public_key, permissions,
       addresses, symbols, created_at, expires_at)
     select $1, id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from owner
     where (select count(*) from api_keys where user_id = $2) < $13
     returning api_key`,
    [
      key.apiKey,
      key.userId,
      key.realm,
      key.label,
      key.kind,
      key.secret,
      key.publicKey,
      JSON.stringify(key.permissions),
      JSON.stringify(key.addresses),
      JSON.stringify(key.symbols),
      key.createdAt,
      key.expiresAt,
      limit,
    ],
  )
  return rows.length > 0
}

/** Writes what may change of a key. */
export async function updateKey(
  sql: Sql,
  {
    apiKey,
    label,
    permissions,
    addresses,
    symbols,
    expiresAt,
  }: Pick<StoredKey, 'apiKey' | 'label' | 'permissions' | 'addresses' | 'symbols' | 'expiresAt'>,
): Promise<void> {
  await sql.query(
    `update api_keys set label = $2, permissions = $3, addresses = $4, symbols = $5,
       expires_at = $6 where api_key = $1`,
    [
      apiKey,
      label,
      JSON.stringify(permissions),
      JSON.stringify(addresses),
      JSON.stringify(symbols),
      expiresAt,
    ],
  )
}

/** Answers whether there was such a key. */
export async function deleteKey(
  sql: Sql,
  { apiKey, userId, realm }: Pick<StoredKey, 'apiKey' | 'userId' | 'realm'>,
): Promise<boolean> {
  const rows = await sql.query(
    'delete from api_keys where api_key = $1 and user_id = $2 and realm = $3 returning api_key',
    [apiKey, userId, realm],
  )
  return rows.length > 0
}

export async function isSubAccountOf(
  sql: Sql,
  { account, userId }: { readonly account: string; readonly userId: string },
): Promise<boolean> {
  const rows = await sql.query('select 1 from users where id = $1 and parent_id = $2', [
    account,
    userId,
  ])
  return rows.length > 0
}

/** A sub-account as the list of a key shows it. */
export interface SubAccountRow {
  readonly userId: string
  readonly label: string
  readonly isFrozen: boolean
  readonly createdAt: number
}

export async function subAccountRows(
  sql: Sql,
  parentId: string,
): Promise<readonly SubAccountRow[]> {
  const rows = await sql.query<{
    id: string
    label: string | null
    status: string
    created_at: bigint
  }>(
    'select id, label, status, created_at from users where parent_id = $1 order by created_at, id',
    [parentId],
  )
  return rows.map(({ id, label, status, created_at }) => ({
    userId: id,
    label: label ?? '',
    isFrozen: status === 'frozen',
    createdAt: Number(created_at),
  }))
}

export async function recordKeyUse(
  sql: Sql,
  { apiKey, at, address }: { apiKey: string; at: number; address: string },
): Promise<void> {
  await sql.query('update api_keys set last_used_at = $2, last_address = $3 where api_key = $1', [
    apiKey,
    at,
    address,
  ])
}

function read(raw: Raw): StoredKey {
  return {
    apiKey: raw.api_key,
    userId: raw.user_id,
    realm: raw.realm,
    label: raw.label,
    kind: raw.kind,
    secret: raw.secret,
    publicKey: raw.public_key,
    permissions: raw.permissions,
    addresses: raw.addresses,
    symbols: raw.symbols,
    createdAt: Number(raw.created_at),
    expiresAt: raw.expires_at === null ? null : Number(raw.expires_at),
    lastUsedAt: raw.last_used_at === null ? null : Number(raw.last_used_at),
    lastAddress: raw.last_address,
  }
}
