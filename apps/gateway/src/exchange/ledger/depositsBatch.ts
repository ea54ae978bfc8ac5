import { depositKey } from '../state/deposits.ts'
import type { Effects } from '../state/effects.ts'

/** What a batch did to deposits: names as in the record lists of `ledger_settle_deposits`. */
export interface DepositsBatch {
  readonly booked: readonly object[]
  readonly claims: readonly object[]
  readonly stale: readonly object[]
  readonly moves: readonly object[]
}

/** Joins what records did to deposits; of each the last state counts. */
export function createDepositsBatch() {
  const booked = new Map<string, object>()
  const claims = new Map<string, object>()
  const stale = new Map<string, object>()
  const moves: object[] = []
  return {
    add({ at, deposits }: Pick<Effects, 'at' | 'deposits'>): void {
      for (const deposit of deposits?.booked ?? [])
        booked.set(depositKey(deposit), {
          network: deposit.network,
          tx_hash: deposit.txHash,
          ordinal: deposit.ordinal,
          user_id: deposit.userId ?? null,
          asset: deposit.asset,
          amount: String(deposit.amount),
          height: deposit.height,
          state: deposit.state,
          again: deposit.again ?? false,
          created_at: deposit.createdAt,
          updated_at: deposit.updatedAt,
        })
      for (const { userId, asset, amount, ofHouse } of deposits?.claims ?? [])
        claims.set(`${userId} ${asset}`, {
          user_id: userId,
          asset,
          amount: String(amount),
          of_house: String(ofHouse),
        })
      for (const move of deposits?.moves ?? [])
        moves.push({ ...move, amount: String(move.amount), at })
      for (const each of deposits?.stale ?? []) stale.set(each.network, each)
    },
    /** Nothing where no record concerned deposits. */
    finish: (): { readonly deposits?: DepositsBatch } =>
      booked.size + claims.size + stale.size + moves.length === 0
        ? {}
        : {
            deposits: {
              booked: [...booked.values()],
              claims: [...claims.values()],
              stale: [...stale.values()],
              moves,
            },
          },
  }
}
