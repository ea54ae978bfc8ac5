import { ownerOf } from '../../ledger/accounts.ts'
import { BUY, opposite, SELL, type PlaceOrder } from '../../matching/command.ts'
import { TRADE, type EventBuffer } from '../../matching/event.ts'
import type { CancelCommand, PlaceCommand } from './command.ts'
import { refuse, type EffectLog, type OrderAnswer, type Refusal } from './effects.ts'
import { givenAsset, type Order } from './order.ts'
import { newOrder } from './newOrder.ts'
import { showEvents } from './showEvents.ts'
import { closeOrder, placeHold, settleTrade } from './settleTrade.ts'
import type { ExchangeState, Pair } from './state.ts'

type Answered = { readonly refused: Refusal } | { readonly answer: OrderAnswer }

/** Checks, holds the funds, matches, settles. Nothing is changed before the last check has passed. */
export function placeLive(state: ExchangeState, log: EffectLog, command: PlaceCommand): Answered {
  const pair = state.pairs.get(command.symbol)!
  const entry = engineOrder(state, command)
  const expected = pair.engine.preview(entry)
  const needed = fundsNeeded(pair, { command, expected })
  const asset = givenAsset(command, pair.spec)
  const spendable = state.accounts.spendable('live', ownerOf(command.userId), asset)
  if (needed === undefined || needed > spendable) return refuse('40201', 'The balance is not sufficient.', { asset })
  if (command.timeInForce === 'post_only' && crosses(pair, entry)) return refuse('40206', 'The order would trade at once; it was asked to rest only.')
  if (command.timeInForce === 'fok' && !expected.complete) return refuse('40207', 'The order cannot be filled in full.')

  const order = newOrder(state, { command, realm: 'live', queueAhead: 0 })
  state.next.order++
  state.owners.set(command.userId, entry.owner)
  state.addOrder(order)
  log.touchOrder(order)
  placeHold(state, log, { order, pair, amount: needed })
  const events = pair.engine.submit(entry)
  showEvents(log, { symbol: command.symbol, book: pair.engine.book, events })
  settleEvents(state, log, { pair, events, taker: order })
  if (pair.engine.book.slotOf(order.id) < 0) closeOrder(state, log, { order, pair, status: isComplete(order, expected) ? 'filled' : 'cancelled' })
  return { answer: { orderId: String(order.id), clientOid: order.clientOid, status: order.status } }
}

export function cancelLive(state: ExchangeState, log: EffectLog, { command, order }: { command: CancelCommand; order: Order }): OrderAnswer {
  const pair = state.pairs.get(order.symbol)!
  const events = pair.engine.submit({ kind: 'cancel', orderId: command.orderId })
  showEvents(log, { symbol: order.symbol, book: pair.engine.book, events })
  closeOrder(state, log, { order, pair, status: 'cancelled' })
  return { orderId: String(order.id), clientOid: order.clientOid, status: order.status }
}

/** Turns the engine's events into money and order states. Orders without a record are the house's. */
export function settleEvents(state: ExchangeState, log: EffectLog, { pair, events, taker }: { pair: Pair; events: EventBuffer; taker: Order | undefined }): void {
  for (let at = 0; at < events.length; at++) {
    const orderId = events.orderId[at]!
    const maker = state.orders.get(orderId)
    if (events.kind[at] === TRADE) {
      if (maker || taker) {
        const match = { ticks: events.ticks[at]!, lots: events.lots[at]!, maker, taker }
        settleTrade(state, log, { realm: 'live', pair, takerSide: events.side[at] === SELL ? 'buy' : 'sell', ...match })
      }
      if (pair.engine.book.slotOf(orderId) >= 0) continue
      if (maker) closeOrder(state, log, { order: maker, pair, status: 'filled' })
      else forgetHouseOrder(state, orderId)
    } else if (maker && maker !== taker && pair.engine.book.slotOf(orderId) < 0) closeOrder(state, log, { order: maker, pair, status: 'cancelled' })
  }
}

export function forgetHouseOrder(state: ExchangeState, orderId: number): void {
  const name = state.houseNames.get(orderId)
  if (name === undefined) return
  state.houseNames.delete(orderId)
  state.house.delete(name)
}

function engineOrder(state: ExchangeState, command: PlaceCommand): PlaceOrder {
  const owner = state.owners.get(command.userId) ?? state.owners.size + 1
  const { ticks, lots, budget, timeInForce, prevention } = command
  return { kind: 'place', orderId: state.next.order, owner, side: command.side === 'buy' ? BUY : SELL, ticks, lots, budget, timeInForce, prevention }
}

function crosses(pair: Pair, entry: PlaceOrder): boolean {
  const best = pair.engine.book.best(opposite(entry.side))
  return best > 0 && (entry.side === BUY ? best <= entry.ticks : best >= entry.ticks)
}

/** What the order keeps back, in atoms of the asset it gives; `undefined`: more than anyone has. */
function fundsNeeded(pair: Pair, { command, expected }: { command: PlaceCommand; expected: { lots: number; tickLots: number } }): bigint | undefined {
  const { units } = pair
  if (command.side === 'sell') return BigInt(command.orderType === 'market' ? expected.lots : command.lots) * units.basePerLot
  if (command.orderType === 'limit') return BigInt(command.ticks) * BigInt(command.lots) * units.quotePerTickLot
  if (command.budget > 0) return BigInt(command.budget) * units.quotePerTickLot
  return expected.tickLots === Infinity ? undefined : BigInt(expected.tickLots) * units.quotePerTickLot
}

/** A budget order is filled when no further lot could be paid; any other when no lot is left. */
const isComplete = (order: Order, expected: { complete: boolean }): boolean => (order.budget > 0 ? expected.complete : order.filledLots === order.lots)
