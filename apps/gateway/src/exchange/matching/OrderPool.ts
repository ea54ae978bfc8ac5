import type { BookSide } from './command.ts'
import { enlarged } from './event.ts'

/** An order that comes to rest; numbers as in `PlaceOrder`. */
export interface NewRestingOrder {
  readonly id: number
  readonly account: number
  readonly party: number
  readonly side: BookSide
  readonly ticks: number
  readonly lots: number
}

/**
 * The resting orders as a structure of arrays; a queue is a doubly linked list through `next` and
 * `previous`.
 */
export class OrderPool {
  id = new Float64Array(1024)
  account = new Int32Array(1024)
  party = new Int32Array(1024)
  side = new Uint8Array(1024)
  level = new Int32Array(1024)
  ticks = new Int32Array(1024)
  lots = new Float64Array(1024)
  next = new Int32Array(1024)
  previous = new Int32Array(1024)
  #used = 0
  /** Freed slots, chained through `next`. */
  #free = -1

  take({ id, account, party, side, ticks, lots }: NewRestingOrder): number {
    let slot = this.#free
    if (slot >= 0) this.#free = this.next[slot]!
    else {
      slot = this.#used++
      if (slot === this.id.length) this.#grow()
    }
    this.id[slot] = id
    this.account[slot] = account
    this.party[slot] = party
    this.side[slot] = side
    this.ticks[slot] = ticks
    this.lots[slot] = lots
    return slot
  }

  /** Columns of one order, by its slot. */
  idAt(slot: number): number {
    return this.id[slot]!
  }

  accountAt(slot: number): number {
    return this.account[slot]!
  }

  partyAt(slot: number): number {
    return this.party[slot]!
  }

  levelAt(slot: number): number {
    return this.level[slot]!
  }

  ticksAt(slot: number): number {
    return this.ticks[slot]!
  }

  lotsAt(slot: number): number {
    return this.lots[slot]!
  }

  nextAt(slot: number): number {
    return this.next[slot]!
  }

  previousAt(slot: number): number {
    return this.previous[slot]!
  }

  sideAt(slot: number): BookSide {
    return this.side[slot] as BookSide
  }

  release(slot: number): void {
    this.next[slot] = this.#free
    this.#free = slot
  }

  #grow(): void {
    const size = this.id.length * 2
    this.id = enlarged(this.id, new Float64Array(size))
    this.account = enlarged(this.account, new Int32Array(size))
    this.party = enlarged(this.party, new Int32Array(size))
    this.side = enlarged(this.side, new Uint8Array(size))
    this.level = enlarged(this.level, new Int32Array(size))
    this.ticks = enlarged(this.ticks, new Int32Array(size))
    this.lots = enlarged(this.lots, new Float64Array(size))
    this.next = enlarged(this.next, new Int32Array(size))
    this.previous = enlarged(this.previous, new Int32Array(size))
  }
}
