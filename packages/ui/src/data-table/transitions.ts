import { VIRTUAL_ABOVE } from './columns.ts'

/** Duration of a row's move in milliseconds. */
export const ROW_MOVE = 160

/**
 * Returns whether rows are animated: with 1 to 99 rows, and never in a virtualised table, whose
 * other rows do not exist (U15).
 */
export function shouldAnimateRows({
  count,
  virtual,
}: {
  readonly count: number
  readonly virtual: boolean
}): boolean {
  return !virtual && count > 0 && count < VIRTUAL_ABOVE
}

/** Returns by how many positions each row has moved, by key, without new and unmoved rows. */
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
