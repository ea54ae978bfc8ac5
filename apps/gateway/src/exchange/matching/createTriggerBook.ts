import { contractPriceKinds, triggerStep, type ContractPriceKind, type Trigger } from './trigger.ts'

/** A trigger by its order and its place among that order's triggers. */
export interface Reached {
  readonly orderId: number
  readonly which: number
}

/**
 * What waits for a price, for one pair and realm: nothing of it is in the book. Deterministic: the
 * same triggers and price give the same answer.
 */
export interface TriggerBook {
  /** Takes in the triggers of an order, or its new ones in place of the old. */
  put(orderId: number, triggers: readonly Trigger<ContractPriceKind>[]): void
  drop(orderId: number): void
  /**
   * The triggers that the price reaches: the one it came to first, the oldest order among equals.
   * Each stays until its order is dropped.
   */
  reached(by: ContractPriceKind, price: number): readonly Reached[]
  /** The trailing triggers that trail on from this price. */
  trailing(by: ContractPriceKind, price: number): readonly Reached[]
  waitsFor(by: ContractPriceKind): boolean
}

interface Entry extends Reached {
  readonly trigger: Trigger<ContractPriceKind>
}

type Shelf = 'rising' | 'falling' | 'trailing'

export function createTriggerBook(): TriggerBook {
  const orders = new Map<number, readonly Entry[]>()
  /** Sorted so that the entry to be reached first is last; trailing ones oldest last. */
  const shelves = Object.fromEntries(
    contractPriceKinds.map((by) => [by, { rising: [], falling: [], trailing: [] }]),
  ) as unknown as Record<ContractPriceKind, Record<Shelf, Entry[]>>

  const listOf = ({ trigger }: Entry): Entry[] => shelves[trigger.by][shelfOf(trigger)]

  function drop(orderId: number): void {
    for (const entry of orders.get(orderId) ?? []) {
      const list = listOf(entry)
      list.splice(placeOf(list, entry), 1)
    }
    orders.delete(orderId)
  }

  return {
    put(orderId, triggers) {
      drop(orderId)
      const entries = triggers.map((trigger, which): Entry => ({ orderId, which, trigger }))
      for (const entry of entries) {
        const list = listOf(entry)
        list.splice(placeOf(list, entry), 0, entry)
      }
      if (entries.length > 0) orders.set(orderId, entries)
    },
    drop,
    reached(by, price) {
      const fires = ({ trigger }: Entry) => triggerStep(trigger, price) === 'fires'
      const { rising, falling, trailing } = shelves[by]
      // On a sorted shelf the first that the price does not reach ends it.
      const sorted = [rising, falling].flatMap((list) =>
        list.slice(list.findLastIndex((entry) => !fires(entry)) + 1).toReversed(),
      )
      return [...sorted, ...trailing.filter(fires).toReversed()]
    },
    trailing: (by, price) =>
      shelves[by].trailing
        .filter(({ trigger }) => triggerStep(trigger, price) === 'trails')
        .toReversed(),
    waitsFor: (by) => Object.values(shelves[by]).some((list) => list.length > 0),
  }
}

function shelfOf({ callback, rises }: Trigger<ContractPriceKind>): Shelf {
  return callback > 0 ? 'trailing' : rises ? 'rising' : 'falling'
}

/** Where an entry stands or would stand. */
function placeOf(list: readonly Entry[], entry: Entry): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comesLater(list[middle]!, entry)) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether `a` is reached after `b`. All entries of a shelf rise, fall or trail together. */
function comesLater(a: Entry, b: Entry): boolean {
  const apart =
    a.trigger.callback > 0
      ? 0
      : a.trigger.rises
        ? a.trigger.ticks - b.trigger.ticks
        : b.trigger.ticks - a.trigger.ticks
  return (apart || a.orderId - b.orderId || a.which - b.which) > 0
}
