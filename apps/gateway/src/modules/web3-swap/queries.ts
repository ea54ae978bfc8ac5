import type { Sql } from '../../platform/db/Database.ts'

export interface StoredSwap {
  readonly id: bigint
  readonly client_oid: string
  readonly wallet: string
  readonly from_asset: string
  readonly paid: string
  readonly to_asset: string
  readonly received: string
  readonly minimum: string
  readonly at: bigint
}

/** Swaps of a user, the latest first. */
export const swapsOf = (
  db: Sql,
  {
    userId,
    cursor,
    quoteId,
    limit,
  }: {
    readonly userId: string
    /** Numbers before this one. */
    readonly cursor?: string | undefined
    readonly quoteId?: string | undefined
    readonly limit: number
  },
): Promise<readonly StoredSwap[]> =>
  db.query<StoredSwap>(
    `select swap_id as id, client_oid, wallet, from_asset, paid::text as paid, to_asset,
      received::text as received, minimum::text as minimum, at from web3_swap
      where user_id = $1 and ($2::bigint is null or swap_id < $2)
        and ($3::text is null or client_oid = $3)
      order by swap_id desc limit $4`,
    [userId, cursor ?? null, quoteId ?? null, limit],
  )
