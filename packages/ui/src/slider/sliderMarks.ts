/** Ends of a slider. */
export interface SliderRange {
  readonly min: number
  readonly max: number
}

/** Returns the position of a value between the ends, 0 to 1. */
export function fraction(value: number, { min, max }: SliderRange): number {
  if (max <= min) return 0
  return Math.min(1, Math.max(0, (value - min) / (max - min)))
}

/** Returns whether a value has reached a mark, whose dot is then filled. */
export function isPassed(mark: number, value: number): boolean {
  return mark <= value
}

/** Returns the marks inside the range. */
export function marksWithin(
  marks: readonly number[],
  { min, max }: SliderRange,
): readonly number[] {
  return marks.filter((mark) => mark >= min && mark <= max)
}

/**
 * Snaps a dragged value to the nearest mark within one fiftieth of the range. Not for keys, which
 * could not leave a mark by one step.
 */
export function snap(
  value: number,
  { marks, min, max }: SliderRange & { readonly marks: readonly number[] },
): number {
  const reach = (max - min) / 50
  const distance = (mark: number) => Math.abs(mark - value)
  const near = marksWithin(marks, { min, max }).filter((mark) => distance(mark) <= reach)
  return near.reduce(
    (best, mark) => (distance(mark) < distance(best) ? mark : best),
    near[0] ?? value,
  )
}
