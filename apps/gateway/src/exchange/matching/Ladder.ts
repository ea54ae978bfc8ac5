import { enlarged } from './event.ts'

/**
 * The price levels of one side, sorted so that the best is last: most changes happen near the best
 * price, and there an insertion moves few entries. The key is the price of a bid and the negated
 * price of an ask, so one order serves both.
 */
export class Ladder {
  count = 0
  /** By position: key and level. */
  keys = new Int32Array(256)
  levels = new Int32Array(256)
  /** By level: first and last order of the queue, lots in total. */
  head = new Int32Array(256)
  tail = new Int32Array(256)
  total = new Float64Array(256)
  #free: number[] = []
  #used = 0

  /** The level of `key`, or -1. */
  find(key: number): number {
    const at = this.#position(key)
    return at < this.count && this.keys[at] === key ? this.levels[at]! : -1
  }

  /** The level of `key`, made when absent. */
  open(key: number): number {
    const at = this.#position(key)
    if (at < this.count && this.keys[at] === key) return this.levels[at]!
    if (this.count === this.keys.length) this.#grow()
    if (at < this.count) {
      this.keys.copyWithin(at + 1, at, this.count)
      this.levels.copyWithin(at + 1, at, this.count)
    }
    const level = this.#free.pop() ?? this.#used++
    this.keys[at] = key
    this.levels[at] = level
    this.head[level] = -1
    this.tail[level] = -1
    this.total[level] = 0
    this.count++
    return level
  }

  close(key: number): void {
    const at = this.#position(key)
    this.#free.push(this.levels[at]!)
    this.count--
    if (at === this.count) return
    this.keys.copyWithin(at, at + 1, this.count + 1)
    this.levels.copyWithin(at, at + 1, this.count + 1)
  }

  /** Where `key` stands or would stand. */
  #position(key: number): number {
    const keys = this.keys
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (keys[middle]! < key) low = middle + 1
      else high = middle
    }
    return low
  }

  #grow(): void {
    const size = this.keys.length * 2
    this.keys = enlarged(this.keys, new Int32Array(size))
    this.levels = enlarged(this.levels, new Int32Array(size))
    this.head = enlarged(this.head, new Int32Array(size))
    this.tail = enlarged(this.tail, new Int32Array(size))
    this.total = enlarged(this.total, new Float64Array(size))
  }
}
