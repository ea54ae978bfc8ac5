import { heldBy, placeHold, refuseFunds, releaseHold } from '../funds/holds.ts'
import { BUY, NO_POSITION, SELL, type PlaceOrder } from '../matching/command.ts'
import { wholeLots } from '../matching/preview.ts'
import type { FireCommand, ReleaseCommand, TrailCommand, WaitCommand } from '../state/command.ts'
import { type EffectLog, type OrderAnswer, type Refusal } from '../state/effects.ts'
import { crosses, enterBook, leaveBook } from './enterBook.ts'
import { endOrder } from './attachedOrders.ts'
import { bindParty } from '../state/holders.ts'
import { newOrder } from './newOrder.ts'
import { release, releasedTicks } from './orderLists.ts'
import { goesAtMarket, isArmed, leftLots, type SpotOrder, triggerOf } from '../state/order.ts'
import { holdFor } from './settleTrade.ts'
import { type ExchangeState, type Pair, pairOf } from '../state/state.ts'

/** Holds the funds of an order that waits for its trigger. */
export function placeConditional(
  state: ExchangeState,
  log: EffectLog,
  command: WaitCommand,
): { readonly refused: Refusal } | { readonly answer: OrderAnswer } {
  const { realm, loanLimit: limit, at } = command
  const pair = pairOf(state, command.symbol)
  const order: SpotOrder = {
    ...newOrder(state, { command, realm, queueAhead: 0 }),
    status: 'waiting',
  }
  const needed = holdFor(order, pair)
  const lacking = refuseFunds(state, { order, pair, needed, limit, at })
  if (lacking) return lacking

  state.next.order++
  // The command that activates its trigger does not say who holds the account.
  if (realm === 'live' && command.holder !== undefined) bindParty(state, command)
  state.addOrder(order)
  log.touchOrder(order)
  placeHold(state, log, { order, pair, amount: needed })
  return { answer: { orderId: String(order.id), clientOid: order.clientOid, status: order.status } }
}

/**
 * A live order's trigger was reached: it enters the book as what it is then, a limit order or one
 * at the market.
 */
export function activateLiveTrigger(
  state: ExchangeState,
  log: EffectLog,
  command: FireCommand,
): void {
  const { order, pair } = armed(state, command.orderId)
  leaveBook(log, { pair, order })
  if (!disarm(state, log, { order, pair, which: command.which })) return
  const ticks = goesAtMarket(order)
    ? withinHold(order, { which: command.which, protection: command.ticks })
    : order.ticks
  goToMarket(state, log, { order, pair, ticks })
}

/** The second order of a live list goes to the market. */
export function releaseLive(state: ExchangeState, log: EffectLog, command: ReleaseCommand): void {
  const { order, pair } = release(state, log, command.orderId)
  const ticks = goesAtMarket(order) ? releasedTicks(order, command.ticks) : order.ticks
  goToMarket(state, log, { order, pair, ticks })
}

/** What waited enters the book as what it is now. */
function goToMarket(
  state: ExchangeState,
  log: EffectLog,
  { order, pair, ticks }: { order: SpotOrder; pair: Pair; ticks: number },
): void {
  const party = bindParty(state, { userId: order.userId })
  const entry: PlaceOrder = {
    kind: 'place',
    orderId: order.id,
    account: NO_POSITION,
    party,
    side: order.side === 'buy' ? BUY : SELL,
    ticks,
    lots: order.budget > 0 ? 0 : leftLots(order),
    budget: order.budget,
    timeInForce: order.timeInForce,
    prevention: order.prevention,
  }
  const expected = pair.engine.preview(entry)
  // It can no longer be refused; what it must not do ends it.
  const isForbidden =
    (entry.timeInForce === 'post_only' && crosses(pair, entry)) ||
    (entry.timeInForce === 'fok' && !expected.complete)
  if (isForbidden) return endOrder(state, log, { order, pair, status: 'cancelled' })
  enterBook(state, log, { pair, order, entry, expected })
}

/** Moves trailing triggers; the owners see the new trigger price. */
export function trail(state: ExchangeState, log: EffectLog, { rows }: TrailCommand): void {
  for (const [orderId, which, extreme] of rows) {
    const { order } = armed(state, orderId)
    order.triggers = order.triggers!.map((trigger, at) =>
      at === which ? { ...trigger, extreme } : trigger,
    )
    state.arm(order)
    log.touchOrder(order)
  }
}

/** How an order stands once a trigger of it is reached; the fill model asks before it happens. */
export function firedTerms(
  order: SpotOrder,
  which: number,
): Pick<SpotOrder, 'ticks' | 'lots' | 'budget' | 'timeInForce'> & { readonly atMarket: boolean } {
  const { limit } = triggerOf(order, which)
  // Of a resting order immediate-or-cancel is what its market leg can be.
  if (limit === 0)
    return {
      ticks: order.ticks,
      lots: order.lots,
      budget: order.budget,
      timeInForce: order.timeInForce === 'fok' ? 'fok' : 'ioc',
      atMarket: true,
    }
  const lots = order.budget > 0 ? wholeLots(order.budget, limit) : order.lots
  // A stop leg must be able to trade, however carefully the other leg was placed.
  return {
    ticks: limit,
    lots,
    budget: 0,
    timeInForce: order.orderType === 'oco' ? 'gtc' : order.timeInForce,
    atMarket: false,
  }
}

/** The protection price of a buy in lots never goes beyond what the order holds. */
export function withinHold(
  order: SpotOrder,
  { which, protection }: { which: number; protection: number },
): number {
  return order.side === 'buy' && order.budget === 0
    ? Math.min(protection, triggerOf(order, which).bound)
    : protection
}

/**
 * Takes the trigger's terms over; `false`: they leave nothing to trade, and the order has ended.
 */
export function disarm(
  state: ExchangeState,
  log: EffectLog,
  { order, pair, which }: { order: SpotOrder; pair: Pair; which: number },
): boolean {
  Object.assign(order, firedTerms(order, which))
  order.firedAt = log.at
  order.updatedAt = log.at
  order.status = order.filledLots > 0 ? 'partially_filled' : 'open'
  state.arm(order)
  log.touchOrder(order)
  if (order.budget === 0 && leftLots(order) === 0) {
    endOrder(state, log, { order, pair, status: 'cancelled' })
    return false
  }
  // A market leg in lots keeps all it has until it knows what it costs.
  const excess = goesAtMarket(order) ? 0n : heldBy(order) - holdFor(order, pair)
  if (excess > 0n) releaseHold(state, log, { order, pair, amount: excess })
  return true
}

export function armed(state: ExchangeState, orderId: number): { order: SpotOrder; pair: Pair } {
  const order = state.orders.get(orderId)
  if (!order || !isArmed(order))
    throw new RangeError('Only an order that waits for a trigger can be activated.')
  return { order, pair: pairOf(state, order.symbol) }
}
