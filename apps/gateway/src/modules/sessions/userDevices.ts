import type { Sql } from '../../platform/db/Database.ts'

interface Device {
  readonly userId: string
  /** What the device signs with. */
  readonly keyId: string
}

export async function nameDevice(
  sql: Sql,
  { userId, keyId, name }: Device & { readonly name: string | null },
): Promise<void> {
  await sql.query(
    `insert into user_device (user_id, key_id, name) values ($1, $2, $3)
     on conflict (user_id, key_id) do update set name = excluded.name`,
    [userId, keyId, name],
  )
}

/** `at` is when its user proved it, `null` takes the trust away. */
export async function setTrust(
  sql: Sql,
  { userId, keyId, at }: Device & { readonly at: number | null },
): Promise<void> {
  await sql.query(
    `insert into user_device (user_id, key_id, trusted_at) values ($1, $2, $3)
     on conflict (user_id, key_id) do update set trusted_at = excluded.trusted_at`,
    [userId, keyId, at],
  )
}

/** Whether the user trusts the device, however long ago it was here. */
export async function isTrusted(sql: Sql, { userId, keyId }: Device): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from user_device where user_id = $1 and key_id = $2 and trusted_at is not null',
    [userId, keyId],
  )
  return rows.length > 0
}

/** No device of the user is trusted any more. */
export async function forgetTrust(sql: Sql, userId: string): Promise<void> {
  await sql.query('update user_device set trusted_at = null where user_id = $1', [userId])
}

/** What a user said of a device goes over to the key of its next log-in. */
export async function inheritDevice(
  sql: Sql,
  { userId, keyId, from }: Device & { readonly from: string },
): Promise<void> {
  await sql.query(
    `insert into user_device (user_id, key_id, name, trusted_at)
     select user_id, $2, name, trusted_at from user_device where user_id = $1 and key_id = $3
     on conflict (user_id, key_id) do nothing`,
    [userId, keyId, from],
  )
}
