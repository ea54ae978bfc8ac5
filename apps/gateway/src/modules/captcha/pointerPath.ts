/** One observation of the slider: milliseconds since the first, and where it stood. */
export type PointerPoint = readonly [t: number, x: number]

export interface SlideAnswer {
  readonly x: number
  readonly by: 'pointer' | 'keyboard'
  readonly trail: readonly PointerPoint[]
}

const MAX_DURATION_MS = 280_000
const RULES = {
  pointer: { minPoints: 4, minDurationMs: 100, maxStep: 0.7 },
  // A held arrow key repeats within milliseconds; Page keys move by a tenth, Home and End to the
  // edges.
  keyboard: { minPoints: 2, minDurationMs: 40, maxStep: 1 },
} as const

/**
 * Whether a hand could have moved the slider so: time runs forward, the piece travels, it ends
 * where the answer says, and it does not march in exactly equal steps. A script can imitate all of
 * it; what costs a script is said in the README.
 */
export function isPlausiblePath(
  { x, by, trail }: SlideAnswer,
  { range }: { range: number },
): boolean {
  const { minPoints, minDurationMs, maxStep } = RULES[by]
  const steps = trail.slice(1).map(([t, at], index) => ({
    time: t - (trail[index]?.[0] ?? 0),
    distance: at - (trail[index]?.[1] ?? 0),
  }))
  const duration = (trail.at(-1)?.[0] ?? 0) - (trail[0]?.[0] ?? 0)
  if (trail.length < minPoints || duration < minDurationMs || duration > MAX_DURATION_MS)
    return false
  if (trail.at(-1)?.[1] !== x || steps.some(({ time }) => time < 0)) return false
  if (steps.some(({ distance }) => Math.abs(distance) > range * maxStep)) return false
  const isUniform =
    by === 'pointer' &&
    steps.every(({ time, distance }) => time === steps[0]?.time && distance === steps[0]?.distance)
  return !isUniform
}
