import type { Page } from '../spot/model.ts'

/**
 * A list of what is over, with what has come on top of it: past records neither change nor move, so
 * that its later pages stay true, and its rows stay the objects they were. `undefined`: the newest
 * rows do not reach down to it.
 */
export function prependPage<R>(
  pages: readonly Page<R>[],
  newest: Page<R>,
  keyOf: (row: R) => string,
): Page<R> | undefined {
  const known = pages.flatMap(({ items }) => items)
  const places = new Map(known.map((row, at) => [keyOf(row), at]))
  const items = newest.items.map((row) => known[places.get(keyOf(row)) ?? -1] ?? row)
  const last = newest.items.at(-1)
  if (!last || newest.next === null) return { items, next: newest.next }
  const at = places.get(keyOf(last))
  return at === undefined
    ? undefined
    : { items: [...items, ...known.slice(at + 1)], next: pages.at(-1)?.next ?? null }
}
