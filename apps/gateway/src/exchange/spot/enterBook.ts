import { BUY, opposite, SELL, type EngineCommand, type PlaceOrder } from '../matching/command.ts'
import { RESTED, TRADE, type EventBuffer } from '../matching/event.ts'
import type { Preview } from '../matching/preview.ts'
import type { EffectLog } from '../state/effects.ts'
import { coverPart, endOrder } from './attachedOrders.ts'
import type { SpotOrder } from '../state/order.ts'
import { settleTrade } from './settleTrade.ts'
import { addMarketEffects } from './marketEffects.ts'
import type { ExchangeState, Pair } from '../state/state.ts'

export interface Entering {
  readonly pair: Pair
  readonly order: SpotOrder
  readonly entry: EngineCommand
  /** What the engine foresaw of a budget. */
  readonly expected?: Pick<Preview, 'complete'>
}

/**
 * Passes an accepted order to the engine, settles what it traded, and ends it where nothing of it
 * rests.
 */
export function enterBook(
  state: ExchangeState,
  log: EffectLog,
  { pair, order, entry, expected }: Entering,
): void {
  const events = pair.engine.submit(entry)
  addMarketEffects(log, { instrumentId: pair.instrument.id, book: pair.engine.book, events })
  settleEvents(state, log, { pair, events, taker: order })
  if (hasRested(events)) log.addRested(order.id)
  if (pair.engine.book.slotOf(order.id) >= 0) return coverPart(state, log, { order, pair })
  // A budget order is filled when no further lot could be paid; any other when no lot is left.
  const isComplete =
    order.budget > 0 ? expected?.complete === true : order.filledLots === order.lots
  endOrder(state, log, { order, pair, status: isComplete ? 'filled' : 'cancelled' })
}

/** Of what an order leaves behind, only the last event can say so. */
const hasRested = (events: EventBuffer): boolean =>
  events.length > 0 && events.kind[events.length - 1] === RESTED

/** Takes what rests of an order out of the book. */
export function leaveBook(log: EffectLog, { pair, order }: { pair: Pair; order: SpotOrder }): void {
  if (pair.engine.book.slotOf(order.id) < 0) return
  const events = pair.engine.submit({ kind: 'cancel', orderId: order.id })
  addMarketEffects(log, { instrumentId: pair.instrument.id, book: pair.engine.book, events })
}

/**
 * Turns the engine's events into money and order states. Orders without a record are the house
 * account's.
 */
export function settleEvents(
  state: ExchangeState,
  log: EffectLog,
  { pair, events, taker }: { pair: Pair; events: EventBuffer; taker: SpotOrder | undefined },
): void {
  for (let at = 0; at < events.length; at++) {
    const orderId = events.orderId[at]!
    const maker = state.orders.get(orderId)
    if (events.kind[at] === TRADE) {
      if (maker || taker) {
        const match = { ticks: events.ticks[at]!, lots: events.lots[at]!, maker, taker }
        settleTrade(state, log, {
          realm: 'live',
          pair,
          takerSide: events.side[at] === SELL ? 'buy' : 'sell',
          ...match,
        })
      }
      if (pair.engine.book.slotOf(orderId) >= 0) {
        if (maker) coverPart(state, log, { order: maker, pair })
        continue
      }
      if (maker) endOrder(state, log, { order: maker, pair, status: 'filled' })
      else forgetHouseAccountOrder(state, orderId)
    } else if (maker && maker !== taker && pair.engine.book.slotOf(orderId) < 0)
      endOrder(state, log, { order: maker, pair, status: 'cancelled' })
  }
}

export function forgetHouseAccountOrder(state: ExchangeState, orderId: number): void {
  const name = state.houseAccountOrderNames.get(orderId)
  if (name === undefined) return
  state.houseAccountOrderNames.delete(orderId)
  state.houseAccountOrders.delete(name)
}

export function crosses(pair: Pair, { side, ticks }: Pick<PlaceOrder, 'side' | 'ticks'>): boolean {
  const best = pair.engine.book.best(opposite(side))
  return best > 0 && (side === BUY ? best <= ticks : best >= ticks)
}
