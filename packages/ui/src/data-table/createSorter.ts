import type { SortRule } from './columns.ts'
import { collatorOf, compareKeys, sortKey, type SortKey } from './sortKeys.ts'
import type { SortDirection } from './sortCycle.ts'

/** How rows are sorted. */
export interface SortOrder<R> {
  readonly rule: SortRule<R>
  readonly direction: SortDirection
  /** Intl tag for text; default the platform's language. */
  readonly language?: string | undefined
}

interface Sorted<R> extends SortOrder<R> {
  readonly source: readonly R[]
  /** Sort key of each source row. */
  readonly keys: SortKey[]
  /**
   * Indexes into the source; the first `count` are in sorted order. The arrays are reused: with
   * each price update a hundred thousand entries would become garbage.
   */
  readonly places: Uint32Array
  readonly count: number
  /** One per index; all 0 between two sorts. */
  readonly marks: Uint8Array
  readonly rows: readonly R[]
}

/** Above this share of changed keys a full sort is at least as fast as merging. */
const MERGED_BELOW = 0.25

/**
 * Creates a function that sorts like `sortRows` and caches: rows that are the same objects at the
 * same indexes keep their keys and order. Ten changes among thousands of rows cost one pass and no
 * sort.
 */
export function createSorter<R>(): (rows: readonly R[], order: SortOrder<R>) => readonly R[] {
  let last: Sorted<R> | undefined
  return (rows, order) => {
    last =
      last?.rule === order.rule &&
      last.language === order.language &&
      last.source.length === rows.length
        ? resort(last, { ...order, source: rows })
        : sortAll({ ...order, source: rows })
    return last.rows
  }
}

type SortRequest<R> = SortOrder<R> & { readonly source: readonly R[] }

function sortAll<R>(request: SortRequest<R>): Sorted<R> {
  const { length } = request.source
  return sorted(request, {
    keys: request.source.map((row) => sortKey(request.rule, row)),
    places: new Uint32Array(length),
    marks: new Uint8Array(length),
  })
}

type SortBuffers<R> = Pick<Sorted<R>, 'keys' | 'places' | 'marks'>

function sorted<R>(request: SortRequest<R>, buffers: SortBuffers<R>): Sorted<R> {
  const { keys, places } = buffers
  const found = sortedPlaces(keys, { among: keys.keys(), by: comparison(keys, request) })
  places.set(found)
  return inOrder(request, { ...buffers, count: found.length })
}

function resort<R>(last: Sorted<R>, request: SortRequest<R>): Sorted<R> {
  const { source } = request
  const keys = last.keys
  const collator = collatorOf(request.language)
  const moved: number[] = []
  let changed = false
  for (let place = 0; place < source.length; place += 1) {
    if (source[place] === last.source[place]) continue
    changed = true
    const key = sortKey(request.rule, source[place] as R)
    if (compareKeys(key, keys[place], collator) !== 0) moved.push(place)
    keys[place] = key
  }
  if (request.direction !== last.direction || moved.length > source.length * MERGED_BELOW)
    return sorted(request, last)
  if (moved.length === 0) return changed ? inOrder(request, last) : { ...last, source }
  const by = comparison(keys, request)
  const kept = without(last, moved)
  const fresh = sortedPlaces(keys, { among: moved, by })
  merge(last.places, { kept, fresh, by })
  return inOrder(request, { ...last, count: kept + fresh.length })
}

type Compare = (a: number, b: number) => number

/** Compares two indexes; ties keep the source order in both directions. */
function comparison(
  keys: readonly SortKey[],
  { direction, language }: Pick<SortOrder<never>, 'direction' | 'language'>,
): Compare {
  const collator = collatorOf(language)
  const sign = direction === 'ascending' ? 1 : -1
  return (a, b) => sign * compareKeys(keys[a], keys[b], collator) || a - b
}

/** Returns the indexes that have a key, sorted. */
function sortedPlaces(
  keys: readonly SortKey[],
  { among, by }: { readonly among: Iterable<number>; readonly by: Compare },
): readonly number[] {
  const places: number[] = []
  for (const place of among) if (keys[place] !== undefined) places.push(place)
  return places.sort(by)
}

/**
 * Removes changed indexes, including those whose rows lost their keys, and returns how many are
 * left.
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
 * Merges new indexes into the kept ones, both sorted: finds each position by binary search and
 * moves what is behind it as a block.
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

/** Returns the rows in order; missing values are last, in source order. */
function inOrder<R>(
  request: SortRequest<R>,
  buffers: SortBuffers<R> & Pick<Sorted<R>, 'count'>,
): Sorted<R> {
  const { source } = request
  const { keys, places, count, marks } = buffers
  const rows = [...source]
  for (let at = 0; at < count; at += 1) rows[at] = source[places[at] ?? 0] as R
  let at = count
  for (let place = 0; at < source.length; place += 1) {
    if (keys[place] !== undefined) continue
    rows[at] = source[place] as R
    at += 1
  }
  return { ...request, keys, places, count, marks, rows }
}
