import { closeOrder, placeHold, refuseFunds } from '../funds/holds.ts'
import type { OrderRequest } from '../state/command.ts'
import type { EffectLog } from '../state/effects.ts'
import type { PendingTerms, SpotOrder } from '../state/order.ts'
import { type ExchangeState, type Pair, pairOf } from '../state/state.ts'
import { newOrder } from './newOrder.ts'
import { holdFor } from './settleTrade.ts'

/** These wait for their trigger as soon as the first order of their list is filled. */
const WAIT_FOR_A_PRICE: readonly string[] = ['stop_limit', 'stop_market']

/** The number of the second order of a list. */
export const secondOf = ({ id }: { readonly id: number }): number => id + 1

/** The second order of the list that an accepted order begins; it keeps nothing back yet. */
export function addPending(
  state: ExchangeState,
  log: EffectLog,
  {
    order,
    command,
    pending,
  }: {
    readonly order: SpotOrder
    readonly command: OrderRequest
    readonly pending: PendingTerms
  },
): void {
  const { pending: _pending, exits: _exits, triggers: _triggers, ...shared } = command
  const { listOid: _listOid, ...terms } = pending
  const { list, realm } = order
  const second: SpotOrder = {
    ...newOrder(state, { command: { ...shared, ...terms }, realm, queueAhead: 0 }),
    ...(list ? { list } : {}),
    status: 'waiting',
    phase: 'pending',
  }
  state.next.order++
  state.addOrder(second)
  log.touchOrder(second)
}

/** The first order of a list, while the second one waits for it. */
export function firstOfList(
  state: ExchangeState,
  { list, phase }: Pick<SpotOrder, 'list' | 'phase'>,
): SpotOrder | undefined {
  return phase === 'pending' && list ? state.orders.get(list.id) : undefined
}

/** What becomes of the second order of a list when the first one has ended. */
export function endList(
  state: ExchangeState,
  log: EffectLog,
  { order, pair, status }: { order: SpotOrder; pair: Pair; status: 'filled' | 'cancelled' },
): void {
  const { list } = order
  const second = list?.id === order.id ? state.orders.get(secondOf(list)) : undefined
  if (second?.phase !== 'pending') return
  if (status === 'filled') return makeReady(state, log, { order: second, pair })
  closeOrder(state, log, { order: second, pair, status: 'cancelled' })
}

/** The first order is filled: the second one takes its funds, or ends where they are not there. */
function makeReady(
  state: ExchangeState,
  log: EffectLog,
  { order, pair }: { order: SpotOrder; pair: Pair },
): void {
  const { phase: _, ...released } = order
  const needed = holdFor(released, pair)
  if (refuseFunds(state, { order, pair, needed, at: log.at }))
    return closeOrder(state, log, { order, pair, status: 'cancelled' })
  if (WAIT_FOR_A_PRICE.includes(order.orderType)) delete order.phase
  else order.phase = 'ready'
  order.updatedAt = log.at
  state.arm(order)
  log.touchOrder(order)
  placeHold(state, log, { order, pair, amount: needed })
}

/**
 * Takes a second order out of its list's wait; what it does at the market is its caller's.
 * @throws RangeError for an order that is not ready
 */
export function release(
  state: ExchangeState,
  log: EffectLog,
  orderId: number,
): { readonly order: SpotOrder; readonly pair: Pair } {
  const order = state.orders.get(orderId)
  if (order?.phase !== 'ready') throw new RangeError('Only an order that is ready can be released.')
  delete order.phase
  order.status = 'open'
  order.updatedAt = log.at
  state.arm(order)
  log.touchOrder(order)
  return { order, pair: pairOf(state, order.symbol) }
}

/** How far a released order may trade at the market: a buy never beyond what it keeps back. */
export const releasedTicks = (
  { side, ticks }: Pick<SpotOrder, 'side' | 'ticks'>,
  protection: number,
): number => (side === 'buy' ? Math.min(protection, ticks) : protection)
