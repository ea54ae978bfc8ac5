import { Book } from './Book.ts'
import {
  BUY,
  MAX_BUDGET,
  MAX_LOTS,
  MAX_TICKS,
  opposite,
  SELL,
  type AmendOrder,
  type EngineCommand,
  type PlaceOrder,
} from './command.ts'
import { EventBuffer, type CancelReason } from './event.ts'
import { Positions } from './Positions.ts'
import { accepts, preview, wholeLots, type Preview } from './preview.ts'
import { dumpBook, hashBook, loadBook, type BookDump } from './bookDump.ts'

export interface Engine {
  /** Executes one command. The answer is reused: read it before the next command. */
  submit(command: EngineCommand): EventBuffer
  preview(order: PlaceOrder): Preview
  /**
   * Moves positions by trades outside of the book, such as netting; reduce-only orders that are too
   * large by then give way. The answer is reused as that of `submit`.
   */
  shift(rows: readonly (readonly [account: number, bought: number])[]): EventBuffer
  readonly book: Book
  /** Lots the account bought less those it sold; 0 in an engine without positions. */
  position(account: number): number
  dump(): BookDump
  /**
   * SHA-256 over the book in price-time order and the event sequence; equal for equal histories.
   */
  hash(): string
}

export interface EngineOptions {
  /**
   * Keeps what every account is net long or short, which reduce-only orders go by. A dump with
   * positions brings them along.
   */
  readonly withPositions?: boolean
}

/**
 * The matching engine of one symbol (trading 3): pure and synchronous, integers
 * only, no clock and no chance, so that the same commands give the same events on every machine.
 * Price-time priority.
 */
