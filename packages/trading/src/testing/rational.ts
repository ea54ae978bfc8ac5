/**
 * Exact rational arithmetic for the tests, apart from the package's own, so that one cannot hide
 * the other's mistakes.
 */
export class Rational {
  readonly n: bigint
  readonly d: bigint

  constructor(n: bigint, d = 1n) {
    this.n = d < 0n ? -n : n
    this.d = d < 0n ? -d : d
  }

  static of(text: string): Rational {
    const [, sign = '', whole = '', decimals = ''] =
      /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? []
    if (whole === '') throw new Error(`not a decimal: ${text}`)
    return new Rational(
      BigInt(`${sign}${whole}${decimals}`),
      BigInt(`1${'0'.repeat(decimals.length)}`),
    )
  }

  plus(other: Rational): Rational {
    return new Rational(this.n * other.d + other.n * this.d, this.d * other.d)
  }

  minus(other: Rational): Rational {
    return this.plus(new Rational(-other.n, other.d))
  }

  times(other: Rational): Rational {
    return new Rational(this.n * other.n, this.d * other.d)
  }

  over(other: Rational): Rational {
    if (other.n === 0n) throw new Error('division by zero')
    return new Rational(this.n * other.d, this.d * other.n)
  }

  sign(): number {
    return this.n < 0n ? -1 : this.n > 0n ? 1 : 0
  }

  compare(other: Rational): number {
    return this.minus(other).sign()
  }

  isWhole(): boolean {
    return this.n % this.d === 0n
  }

  floor(): bigint {
    const cut = this.n / this.d
    return this.n < 0n && cut * this.d !== this.n ? cut - 1n : cut
  }
}

export const R = (value: string | bigint | number): Rational =>
  typeof value === 'string' ? Rational.of(value) : new Rational(BigInt(value))
export const HALF = new Rational(1n, 2n)
export const signOfSide = (side: 'long' | 'short'): Rational => R(side === 'long' ? 1 : -1)

type Rounder = (x: Rational) => bigint
const negative = (x: Rational): Rational => R(0).minus(x)
export const ROUNDERS = {
  down: (x) => (x.sign() < 0 ? -negative(x).floor() : x.floor()),
  up: (x) => (x.sign() < 0 ? x.floor() : -negative(x).floor()),
  'half-up': (x) => x.plus(HALF).floor(),
  'half-away': (x) => (x.sign() < 0 ? -negative(x).plus(HALF).floor() : x.plus(HALF).floor()),
} satisfies Record<string, Rounder>

/** Whether the text is the exact value, rounded to that many decimals in that mode. */
export function isRounded(
  text: string,
  {
    exact,
    scale,
    mode,
  }: { readonly exact: Rational; readonly scale: number; readonly mode: keyof typeof ROUNDERS },
): boolean {
  const power = R(10n ** BigInt(scale))
  return (
    (text.split('.')[1] ?? '').length === scale &&
    R(text)
      .times(power)
      .compare(R(ROUNDERS[mode](exact.times(power)))) === 0
  )
}
