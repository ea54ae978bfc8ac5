import type { Hold } from '../accounts/hold.ts'

/**
 * Most commands touch two or three of a kind, which are compared faster than they are hashed;
 * beyond this many there is an index.
 */
const FEW = 16
const NONE: readonly never[] = []

/** What a command touched, each once, in the order in which it was touched first. */
export class Touched<T> {
  #list: T[] | undefined
  #seen: Set<T> | undefined

  get list(): readonly T[] {
    return this.#list ?? NONE
  }

  add(value: T): void {
    const list = this.#list
    if (!list) {
      // An array that a first value is pushed to has the capacity for sixteen more.
      this.#list = [value]
      return
    }
    if (this.#seen ? this.#seen.has(value) : list.includes(value)) return
    list.push(value)
    if (this.#seen) this.#seen.add(value)
    else if (list.length > FEW) this.#seen = new Set(list)
  }
}

/** The latest word on each hold, in the order in which they were set first. */
export class LatestHolds {
  #list: Hold[] | undefined
  #places: Map<string, number> | undefined

  get list(): readonly Hold[] {
    return this.#list ?? NONE
  }

  set(hold: Hold): void {
    const list = this.#list
    if (!list) {
      this.#list = [hold]
      return
    }
    const place = this.#placeOf(list, hold)
    if (place >= 0) {
      list[place] = hold
      return
    }
    list.push(hold)
    if (this.#places) this.#places.set(nameOf(hold), list.length - 1)
    else if (list.length > FEW)
      this.#places = new Map(list.map((each, index) => [nameOf(each), index]))
  }

  #placeOf(list: readonly Hold[], hold: Hold): number {
    if (this.#places) return this.#places.get(nameOf(hold)) ?? -1
    for (let place = 0; place < list.length; place++)
      if (list[place]!.ref === hold.ref && list[place]!.scope === hold.scope) return place
    return -1
  }
}

const nameOf = ({ scope, ref }: Hold): string => `${scope} ${ref}`
