import type { Sql } from '../ports/Sql.ts'
import type { BookedState, DepositRow } from '../state/deposits.ts'

/**
 * Deposits as the ledger has them: those above the stale heights or not at their end, and what
 * users owe. By former rules a gateway forgets some of those; to know them does no harm.
 */
export async function depositsFromLedger(db: Sql): Promise<readonly DepositRow[]> {
  const stale = await db.query<{ network: string; below: bigint }>(
    'select network, below from deposit_stale order by network',
  )
  const claims = await db.query<{
    user_id: string
    asset: string
    amount: string
    of_house: string
  }>('select user_id, asset, amount, of_house from deposit_claim where amount > 0 order by 1, 2')
  const booked = await db.query<{
    network: string
    tx_hash: string
    ordinal: number
    user_id: string | null
    asset: string
    amount: string
    height: bigint
    state: BookedState
    again: boolean
    created_at: bigint
    updated_at: bigint
  }>(
    `select d.* from deposit d left join deposit_stale s using (network)
      where d.height >= coalesce(s.below, 0) or d.state in ('credited', 'contested')
        or (d.state = 'reversed' and not d.again)
      order by d.created_at, d.network, d.tx_hash, d.ordinal`,
  )
  const moves = await db.query<{ key: string; network: string; height: bigint }>(
    `select m.key, m.network, m.height
      from treasury_move m left join deposit_stale s using (network)
      where m.height >= coalesce(s.below, 0) order by m.at, m.key`,
  )
  return [
    ...stale.map(({ network, below }): DepositRow => ['stale', network, Number(below)]),
    ...claims.map((row): DepositRow => ['claim', row.user_id, row.asset, row.amount, row.of_house]),
    ...moves.map(({ key, network, height }): DepositRow => ['move', key, network, Number(height)]),
    ...booked.map((row): DepositRow => [
      'deposit',
      {
        network: row.network,
        txHash: row.tx_hash,
        ordinal: row.ordinal,
        ...(row.user_id === null ? {} : { userId: row.user_id }),
        asset: row.asset,
        amount: row.amount,
        height: Number(row.height),
        state: row.state,
        ...(row.again ? { again: true as const } : {}),
        createdAt: Number(row.created_at),
        updatedAt: Number(row.updated_at),
      },
    ]),
  ]
}
