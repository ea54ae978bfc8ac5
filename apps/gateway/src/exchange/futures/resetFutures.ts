import { withdrawAll } from '../funds/grants.ts'
import type { Entry } from '../accounts/posting.ts'
import type { EffectLog } from '../state/effects.ts'
import { futuresAccountKey, HOUSE_ID } from '../state/futuresState.ts'
import { contractOf, type ExchangeState } from '../state/state.ts'
import { crossOwner, markOf } from './margin.ts'
import { cancelFuturesOrder } from './orders.ts'
import { tradeOutside } from './outside.ts'

/**
 * Ends a paper season: cancels the orders, closes the positions at the mark against the house
 * account, and takes back what the futures wallets have (futures 8). Answers the entries of that.
 */
export function resetFutures(
  state: ExchangeState,
  log: EffectLog,
  { userId }: { readonly userId: string },
): Entry[] {
  const account = state.futures.accounts.get(futuresAccountKey('paper', userId))
  if (!account) return []
  for (const order of account.orders) cancelFuturesOrder(state, log, order)
  for (const { symbol, side, lots } of account.positions.values()) {
    const own = { userId, side }
    const house = { userId: HOUSE_ID, side: 'net' } as const
    tradeOutside(state, log, {
      market: contractOf(state, symbol),
      realm: 'paper',
      kind: 'close',
      ticks: markOf(state, symbol),
      lots: Math.abs(lots),
      buyer: lots > 0 ? house : own,
      seller: lots > 0 ? own : house,
    })
  }
  return state.accounts
    .ownedBy('paper', crossOwner(userId))
    .flatMap((owned) => withdrawAll(state, log, owned))
}
