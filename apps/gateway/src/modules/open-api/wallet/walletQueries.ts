import type { Move, Realm } from '@x/api'
import { formatUnits } from '@x/decimal'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'
import type { Sql } from '../../../platform/db/Database.ts'

export interface MovesWanted {
  readonly realm: Realm
  readonly userId: string
  /** `isolated`: of any pair. */
  readonly from: string
  readonly to: string
  readonly start: number | undefined
  readonly end: number | undefined
  readonly limit: number
}

/** Moves between two wallets of a user, the latest first. */
export async function movesOf(
  sql: Sql,
  { realm, userId, from, to, start, end, limit }: MovesWanted,
): Promise<readonly Pick<Move, 'moveId' | 'asset' | 'amount' | 'createdAt'>[]> {
  const pattern = (wallet: string) => (wallet === 'isolated' ? 'margin:%' : wallet)
  const rows = await sql.query<{ move_id: bigint; asset: string; amount: string; at: bigint }>(
    `select move_id, asset, amount::text as amount, at from wallet_move
     where realm = $1 and user_id = $2 and from_wallet like $3 and to_wallet like $4
       and ($5::bigint is null or at >= $5::bigint) and ($6::bigint is null or at <= $6::bigint)
     order by move_id desc limit $7`,
    [realm, userId, pattern(from), pattern(to), start ?? null, end ?? null, limit],
  )
  return rows.map(({ move_id: id, asset, amount, at }) => ({
    moveId: String(id),
    asset,
    amount: formatUnits(BigInt(amount), scaleOf(asset), { trim: true }),
    createdAt: Number(at),
  }))
}
