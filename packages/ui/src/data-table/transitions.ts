import { VIRTUAL_ABOVE } from './columns.ts'

/** Milliseconds that a row takes to its new place. */
export const ROW_MOVE = 160

/**
 * U15: rows glide for 0 < rows < 100, and never when only those in sight are built: what is not
 * there cannot move.
 */
export function rowsMove({
  count,
  virtual,
}: {
  readonly count: number
  readonly virtual: boolean
}): boolean {
  return !virtual && count > 0 && count < VIRTUAL_ABOVE
}

/** How many places each row has come from, by key; rows that are new or stayed are left out. */
export function movesOf(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const moves = new Map<string, number>()
  for (const [key, place] of after) {
    const from = before.get(key)
    if (from !== undefined && from !== place) moves.set(key, from - place)
  }
  return moves
}
