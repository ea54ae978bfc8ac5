import type { Sql } from '../../platform/db/Database.ts'

interface Wanted {
  readonly userId: string
  /** Numbers before this one. */
  readonly cursor?: string | undefined
  readonly clientOid?: string | undefined
  readonly limit: number
}

export interface StoredConversion {
  readonly id: bigint
  readonly client_oid: string
  readonly digest: string
  readonly from_asset: string
  readonly paid: string
  readonly to_asset: string
  readonly received: string
  readonly at: bigint
}

/** Conversions of a user, the latest first. */
export const conversionsOf = (
  db: Sql,
  { userId, cursor, clientOid, limit }: Wanted,
): Promise<readonly StoredConversion[]> =>
  db.query<StoredConversion>(
    `select convert_id as id, client_oid, digest, from_asset, paid::text as paid, to_asset,
      received::text as received, at from conversion
      where user_id = $1 and ($2::bigint is null or convert_id < $2)
        and ($3::text is null or client_oid = $3)
      order by convert_id desc limit $4`,
    [userId, cursor ?? null, clientOid ?? null, limit],
  )

export interface StoredSend {
  readonly id: bigint
  readonly from_user: string
  readonly to_user: string
  readonly client_oid: string
  readonly digest: string
  readonly asset: string
  readonly amount: string
  readonly at: bigint
}

/** Payments that a user sent or received, the latest first; under a key those that it sent. */
export const sendsOf = (
  db: Sql,
  { userId, cursor, clientOid, limit }: Wanted,
): Promise<readonly StoredSend[]> =>
  db.query<StoredSend>(
    `select send_id as id, from_user, to_user, client_oid, digest, asset, amount::text as amount, at
      from user_send
      where (from_user = $1 or to_user = $1) and ($2::bigint is null or send_id < $2)
        and ($3::text is null or (client_oid = $3 and from_user = $1))
      order by send_id desc limit $4`,
    [userId, cursor ?? null, clientOid ?? null, limit],
  )
