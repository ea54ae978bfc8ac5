/** Cards drawn before any was measured: more than a phone shows. */
export const FIRST_CARDS = 16
/** Pixels of a card of two lines, until one was measured. */
export const TWO_LINES = 68
/** Pixels beyond either edge of the screen in which cards are drawn too. */
const BEYOND = 400
/** Cards are drawn in blocks of this many, so that not every frame of a scroll draws. */
const BLOCK = 4

export interface CardRange {
  readonly first: number
  /** The first card that is not drawn. */
  readonly end: number
}

/**
 * Where each card starts, and where the last ends: one number more than cards. Cards differ in
 * height; one that was never measured is taken to be like those that were.
 */
export function cardStarts(
  keys: readonly string[],
  heights: ReadonlyMap<string, number>,
): readonly number[] {
  const measured = [...heights.values()]
  const usual =
    measured.length === 0
      ? TWO_LINES
      : measured.reduce((sum, height) => sum + height, 0) / measured.length
  const starts = [0]
  let end = 0
  for (const key of keys) starts.push((end += heights.get(key) ?? usual))
  return starts
}

/** The card that covers a distance from the top; the nearest where none does. */
export function cardAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = Math.max(0, starts.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * The cards to draw of a list whose top stands at `top` of a screen of `height` pixels, whole
 * blocks; at the least one, so that the list is never empty.
 */
export function cardsInSight(
  starts: readonly number[],
  { top, height }: { readonly top: number; readonly height: number },
): CardRange {
  const count = starts.length - 1
  if (count <= 0) return { first: 0, end: 0 }
  const first = Math.floor(cardAt(starts, -top - BEYOND) / BLOCK) * BLOCK
  const end = Math.ceil((cardAt(starts, height - top + BEYOND) + 1) / BLOCK) * BLOCK
  return { first, end: Math.min(count, end) }
}
