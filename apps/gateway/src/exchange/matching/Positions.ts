import type { Book } from './Book.ts'
import { BUY, SELL, type BookSide } from './command.ts'
import type { EventBuffer } from './event.ts'

interface Account {
  /**
   * Bought less sold, exact as long as 8,192 of the largest orders do not stand on one side of it.
   */
  lots: number
  /**
   * The lots of its resting reduce-only orders, never more than the position: all of them stand on
   * the side that makes it smaller.
   */
  promised: number
  /** Their slots, the nearest to the market and then the oldest first. */
  readonly slots: number[]
}

/** Positions as plain data. */
export interface PositionsDump {
  /**
   * Of an engine with positions: what every owner is net long (below zero: short), by owner; those
   * without a position are left out.
   */
  readonly positions?: readonly (readonly [owner: number, lots: number])[]
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

/**
 * What every owner is net long or short in one symbol, and the resting reduce-only orders that live
 * by it (docs/adr/trading.md). After every trade no owner's reduce-only orders promise more than
 * the position: what is too much is taken from the order furthest from the market, among equals
 * from the latest, at once, before anything else can trade against it.
 */
export class Positions {
  readonly #book: Book
  readonly #events: EventBuffer
  readonly #accounts = new Map<number, Account>()

  constructor({ book, events, from }: PositionsOptions) {
    this.#book = book
    this.#events = events
    for (const [owner, lots] of from?.positions ?? []) this.#account(owner).lots = lots
    for (const orderId of from?.reduceOnly ?? []) this.join(book.slotOf(orderId))
  }

  of(owner: number): number {
    return this.#accounts.get(owner)?.lots ?? 0
  }

  /** Every position that is not zero, by owner. */
  all(): readonly (readonly [owner: number, lots: number])[] {
    return [...this.#accounts]
      .map(([owner, { lots }]) => [owner, lots] as const)
      .toSorted(([a], [b]) => a - b)
  }

  /** How many lots one more reduce-only order of this side may have. */
  capacity(owner: number, side: BookSide): number {
    const account = this.#accounts.get(owner)
    return account ? Math.max(0, reducible(account.lots, side) - account.promised) : 0
  }

  holds(slot: number): boolean {
    return this.#accounts.get(this.#book.orders.ownerAt(slot))?.slots.includes(slot) ?? false
  }

  /** A reduce-only order has come to rest, within its capacity. */
  join(slot: number): void {
    const { orders } = this.#book
    const account = this.#account(orders.ownerAt(slot))
    const isBehind = (other: number) =>
      orders.side[slot] === BUY
        ? orders.ticksAt(other) < orders.ticksAt(slot)
        : orders.ticksAt(other) > orders.ticksAt(slot)
    const at = account.slots.findIndex(isBehind)
    account.slots.splice(at < 0 ? account.slots.length : at, 0, slot)
    account.promised += orders.lotsAt(slot)
  }

  /**
   * Takes `lots` off a resting order of whatever kind, which leaves the book when nothing is left.
   */
  reduce(slot: number, lots: number): void {
    const { orders } = this.#book
    const account = this.#accounts.get(orders.ownerAt(slot))
    const at = account ? account.slots.indexOf(slot) : -1
    if (account && at >= 0) {
      account.promised -= lots
      if (orders.lots[slot] === lots) account.slots.splice(at, 1)
    }
    this.#book.reduce(slot, lots)
  }

  /** The resting order trades; with one of the same owner it moves nothing but the order. */
  trade(slot: number, { taker, lots }: { readonly taker: number; readonly lots: number }): void {
    const { orders } = this.#book
    const maker = orders.ownerAt(slot)
    const bought = orders.side[slot] === BUY ? lots : -lots
    this.reduce(slot, lots)
    if (maker === taker) return
    this.#move(maker, bought)
    this.#move(taker, -bought)
  }

  /**
   * For looking through the book in its order without touching it: what of each resting order will
   * stand when its turn comes, everything before it having traded. Earlier trades of the same owner
   * may have used up the position it lives by.
   */
  standing(taker: number): (slot: number) => number {
    const { orders } = this.#book
    const traded = new Map<number, number>()
    return (slot) => {
      const owner = orders.ownerAt(slot)
      const account = owner === taker ? undefined : this.#accounts.get(owner)
      if (!account || account.promised === 0) return orders.lotsAt(slot)
      const before = traded.get(owner) ?? 0
      const lots = account.slots.includes(slot)
        ? Math.min(orders.lotsAt(slot), Math.max(0, Math.abs(account.lots) - before))
        : orders.lotsAt(slot)
      traded.set(owner, before + lots)
      return lots
    }
  }

  #account(owner: number): Account {
    const known = this.#accounts.get(owner)
    if (known) return known
    const account = { lots: 0, promised: 0, slots: [] }
    this.#accounts.set(owner, account)
    return account
  }

  #move(owner: number, bought: number): void {
    const account = this.#account(owner)
    account.lots += bought
    if (account.promised > 0) this.#trim(account)
    if (account.lots === 0) this.#accounts.delete(owner)
  }

  #trim(account: Account): void {
    const { orders } = this.#book
    const side = orders.side[account.slots[0]!] as BookSide
    let excess = account.promised - reducible(account.lots, side)
    while (excess > 0) {
      const slot = account.slots.at(-1)!
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
