import type { Book } from './Book.ts'
import { BUY, SELL, type BookSide } from './command.ts'
import type { EventBuffer } from './event.ts'

interface AccountPosition {
  /**
   * Bought less sold, exact as long as 8,192 of the largest orders do not stand on one side of it.
   */
  lots: number
  /**
   * The lots of its resting reduce-only orders, never more than the position: all of them stand on
   * the side that makes it smaller.
   */
  reservedLots: number
  /** Their slots, the nearest to the market and then the oldest first. */
  readonly slots: number[]
}

/** Positions as plain data. */
export interface PositionsDump {
  /**
   * Of an engine with positions: what every account is net long (below zero: short); accounts
   * without a position are left out.
   */
  readonly positions?: readonly (readonly [account: number, lots: number])[]
  /**
   * Of an engine with positions: the ids of the reduce-only orders, in the order of the book's
   * `orders`.
   */
  readonly reduceOnly?: readonly number[]
}

export interface PositionsOptions {
  readonly book: Book
  readonly events: EventBuffer
  readonly from?: PositionsDump | undefined
}

/** What is left of resting orders while a preview trades with them in turn. */
export interface StandingOrders {
  lotsAt(slot: number): number
  /** The preview has traded this many lots with it. */
  trade(slot: number, lots: number): void
}

/**
 * What every account is net long or short in one instrument, and its resting reduce-only orders
 * (docs/adr/trading.md). After every trade no account's reduce-only orders are larger than its
 * position: what is too much is taken from the order furthest from the market, among equals
 * from the latest, at once, before anything else can trade against it.
 */
export class Positions {
  readonly #book: Book
  readonly #events: EventBuffer
  readonly #accounts = new Map<number, AccountPosition>()

  constructor({ book, events, from }: PositionsOptions) {
    this.#book = book
    this.#events = events
    for (const [account, lots] of from?.positions ?? []) this.#open(account).lots = lots
    for (const orderId of from?.reduceOnly ?? []) this.addReduceOnly(book.slotOf(orderId))
  }

  positionOf(account: number): number {
    return this.#accounts.get(account)?.lots ?? 0
  }

  /** Every position that is not zero, by account. */
  entries(): readonly (readonly [account: number, lots: number])[] {
    return [...this.#accounts]
      .map(([account, { lots }]) => [account, lots] as const)
      .toSorted(([a], [b]) => a - b)
  }

  /** How many lots one more reduce-only order of this side may have. */
  capacity(account: number, side: BookSide): number {
    const position = this.#accounts.get(account)
    return position ? Math.max(0, reducible(position.lots, side) - position.reservedLots) : 0
  }

  isReduceOnly(slot: number): boolean {
    return this.#accounts.get(this.#book.orders.accountAt(slot))?.slots.includes(slot) ?? false
  }

  /** A reduce-only order has come to rest, within its capacity. */
  addReduceOnly(slot: number): void {
    const { orders } = this.#book
    const position = this.#open(orders.accountAt(slot))
    const isBehind = (other: number) =>
      orders.side[slot] === BUY
        ? orders.ticksAt(other) < orders.ticksAt(slot)
        : orders.ticksAt(other) > orders.ticksAt(slot)
    const at = position.slots.findIndex(isBehind)
    position.slots.splice(at < 0 ? position.slots.length : at, 0, slot)
    position.reservedLots += orders.lotsAt(slot)
  }

  /**
   * Takes `lots` off a resting order of whatever kind, which leaves the book when nothing is left.
   */
  reduce(slot: number, lots: number): void {
    const { orders } = this.#book
    const position = this.#accounts.get(orders.accountAt(slot))
    const at = position ? position.slots.indexOf(slot) : -1
    if (position && at >= 0) {
      position.reservedLots -= lots
      if (orders.lots[slot] === lots) position.slots.splice(at, 1)
    }
    this.#book.reduce(slot, lots)
  }

  /** The resting order trades; with one of the same account it moves nothing but the order. */
  trade(slot: number, { taker, lots }: { readonly taker: number; readonly lots: number }): void {
    const { orders } = this.#book
    const maker = orders.accountAt(slot)
    const bought = orders.side[slot] === BUY ? lots : -lots
    this.reduce(slot, lots)
    if (maker === taker) return
    this.#move(maker, bought)
    this.#move(taker, -bought)
  }

  /** Moves a position by a trade outside of the book. */
  shift(account: number, bought: number): void {
    this.#move(account, bought)
  }

  /**
   * For looking through the book in its order without touching it: what of each resting order will
   * stand when its turn comes, everything before it having traded. Earlier trades of the same
   * account may have used up the position that it reduces.
   */
  standing(taker: number): StandingOrders {
    const { orders } = this.#book
    const traded = new Map<number, number>()
    const lotsAt = (slot: number): number => {
      const account = orders.accountAt(slot)
      const position = account === taker ? undefined : this.#accounts.get(account)
      if (!position || position.reservedLots === 0) return orders.lotsAt(slot)
      const left = Math.abs(position.lots) - (traded.get(account) ?? 0)
      return position.slots.includes(slot)
        ? Math.min(orders.lotsAt(slot), Math.max(0, left))
        : orders.lotsAt(slot)
    }
    const trade = (slot: number, lots: number): void => {
      const account = orders.accountAt(slot)
      traded.set(account, (traded.get(account) ?? 0) + lots)
    }
    return { lotsAt, trade }
  }

  #open(account: number): AccountPosition {
    const known = this.#accounts.get(account)
    if (known) return known
    const position = { lots: 0, reservedLots: 0, slots: [] }
    this.#accounts.set(account, position)
    return position
  }

  #move(account: number, bought: number): void {
    const position = this.#open(account)
    position.lots += bought
    if (position.reservedLots > 0) this.#trim(position)
    if (position.lots === 0) this.#accounts.delete(account)
  }

  #trim(position: AccountPosition): void {
    const { orders } = this.#book
    const side = orders.side[position.slots[0]!] as BookSide
    let excess = position.reservedLots - reducible(position.lots, side)
    while (excess > 0) {
      const slot = position.slots.at(-1)!
      const id = orders.idAt(slot)
      const ticks = orders.ticksAt(slot)
      const resting = orders.lotsAt(slot)
      const lots = Math.min(excess, resting)
      if (lots === resting) this.#events.cancelled(id, side, ticks, lots, 'reduce_only')
      else this.#events.reduced(id, side, ticks, lots, 'reduce_only')
      this.reduce(slot, lots)
      excess -= lots
    }
  }
}

/** How many lots an order of this side takes off the position before it is none. */
function reducible(position: number, side: BookSide): number {
  return Math.max(0, side === SELL ? position : -position)
}
