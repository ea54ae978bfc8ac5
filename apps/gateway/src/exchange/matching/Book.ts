import { BUY, SELL, type BookSide } from './command.ts'
import { IdTable } from './IdTable.ts'
import { Ladder } from './Ladder.ts'
import { OrderPool, type NewRestingOrder } from './OrderPool.ts'

/** The resting orders of one symbol in price-time priority. Knows nothing of matching. */
export class Book {
  readonly orders = new OrderPool()
  readonly #ids = new IdTable()
  readonly #bids = new Ladder()
  readonly #asks = new Ladder()

  get size(): number {
    return this.#ids.size
  }

  ladder(side: BookSide): Ladder {
    return side === BUY ? this.#bids : this.#asks
  }

  /** The slot of a resting order, or -1. */
  slotOf(orderId: number): number {
    return this.#ids.get(orderId)
  }

  /** Best price of a side in ticks; 0 when the side is empty. */
  best(side: BookSide): number {
    const ladder = this.ladder(side)
    return ladder.count === 0 ? 0 : ticksOf(side, ladder.keys[ladder.count - 1]!)
  }

  lotsAt(side: BookSide, ticks: number): number {
    const ladder = this.ladder(side)
    const level = ladder.find(keyOf(side, ticks))
    return level < 0 ? 0 : ladder.total[level]!
  }

  /** Another party for a resting order, which keeps its place; ignores one that does not rest. */
  setParty(id: number, party: number): void {
    const slot = this.slotOf(id)
    if (slot >= 0) this.orders.party[slot] = party
  }

  /** Queues an order at the end of its level. */
  add(order: NewRestingOrder): void {
    const { orders } = this
    const { id, side, ticks, lots } = order
    const ladder = this.ladder(side)
    const slot = orders.take(order)
    const level = ladder.open(keyOf(side, ticks))
    const tail = ladder.tail[level]!
    orders.level[slot] = level
    orders.previous[slot] = tail
    orders.next[slot] = -1
    if (tail < 0) ladder.head[level] = slot
    else orders.next[tail] = slot
    ladder.tail[level] = slot
    ladder.total[level]! += lots
    this.#ids.add(id, slot)
  }

  /** Takes `lots` off a resting order, which leaves the book when nothing is left. */
  reduce(slot: number, lots: number): void {
    const { orders } = this
    if (orders.lots[slot] === lots) return this.remove(slot)
    orders.lots[slot]! -= lots
    this.ladder(orders.sideAt(slot)).total[orders.levelAt(slot)]! -= lots
  }

  remove(slot: number): void {
    const { orders } = this
    const side = orders.sideAt(slot)
    const ladder = this.ladder(side)
    const level = orders.levelAt(slot)
    const next = orders.nextAt(slot)
    const previous = orders.previousAt(slot)
    if (previous < 0) ladder.head[level] = next
    else orders.next[previous] = next
    if (next < 0) ladder.tail[level] = previous
    else orders.previous[next] = previous
    if (ladder.head[level]! < 0) ladder.close(keyOf(side, orders.ticksAt(slot)))
    else ladder.total[level]! -= orders.lotsAt(slot)
    this.#ids.remove(orders.idAt(slot))
    orders.release(slot)
  }

  /** Calls back for every level, best first, until a call answers `false`. */
  eachLevel(side: BookSide, visit: (ticks: number, lots: number, head: number) => boolean): void {
    const ladder = this.ladder(side)
    for (let at = ladder.count - 1; at >= 0; at--) {
      const level = ladder.levels[at]!
      if (!visit(ticksOf(side, ladder.keys[at]!), ladder.total[level]!, ladder.head[level]!)) return
    }
  }

  /**
   * Every order in book order: bids from the best, then asks from the best, each level in time
   * order.
   */
  *inOrder(): Generator<number> {
    for (const side of [BUY, SELL] as const) {
      const ladder = this.ladder(side)
      for (let at = ladder.count - 1; at >= 0; at--)
        for (
          let slot = ladder.head[ladder.levels[at]!]!;
          slot >= 0;
          slot = this.orders.nextAt(slot)
        )
          yield slot
    }
  }
}

export const keyOf = (side: BookSide, ticks: number): number => (side === BUY ? ticks : -ticks)
export const ticksOf = (side: BookSide, key: number): number => (side === BUY ? key : -key)