export function createEngine(
  from?: BookDump,
  { withPositions = from?.positions !== undefined }: EngineOptions = {},
): Engine {
  const book = from ? loadBook(from) : new Book()
  const { orders } = book
  const events = new EventBuffer()
  if (from) events.firstSeq = from.nextSeq
  const positions = withPositions ? new Positions({ book, events, from }) : null

  /**
   * Trades against the other side; answers the lots that are left, or of a budget order 0 when it
   * is spent and -1 when it is not.
   */
  function match(order: PlaceOrder): number {
    const other = opposite(order.side)
    const ladder = book.ladder(other)
    const { orderId, account, party, alsoParty = party, prevention } = order
    const byBudget = order.budget > 0
    let budget = order.budget
    let left = byBudget ? MAX_LOTS : order.lots
    let traded = false
    while (left > 0 && ladder.count > 0) {
      const ticks = book.best(other)
      if (!accepts(order, ticks)) break
      const level = ladder.levels[ladder.count - 1]!
      const slot = ladder.head[level]!
      const affordable = byBudget ? wholeLots(budget, ticks) : left
      if (affordable === 0) return traded ? 0 : -1
      const owner = orders.party[slot]
      if (prevention !== 'none' && (owner === party || owner === alsoParty)) {
        if (prevention !== 'taker') withdraw(slot, 'self_trade')
        if (prevention !== 'maker') {
          events.cancelled(orderId, order.side, order.ticks, byBudget ? 0 : left, 'self_trade')
          return 0
        }
        continue
      }
      const resting = orders.lotsAt(slot)
      const lots = affordable < resting ? affordable : resting
      events.trade(orders.idAt(slot), orderId, other, ticks, lots)
      if (positions) positions.trade(slot, { taker: account, lots })
      else book.reduce(slot, lots)
      traded = true
      if (byBudget) {
        budget -= lots * ticks
        if (budget === 0) return 0
      } else left -= lots
    }
    return byBudget ? -1 : left
  }

  function withdraw(slot: number, reason: CancelReason): void {
    events.cancelled(
      orders.idAt(slot),
      orders.side[slot] as 0 | 1,
      orders.ticksAt(slot),
      orders.lotsAt(slot),
      reason,
    )
    if (positions) positions.reduce(slot, orders.lotsAt(slot))
    else book.remove(slot)
  }

  function place(order: PlaceOrder): void {
    const { orderId, timeInForce } = order
    if (order.reduceOnly) return placeReducing(order)
    if (!isSound(order) || book.slotOf(orderId) >= 0) return events.rejected(orderId, 'invalid')
    if (timeInForce === 'post_only' && crosses(order))
      return events.rejected(orderId, 'would_cross')
    if (timeInForce === 'fok' && !preview(book, order, positions).complete)
      return events.rejected(orderId, 'not_fillable')
    execute(order)
  }

  /**
   * What the position has no capacity for is cut off before the order meets the book
   * (docs/adr/trading.md); of a fill-or-kill order that is all of it.
   */
  function placeReducing(order: PlaceOrder): void {
    const { orderId, account, side, ticks, timeInForce } = order
    if (!positions || order.budget > 0 || !isSound(order) || book.slotOf(orderId) >= 0)
      return events.rejected(orderId, 'invalid')
    if (timeInForce === 'post_only' && crosses(order))
      return events.rejected(orderId, 'would_cross')
    const lots = Math.min(order.lots, positions.capacity(account, side))
    if (lots === 0 || (timeInForce === 'fok' && lots < order.lots))
      return events.rejected(orderId, 'reduce_only')
    if (timeInForce === 'fok' && !preview(book, order, positions).complete)
      return events.rejected(orderId, 'not_fillable')
    if (lots < order.lots) events.cut(orderId, side, ticks, order.lots - lots)
    execute({ ...order, lots })
    const slot = book.slotOf(orderId)
    if (slot >= 0) positions.addReduceOnly(slot)
  }

  function execute(order: PlaceOrder): void {
    const { orderId, timeInForce } = order
    const left = match(order)
    if (left === 0) return
    if (order.budget > 0) return events.cancelled(orderId, order.side, order.ticks, 0, 'unfilled')
    if (timeInForce === 'ioc' || timeInForce === 'fok')
      return events.cancelled(orderId, order.side, order.ticks, left, 'unfilled')
    const { account, party, side, ticks } = order
    book.add({ id: orderId, account, party, side, ticks, lots: left })
    events.rested(orderId, order.side, order.ticks, left)
  }

  function crosses(order: PlaceOrder): boolean {
    const best = book.best(opposite(order.side))
    return best > 0 && accepts(order, best)
  }

  function cancel(orderId: number): void {
    const slot = book.slotOf(orderId)
    if (slot < 0) return events.rejected(orderId, 'unknown_order')
    withdraw(slot, 'requested')
  }

  function amend({ orderId, ticks, lots, timeInForce, prevention }: AmendOrder): void {
    const slot = book.slotOf(orderId)
    if (slot < 0) return events.rejected(orderId, 'unknown_order')
    const order: PlaceOrder = {
      kind: 'place',
      orderId,
      account: orders.accountAt(slot),
      party: orders.partyAt(slot),
      side: orders.sideAt(slot),
      ticks,
      lots,
      budget: 0,
      timeInForce,
      prevention,
    }
    if (!isSound(order)) return events.rejected(orderId, 'invalid')
    const fewer = orders.lotsAt(slot) - lots
    if (orders.ticks[slot] === ticks && fewer >= 0) {
      if (fewer > 0 && positions) positions.reduce(slot, fewer)
      else if (fewer > 0) book.reduce(slot, fewer)
      return events.reduced(orderId, order.side, ticks, fewer, 'amended')
    }
    // An order cannot cross itself: whether it would trade is known before it is taken out.
    if (timeInForce === 'post_only' && crosses(order))
      return events.rejected(orderId, 'would_cross')
    const reduceOnly = positions !== null && positions.isReduceOnly(slot)
    withdraw(slot, 'amended')
    place(reduceOnly ? { ...order, reduceOnly } : order)
  }

  function previewReducing(order: PlaceOrder): Preview {
    const capacity =
      positions && order.budget === 0 ? positions.capacity(order.account, order.side) : 0
    const lots = Math.min(order.lots, capacity)
    if (lots === 0) return { lots: 0, tickLots: 0, complete: false }
    const found = preview(book, { ...order, lots }, positions)
    return { ...found, complete: found.complete && lots === order.lots }
  }

  return {
    submit(command) {
      events.clear()
      if (command.kind === 'place') place(command)
      else if (command.kind === 'cancel') cancel(command.orderId)
      else amend(command)
      return events
    },
    shift(rows) {
      events.clear()
      for (const [account, bought] of rows) positions?.shift(account, bought)
      return events
    },
    preview: (order) =>
      order.reduceOnly ? previewReducing(order) : preview(book, order, positions),
    book,
    position: (account) => positions?.positionOf(account) ?? 0,
    dump: () => dumpBook(book, events.firstSeq + events.length, positions),
    hash: () => hashBook(book, events.firstSeq + events.length, positions),
  }
}

function isSound(order: PlaceOrder): boolean {
  if (order.side !== BUY && order.side !== SELL) return false
  if (!(order.orderId > 0 && Number.isSafeInteger(order.orderId))) return false
  if (!(order.ticks > 0 && order.ticks <= MAX_TICKS && Number.isInteger(order.ticks))) return false
  if (order.budget > 0)
    return (
      order.budget <= MAX_BUDGET &&
      Number.isInteger(order.budget) &&
      order.timeInForce !== 'gtc' &&
      order.timeInForce !== 'post_only'
    )
  return (
    order.budget === 0 && order.lots > 0 && order.lots <= MAX_LOTS && Number.isInteger(order.lots)
  )
}
