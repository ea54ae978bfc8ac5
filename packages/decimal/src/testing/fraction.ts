/**
 * Exact rational arithmetic for the tests: slow, obvious, and sharing no code with what it judges.
 */
export interface Fraction {
  readonly n: bigint
  /** > 0 */
  readonly d: bigint
}

export function fraction(n: bigint, d = 1n): Fraction {
  return d < 0n ? { n: -n, d: -d } : { n, d }
}

/** Reads `-12.5` through a list of its digits. */
export function fractionOf(text: string): Fraction {
  let n = 0n
  let d = 1n
  let afterDot = false
  for (const character of text.replace('-', '')) {
    if (character === '.') {
      afterDot = true
      continue
    }
    n = n * 10n + BigInt(character)
    if (afterDot) d *= 10n
  }
  return { n: text.startsWith('-') ? -n : n, d }
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.n * b.d + b.n * a.d, a.d * b.d)
export const minus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.n * b.d - b.n * a.d, a.d * b.d)
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d)
export const over = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n)
export const same = (a: Fraction, b: Fraction): boolean => a.n * b.d === b.n * a.d

export function floor({ n, d }: Fraction): bigint {
  const truncated = n / d
  return n < 0n && truncated * d !== n ? truncated - 1n : truncated
}

const ceil = ({ n, d }: Fraction): bigint => -floor({ n: -n, d })
const HALF: Fraction = { n: 1n, d: 2n }

/**
 * Each mode by its textbook definition through floor and ceiling, not through a truncated quotient.
 */
export const roundedBy = {
  down: (x: Fraction) => (x.n < 0n ? ceil(x) : floor(x)),
  up: (x: Fraction) => (x.n < 0n ? floor(x) : ceil(x)),
  'half-up': (x: Fraction) => floor(plus(x, HALF)),
  'half-away': (x: Fraction) => (x.n < 0n ? ceil(minus(x, HALF)) : floor(plus(x, HALF))),
  'half-even': (x: Fraction) => {
    const up = floor(plus(x, HALF))
    return same(fraction(up), plus(x, HALF)) && up % 2n !== 0n ? up - 1n : up
  },
} as const
