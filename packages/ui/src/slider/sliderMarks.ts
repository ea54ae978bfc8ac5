export interface SliderRange {
  readonly min: number
  readonly max: number
}

/** Where a value stands between the ends, 0 to 1. */
export function fraction(value: number, { min, max }: SliderRange): number {
  if (max <= min) return 0
  return Math.min(1, Math.max(0, (value - min) / (max - min)))
}

/** The mark that a value sits on or has passed, for the filled dots. */
export function isPassed(mark: number, value: number): boolean {
  return mark <= value
}

/** The marks that stand on the rail. */
export function marksWithin(
  marks: readonly number[],
  { min, max }: SliderRange,
): readonly number[] {
  return marks.filter((mark) => mark >= min && mark <= max)
}

/**
 * Pulls a dragged value onto the nearest mark that is close: within one fiftieth of the range. Keys
 * are never pulled, or a mark could not be left by one step.
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
