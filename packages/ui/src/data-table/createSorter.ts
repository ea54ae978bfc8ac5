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
  /** Places in the source, in sorted order. Numbers without boxes: a hundred thousand of them are copied with every price. */
  readonly places: Uint32Array
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
  const moved: number[] = []
  let changed = false
  for (let place = 0; place < source.length; place += 1) {
    if (source[place] === last.source[place]) continue
    changed = true
    const key = sortKey(wanted.rule, source[place] as R)
    if (compareKeys(key, keys[place]) !== 0) moved.push(place)
    keys[place] = key
  }
  const by = comparison(keys, wanted)
  if (wanted.direction !== last.direction || moved.length > source.length * MERGED_BELOW) return inOrder(wanted, { keys, places: sortedPlaces(keys, { among: keys.keys(), by }) })
  if (moved.length === 0) return changed ? inOrder(wanted, { keys, places: last.places }) : { ...last, source }
  return inOrder(wanted, { keys, places: merge(without(last.places, { moved, of: source.length }), { fresh: sortedPlaces(keys, { among: moved, by }), by }) })
}

type Compare = (a: number, b: number) => number

/** Ties stand in the order of the source in both directions. */
function comparison(keys: readonly SortKey[], { direction }: Pick<SortOrder<never>, 'direction'>): Compare {
  const sign = direction === 'ascending' ? 1 : -1
  return (a, b) => sign * compareKeys(keys[a], keys[b]) || a - b
}

/** The places that have a key. */
function sortedPlaces(keys: readonly SortKey[], { among, by }: { readonly among: Iterable<number>; readonly by: Compare }): Uint32Array {
  const places: number[] = []
  for (const place of among) if (keys[place] !== undefined) places.push(place)
  return Uint32Array.from(places.sort(by))
}

function without(places: Uint32Array, { moved, of }: { readonly moved: readonly number[]; readonly of: number }): Uint32Array {
  const gone = new Uint8Array(of)
  for (const place of moved) gone[place] = 1
  const kept = new Uint32Array(places.length)
  let count = 0
  for (const place of places) {
    if (gone[place] === 1) continue
    kept[count] = place
    count += 1
  }
  return kept.subarray(0, count)
}

/** Of two sorted lists one. Where a fresh place belongs is searched for, and what stands before it is copied as a whole. */
function merge(kept: Uint32Array, { fresh, by }: { readonly fresh: Uint32Array; readonly by: Compare }): Uint32Array {
  const merged = new Uint32Array(kept.length + fresh.length)
  let from = 0
  for (const [count, place] of fresh.entries()) {
    const to = firstAfter(kept, { place, from, by })
    merged.set(kept.subarray(from, to), from + count)
    merged[to + count] = place
    from = to
  }
  merged.set(kept.subarray(from), from + fresh.length)
  return merged
}

function firstAfter(kept: Uint32Array, { place, from, by }: { readonly place: number; readonly from: number; readonly by: Compare }): number {
  let low = from
  let high = kept.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (by(kept[middle] ?? 0, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Missing values stand behind all others, in the order of the source. */
function inOrder<R>(wanted: Wanted<R>, { keys, places }: Pick<Sorted<R>, 'keys' | 'places'>): Sorted<R> {
  const { source } = wanted
  const rows = [...source]
  let count = 0
  for (const place of places) {
    rows[count] = source[place] as R
    count += 1
  }
  if (count < source.length) {
    for (const [place, row] of source.entries()) {
      if (keys[place] !== undefined) continue
      rows[count] = row
      count += 1
    }
  }
  return { ...wanted, keys, places, rows }
}
