import { DecimalError } from './DecimalError.ts'

/**
 * - `down`: towards zero
 * - `up`: away from zero
 * - `half-up`: to the nearest, a half towards +infinity
 * - `half-away`: to the nearest, a half away from zero
 * - `half-even`: to the nearest, a half to the even neighbour
 */
export type RoundingMode = 'down' | 'up' | 'half-up' | 'half-away' | 'half-even'

/** All modes, as data for options and tests. */
export const ROUNDING_MODES: readonly RoundingMode[] = [
  'down',
  'up',
  'half-up',
  'half-away',
  'half-even',
]

const KNOWN: ReadonlySet<string> = /* @__PURE__ */ new Set(ROUNDING_MODES)

/** A mode comes from the program: an unknown one is its mistake, hence a throw. */
export function requireMode(mode: RoundingMode): void {
  if (!KNOWN.has(mode)) throw new DecimalError('bad-mode', { detail: String(mode) })
}

/**
 * The integer nearest to numerator / denominator in the sense of the mode. The only place that
 * rounds.
 */
export function divideRounded(numerator: bigint, denominator: bigint, mode: RoundingMode): bigint {
  requireMode(mode)
  if (denominator === 0n) throw new DecimalError('division-by-zero')
  const quotient = numerator / denominator
  const remainder = numerator - quotient * denominator
  if (remainder === 0n || mode === 'down') return quotient
  // BigInt division truncates, so away from zero is one step further in the direction of the exact
  // quotient's sign.
  const positive = numerator < 0n === denominator < 0n
  return goesAway({ quotient, remainder, denominator, positive }, mode)
    ? quotient + (positive ? 1n : -1n)
    : quotient
}

interface Truncated {
  readonly quotient: bigint
  readonly remainder: bigint
  readonly denominator: bigint
  readonly positive: boolean
}

function goesAway(
  { quotient, remainder, denominator, positive }: Truncated,
  mode: Exclude<RoundingMode, 'down'>,
): boolean {
  if (mode === 'up') return true
  const twice = 2n * (remainder < 0n ? -remainder : remainder)
  const whole = denominator < 0n ? -denominator : denominator
  if (twice !== whole) return twice > whole
  if (mode === 'half-up') return positive
  return mode === 'half-away' || quotient % 2n !== 0n
}
