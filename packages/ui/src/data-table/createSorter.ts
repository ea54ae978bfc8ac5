import type { SortRule } from './columns.ts'
import { collatorOf, compareKeys, sortKey, type SortKey } from './sortKeys.ts'
import type { SortDirection } from './sortCycle.ts'

export interface SortOrder<R> {
  readonly rule: SortRule<R>
  readonly direction: SortDirection
  /** Of texts, an Intl tag; default that of the platform. */
  readonly language?: string | undefined
}

interface Sorted<R> extends SortOrder<R> {
  readonly source: readonly R[]
  /** Of each row of the source. */
  readonly keys: SortKey[]
  /**
   * Places in the source, the first `count` of them in sorted order. They and the marks are written
   * over, not made anew: with every price a hundred thousand would be thrown away.
   */
  readonly places: Uint32Array
  readonly count: number
  /** One for each place; all 0 between two sorts. */
  readonly marks: Uint8Array
  readonly rows: readonly R[]
}

/** Above this share of changed keys sorting anew is no slower than merging. */
const MERGED_BELOW = 0.25

/**
 * Sorts as `sortRows` does, and remembers: of rows that were handed in before (the same objects at
 * the same places) neither the keys are read nor the order is worked out again. Ten rows that
 * changed among many thousand cost one pass over them, not a sort.
 */
export function createSorter<R>(): (rows: readonly R[], order: SortOrder<R>) => readonly R[] {
  let last: Sorted<R> | undefined
  return (rows, order) => {
    last =
      last?.rule === order.rule &&
      last.language === order.language &&
      last.source.length === rows.length
        ? again(last, { ...order, source: rows })
        : anew({ ...order, source: rows })
    return last.rows
  }
}

type Wanted<R> = SortOrder<R> & { readonly source: readonly R[] }

function anew<R>(wanted: Wanted<R>): Sorted<R> {
  const { length } = wanted.source
  return sorted(wanted, {
    keys: wanted.source.map((row) => sortKey(wanted.rule, row)),
    places: new Uint32Array(length),
    marks: new Uint8Array(length),
  })
}

type Memory<R> = Pick<Sorted<R>, 'keys' | 'places' | 'marks'>

function sorted<R>(wanted: Wanted<R>, memory: Memory<R>): Sorted<R> {
  const { keys, places } = memory
  const found = sortedPlaces(keys, { among: keys.keys(), by: comparison(keys, wanted) })
  places.set(found)
  return inOrder(wanted, { ...memory, count: found.length })
}

function again<R>(last: Sorted<R>, wanted: Wanted<R>): Sorted<R> {
  const { source } = wanted
  const keys = last.keys
  const collator = collatorOf(wanted.language)
  const moved: number[] = []
  let changed = false
  for (let place = 0; place < source.length; place += 1) {
    if (source[place] === last.source[place]) continue
    changed = true
    const key = sortKey(wanted.rule, source[place] as R)
    if (compareKeys(key, keys[place], collator) !== 0) moved.push(place)
    keys[place] = key
  }
  if (wanted.direction !== last.direction || moved.length > source.length * MERGED_BELOW)
    return sorted(wanted, last)
  if (moved.length === 0) return changed ? inOrder(wanted, last) : { ...last, source }
  const by = comparison(keys, wanted)
  const kept = without(last, moved)
  const fresh = sortedPlaces(keys, { among: moved, by })
  merge(last.places, { kept, fresh, by })
  return inOrder(wanted, { ...last, count: kept + fresh.length })
}

type Compare = (a: number, b: number) => number

/** Ties stand in the order of the source in both directions. */
function comparison(
  keys: readonly SortKey[],
  { direction, language }: Pick<SortOrder<never>, 'direction' | 'language'>,
): Compare {
  const collator = collatorOf(language)
  const sign = direction === 'ascending' ? 1 : -1
  return (a, b) => sign * compareKeys(keys[a], keys[b], collator) || a - b
}

/** The places that have a key. */
function sortedPlaces(
  keys: readonly SortKey[],
  { among, by }: { readonly among: Iterable<number>; readonly by: Compare },
): readonly number[] {
  const places: number[] = []
  for (const place of among) if (keys[place] !== undefined) places.push(place)
  return places.sort(by)
}

/**
 * Closes the gaps of those that moved, among them any whose row lost its key, and says how many
 * places are left.
 */
function without(
  { places, count, marks }: Pick<Sorted<never>, 'places' | 'count' | 'marks'>,
  moved: readonly number[],
): number {
  for (const place of moved) marks[place] = 1
  let kept = 0
  for (let at = 0; at < count; at += 1) {
    const place = places[at] ?? 0
    if (marks[place] === 1) continue
    places[kept] = place
    kept += 1
  }
  for (const place of moved) marks[place] = 0
  return kept
}

/**
 * Puts fresh places among those kept, both sorted. Where one belongs is searched for, and what
 * stands behind it moves as a whole.
 */
function merge(
  places: Uint32Array,
  {
    kept,
    fresh,
    by,
  }: { readonly kept: number; readonly fresh: readonly number[]; readonly by: Compare },
): void {
  let end = kept
  for (let left = fresh.length; left > 0; left -= 1) {
    const place = fresh[left - 1] ?? 0
    const to = firstAfter(places, { place, end, by })
    places.copyWithin(to + left, to, end)
    places[to + left - 1] = place
    end = to
  }
}

function firstAfter(
  places: Uint32Array,
  { place, end, by }: { readonly place: number; readonly end: number; readonly by: Compare },
): number {
  let low = 0
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (by(places[middle] ?? 0, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Missing values stand behind all others, in the order of the source. */
function inOrder<R>(wanted: Wanted<R>, memory: Memory<R> & Pick<Sorted<R>, 'count'>): Sorted<R> {
  const { source } = wanted
  const { keys, places, count, marks } = memory
  const rows = [...source]
  for (let at = 0; at < count; at += 1) rows[at] = source[places[at] ?? 0] as R
  let at = count
  for (let place = 0; at < source.length; place += 1) {
    if (keys[place] !== undefined) continue
    rows[at] = source[place] as R
    at += 1
  }
  return { ...wanted, keys, places, count, marks, rows }
}
