import type { EffectLog } from '../state/effects.ts'
import { ownerOf, spentAsset, type SpotOrder } from '../state/order.ts'
import type { ExchangeState, Pair } from '../state/state.ts'

/** Keeps back `amount` of what the order spends. */
export function placeHold(
  state: ExchangeState,
  log: EffectLog,
  { order, pair, amount }: { order: SpotOrder; pair: Pair; amount: bigint },
): void {
  const account = state.accounts.of(order.realm, ownerOf(order), spentAsset(order, pair.instrument))
  account.held += amount
  order.held += amount
  log.touchAccount(account)
  if (amount === 0n) return
  const { realm, owner, asset } = account
  log.setHold({ scope: 'order', ref: String(order.id), realm, owner, asset, amount: order.held })
}

/** Gives back a part of what the order keeps back. @throws RangeError for more than it holds */
export function releaseHold(
  state: ExchangeState,
  log: EffectLog,
  { order, pair, amount }: { order: SpotOrder; pair: Pair; amount: bigint },
): void {
  if (amount > order.held) throw new RangeError('An order cannot release more than it holds.')
  placeHold(state, log, { order, pair, amount: -amount })
}

/** Ends an order: what it still holds goes back to its owner. */
export function closeOrder(
  state: ExchangeState,
  log: EffectLog,
  { order, pair, status }: { order: SpotOrder; pair: Pair; status: 'filled' | 'cancelled' },
): void {
  releaseHold(state, log, { order, pair, amount: order.held })
  order.status = status
  order.updatedAt = log.at
  log.touchOrder(order)
  state.dropOrder(order)
}
