/**
 * How much is known of who asks for a turn; each standing has an equal share of the turns while all
 * of them wait.
 */
export type Standing = 'known' | 'challenged' | 'unproved'

export interface QueueSource {
  /** The address group or site that shares one place in the rotation. */
  readonly group: string
  readonly standing: Standing
}

export interface FairQueue<T> {
  readonly length: number
  push(item: T, source: QueueSource): void
  /**
   * The next item: standings in rotation, within one the groups in rotation, within a group the
   * oldest.
   */
  shift(): T | undefined
  /** The most items of those that wait now that are served before a new one of this source. */
  turnsBefore(source: QueueSource): number
  /** Takes every item out for which `isOver` holds. */
  drain(isOver: (item: T) => boolean): T[]
}

/**
 * A queue that no group and no standing can fill for the others: a map of groups whose order is the
 * rotation.
 */
export function createFairQueue<T>(): FairQueue<T> {
  const standings = new Map<Standing, Map<string, T[]>>()
  const sizeOf = (groups: Map<string, T[]>): number =>
    sum([...groups.values()].map((items) => items.length))

  return {
    get length() {
      return sum([...standings.values()].map(sizeOf))
    },

    push(item, { group, standing }) {
      const groups = standings.get(standing) ?? new Map<string, T[]>()
      standings.set(standing, groups)
      const items = groups.get(group)
      if (items) items.push(item)
      else groups.set(group, [item])
    },

    shift() {
      const [next] = standings
      if (!next) return undefined
      const [standing, groups] = next
      const item = takeFrom(groups)
      // Who was served goes to the end of the rotation.
      standings.delete(standing)
      if (groups.size > 0) standings.set(standing, groups)
      return item
    },

    turnsBefore({ group, standing }) {
      const groups = standings.get(standing) ?? new Map<string, T[]>()
      const own = groups.get(group)?.length ?? 0
      const others = [...groups]
        .filter(([name]) => name !== group)
        .map(([, items]) => Math.min(items.length, own + 1))
      const within = own + sum(others)
      const elsewhere = [...standings]
        .filter(([name]) => name !== standing)
        .map(([, other]) => Math.min(sizeOf(other), within + 1))
      return within + sum(elsewhere)
    },

    drain(isOver) {
      const drained: T[] = []
      for (const [standing, groups] of standings) {
        for (const [group, items] of groups) {
          drained.push(...items.filter(isOver))
          const left = items.filter((item) => !isOver(item))
          if (left.length > 0) groups.set(group, left)
          else groups.delete(group)
        }
        if (groups.size === 0) standings.delete(standing)
      }
      return drained
    },
  }
}

function takeFrom<T>(groups: Map<string, T[]>): T | undefined {
  const [next] = groups
  if (!next) return undefined
  const [group, [item, ...left]] = next
  groups.delete(group)
  if (left.length > 0) groups.set(group, left)
  return item
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
