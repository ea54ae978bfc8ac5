import type { Entry } from '../accounts/posting.ts'
import { withdrawAll } from '../funds/grants.ts'
import { closeOrder } from '../funds/holds.ts'
import { clearLoans } from '../funds/loans.ts'
import type { EffectLog } from '../state/effects.ts'
import { marginOwner } from '../state/marginState.ts'
import { pairOf, type ExchangeState } from '../state/state.ts'

/**
 * Ends the margin accounts of a paper season: cancels their orders, pays their loans, and takes
 * back what they have (futures 8). Answers the entries of that.
 */
export function resetMargin(
  state: ExchangeState,
  log: EffectLog,
  { userId }: { readonly userId: string },
): Entry[] {
  for (const order of state.ordersOf('paper', userId))
    if (order.account !== undefined)
      closeOrder(state, log, { order, pair: pairOf(state, order.symbol), status: 'cancelled' })
  const own = [...state.margin.accounts.values()].filter(
    (account) => account.realm === 'paper' && account.userId === userId,
  )
  return own.flatMap((account) => [
    ...clearLoans(state, log, account),
    ...state.accounts
      .ownedBy('paper', marginOwner(account))
      .flatMap((owned) => withdrawAll(state, log, owned)),
  ])
}
