import { available } from '../accounts/accounts.ts'
import { feeOn } from '../accounts/fee.ts'
import type { EffectLog } from '../state/effects.ts'
import { openMarginAccount, type MarginNames } from '../state/marginState.ts'
import { receivedAsset, spentAsset, type SpotOrder } from '../state/order.ts'
import type { ExchangeState, Pair } from '../state/state.ts'
import { lend, repayFrom } from './loans.ts'
import { accountOf } from './orderAccounts.ts'

interface OfOrder {
  readonly order: SpotOrder
  readonly pair: Pair
}

/** The margin account of an order. */
const namesOf = ({ realm, userId, account, symbol }: SpotOrder): MarginNames => ({
  realm,
  userId,
  ...(account === 'isolated' ? { symbol } : {}),
})

/** Borrows what a fill pays and the account does not have; its line covers that (futures 7). */
export function drawLine(
  state: ExchangeState,
  log: EffectLog,
  { order, pair, paid }: OfOrder & { readonly paid: bigint },
): void {
  const asset = spentAsset(order, pair.instrument)
  const lacking = paid - available(accountOf(state.accounts, order, asset))
  if (lacking <= 0n) return
  const account = openMarginAccount(state.margin, namesOf(order))
  lend(state, log, {
    account,
    asset,
    amount: lacking,
    kind: 'draw',
    note: { orderId: order.id },
  })
}

/** Repays the debt in what a fill brought, its fee left out. */
export function repayReceived(
  state: ExchangeState,
  log: EffectLog,
  {
    order,
    pair,
    received,
    isTaker,
  }: OfOrder & {
    readonly received: bigint
    readonly isTaker: boolean
  },
): void {
  const account = openMarginAccount(state.margin, namesOf(order))
  const fee = feeOn(received, isTaker ? order.takerPpm : order.makerPpm)
  repayFrom(state, log, {
    account,
    asset: receivedAsset(order, pair.instrument),
    amount: received - fee,
    note: { orderId: order.id },
  })
}
