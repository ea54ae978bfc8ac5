import type { SortRule } from './columns.ts'
import { compareKeys, sortKey, type SortKey } from './sortKeys.ts'
import type { SortDirection } from './sortCycle.ts'

interface SortOrder<R> {
  readonly rule: SortRule<R>
  readonly direction: SortDirection
}

interface Sorted<R> extends SortOrder<R> {
  readonly source: readonly R[]
  /** Of each row of the source. */
  readonly keys: SortKey[]
  /** Places in the source, in sorted order. */
  readonly places: readonly number[]
  readonly rows: readonly R[]
}

/** Above this share of changed keys sorting anew is no slower than merging. */
const MERGED_BELOW = 0.25

/**
 * Sorts as `sortRows` does, and remembers: of rows that were handed in before (the same objects at the same places) neither the keys
 * are read nor the order is worked out again. Ten rows that changed among many thousand cost one pass over them, not a sort.
 */
export function createSorter<R>(): (rows: readonly R[], order: SortOrder<R>) => readonly R[] {
  let last: Sorted<R> | undefined
  return (rows, order) => {
    last = last?.rule === order.rule && last.source.length === rows.length ? again(last, { ...order, source: rows }) : anew({ ...order, source: rows })
    return last.rows
  }
}

type Wanted<R> = SortOrder<R> & { readonly source: readonly R[] }

function anew<R>(wanted: Wanted<R>): Sorted<R> {
  const keys = wanted.source.map((row) => sortKey(wanted.rule, row))
  return inOrder(wanted, { keys, places: sortedPlaces(keys, { among: keys.keys(), by: comparison(keys, wanted) }) })
}

function again<R>(last: Sorted<R>, wanted: Wanted<R>): Sorted<R> {
  const { source } = wanted
  const keys = last.keys
  const moved = new Set<number>()
  let changed = false
  for (let place = 0; place < source.length; place += 1) {
    if (source[place] === last.source[place]) continue
    changed = true
    const key = sortKey(wanted.rule, source[place] as R)
    if (compareKeys(key, keys[place]) !== 0) moved.add(place)
    keys[place] = key
  }
  const by = comparison(keys, wanted)
  if (wanted.direction !== last.direction || moved.size > source.length * MERGED_BELOW) return inOrder(wanted, { keys, places: sortedPlaces(keys, { among: keys.keys(), by }) })
  if (moved.size === 0) return changed ? inOrder(wanted, { keys, places: last.places }) : { ...last, source }
  const kept = last.places.filter((place) => !moved.has(place) && keys[place] !== undefined)
  return inOrder(wanted, { keys, places: merge(kept, { fresh: sortedPlaces(keys, { among: moved, by }), by }) })
}

type Compare = (a: number, b: number) => number

/** Ties stand in the order of the source in both directions. */
function comparison(keys: readonly SortKey[], { direction }: Pick<SortOrder<never>, 'direction'>): Compare {
  const sign = direction === 'ascending' ? 1 : -1
  return (a, b) => sign * compareKeys(keys[a], keys[b]) || a - b
}

/** The places that have a key. */
function sortedPlaces(keys: readonly SortKey[], { among, by }: { readonly among: Iterable<number>; readonly by: Compare }): number[] {
  const places: number[] = []
  for (const place of among) if (keys[place] !== undefined) places.push(place)
  return places.sort(by)
}

function merge(kept: readonly number[], { fresh, by }: { readonly fresh: readonly number[]; readonly by: Compare }): number[] {
  const merged: number[] = []
  let next = 0
  for (const place of kept) {
    for (let one = fresh[next]; one !== undefined && by(one, place) < 0; one = fresh[next]) {
      merged.push(one)
      next += 1
    }
    merged.push(place)
  }
  return [...merged, ...fresh.slice(next)]
}

/** Missing values stand behind all others, in the order of the source. */
function inOrder<R>(wanted: Wanted<R>, { keys, places }: Pick<Sorted<R>, 'keys' | 'places'>): Sorted<R> {
  const { source } = wanted
  const rows = places.map((place) => source[place] as R)
  if (places.length < source.length) for (const [place, row] of source.entries()) if (keys[place] === undefined) rows.push(row)
  return { ...wanted, keys, places, rows }
}
