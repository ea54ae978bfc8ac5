import { isUniqueViolation, type Sql } from '../../platform/db/Database.ts'

export interface Passkey {
  readonly credentialId: string
  readonly userId: string
  /** COSE key, base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly label: string
  readonly isBackedUp: boolean
  readonly createdAt: number
  readonly usedAt: number | null
}

interface Raw {
  credential_id: string
  user_id: string
  public_key: string
  counter: bigint
  transports: string[]
  label: string
  is_backed_up: boolean
  created_at: bigint
  used_at: bigint | null
}

/** The passkeys of a user, the oldest first. */
export async function passkeysOf(sql: Sql, userId: string): Promise<Passkey[]> {
  const rows = await sql.query<Raw>(
    'select * from passkeys where user_id = $1 order by created_at, credential_id',
    [userId],
  )
  return rows.map(read)
}

/** Answers whether it was written: a credential belongs to one user, once. */
export async function insertPasskey(
  sql: Sql,
  {
    credentialId,
    userId,
    publicKey,
    counter,
    transports,
    label,
    isBackedUp,
    createdAt,
  }: Omit<Passkey, 'usedAt'>,
): Promise<boolean> {
  try {
    await sql.query(
      `insert into passkeys (credential_id, user_id, public_key, counter, transports, label,
        is_backed_up, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        credentialId,
        userId,
        publicKey,
        counter,
        JSON.stringify(transports),
        label,
        isBackedUp,
        createdAt,
      ],
    )
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'passkeys_pkey')) return false
    throw error
  }
}

/**
 * Writes down a use. `false` for a counter that did not grow although it counts: of two equal
 * assertions one loses, and a copied authenticator is found.
 */
export async function recordUse(
  sql: Sql,
  { credentialId, counter, at }: { credentialId: string; counter: number; at: number },
): Promise<boolean> {
  const rows = await sql.query(
    'update passkeys set counter = $2, used_at = $3 where credential_id = $1 and (counter ' +
      '< $2 or (counter = 0 and $2 = 0)) returning user_id',
    [credentialId, counter, at],
  )
  return rows.length > 0
}

export async function deletePasskey(
  sql: Sql,
  { credentialId, userId }: { credentialId: string; userId: string },
): Promise<boolean> {
  const rows = await sql.query(
    'delete from passkeys where credential_id = $1 and user_id = $2 returning user_id',
    [credentialId, userId],
  )
  return rows.length > 0
}

/** Their owner has lost them. */
export async function deletePasskeysOf(sql: Sql, userId: string): Promise<void> {
  await sql.query('delete from passkeys where user_id = $1', [userId])
}

function read(raw: Raw): Passkey {
  return {
    credentialId: raw.credential_id,
    userId: raw.user_id,
    publicKey: raw.public_key,
    counter: Number(raw.counter),
    transports: raw.transports,
    label: raw.label,
    isBackedUp: raw.is_backed_up,
    createdAt: Number(raw.created_at),
    usedAt: raw.used_at === null ? null : Number(raw.used_at),
  }
}
