/**
 * Order id -> slot: an open-addressing hash table over typed arrays. Ids come from one counter, so
 * the id's low bits are the hash: neighbours in time stay neighbours in memory. Deletion shifts the
 * cluster back; there are no tombstones.
 */
export class IdTable {
  size = 0
  #mask: number
  #keys: Float64Array
  #slots: Int32Array

  constructor(capacity = 1024) {
    this.#mask = capacity - 1
    this.#keys = new Float64Array(capacity)
    this.#slots = new Int32Array(capacity)
  }

  /** The slot, or -1. */
  get(id: number): number {
    const keys = this.#keys
    const mask = this.#mask
    for (let at = id & mask; ; at = (at + 1) & mask) {
      const key = keys[at]!
      if (key === id) return this.#slots[at]!
      if (key === 0) return -1
    }
  }

  /** `id` must not be in the table. */
  add(id: number, slot: number): void {
    if (this.size * 2 > this.#mask) this.#grow()
    this.size++
    this.#put(id, slot)
  }

  /** `id` must be in the table. */
  remove(id: number): void {
    const keys = this.#keys
    const mask = this.#mask
    let hole = id & mask
    while (keys[hole] !== id) hole = (hole + 1) & mask
    this.size--
    for (let at = (hole + 1) & mask; ; at = (at + 1) & mask) {
      const key = keys[at]!
      if (key === 0) break
      // A key may move into the hole unless its home lies between the hole and where it stands.
      if (((at - (key & mask)) & mask) < ((at - hole) & mask)) continue
      keys[hole] = key
      this.#slots[hole] = this.#slots[at]!
      hole = at
    }
    keys[hole] = 0
  }

  #put(id: number, slot: number): void {
    let at = id & this.#mask
    while (this.#keys[at] !== 0) at = (at + 1) & this.#mask
    this.#keys[at] = id
    this.#slots[at] = slot
  }

  #grow(): void {
    const keys = this.#keys
    const slots = this.#slots
    this.#mask = this.#mask * 2 + 1
    this.#keys = new Float64Array(this.#mask + 1)
    this.#slots = new Int32Array(this.#mask + 1)
    for (let at = 0; at < keys.length; at++) if (keys[at] !== 0) this.#put(keys[at]!, slots[at]!)
  }
}
