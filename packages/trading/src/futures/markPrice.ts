import {
  type Fraction,
  fraction,
  larger,
  minus,
  ONE,
  over,
  plus,
  rounded,
  smaller,
  times,
} from '../fraction.ts'
import { read, readPositive } from '../read.ts'
import { showPrice } from '../rounding.ts'
import { TradingError } from '../TradingError.ts'
import { sumOf } from './account.ts'

const HOUR_MS = 3_600_000n
/** How far the mark may be from the index (futures 5). */
const MARK_BAND = fraction(5n, 100n)

/** Arguments of {@link markPrice}; decimal strings. */
export interface MarkPriceInput {
  readonly index: string
  /** The funding rate that is due next, as a fraction. */
  readonly rate: string
  /** Whole milliseconds until it is paid, 0 or more. */
  readonly msLeft: number
  /** Hours between two payments, default 8. */
  readonly intervalHours?: number
  /** Samples of (middle of the book - index), one each second, the newest 30; at least one. */
  readonly bases: readonly string[]
  /** Price of the last trade; before the first one the index. */
  readonly last: string
  readonly tick: string
}

/**
 * Median(index(1 + rate·hours left/8), index + mean of the samples, last), on the tick (half away
 * from zero) and within 5 % of the index (futures 5).
 *
 * @throws TradingError `out-of-range` for a price or tick of zero or less, no samples or a
 * malformed time
 */
export function markPrice(input: MarkPriceInput): string {
  const { msLeft, intervalHours = 8, bases } = input
  const index = readPositive(input, 'index')
  const last = readPositive(input, 'last')
  const tick = readPositive(input, 'tick')
  const left = over(fraction(readWhole({ msLeft }, 'msLeft')), intervalOf(intervalHours))
  const funded = times(index, plus(ONE, times(read(input, 'rate'), left)))
  const withBasis = plus(index, meanOf(bases))
  const exact = medianOf(funded, withBasis, last)
  const ticksOf = (price: Fraction, mode: 'up' | 'down' | 'half-away') =>
    rounded(over(price, tick), { scale: 0, mode }).units
  const lowest = ticksOf(times(index, minus(ONE, MARK_BAND)), 'up')
  const highest = ticksOf(times(index, plus(ONE, MARK_BAND)), 'down')
  const nearest = ticksOf(exact, 'half-away')
  const ticks = nearest < lowest ? lowest : nearest > highest ? highest : nearest
  return showPrice(times(fraction(ticks), tick), { tick: input.tick })
}

const medianOf = (a: Fraction, b: Fraction, c: Fraction): Fraction =>
  larger(smaller(a, b), smaller(larger(a, b), c))

function meanOf(bases: readonly string[]): Fraction {
  if (bases.length === 0) throw new TradingError('out-of-range', { detail: 'bases' })
  const total = sumOf(bases.map((basis) => read({ bases: basis }, 'bases')))
  return over(total, fraction(BigInt(bases.length)))
}

/** A whole number of something, 0 or more. */
export function readWhole<Name extends string>(
  input: Readonly<Record<Name, number>>,
  name: Name,
): bigint {
  const value = input[name]
  if (!Number.isSafeInteger(value) || value < 0)
    throw new TradingError('out-of-range', { detail: name })
  return BigInt(value)
}

function intervalOf(intervalHours: number): Fraction {
  const hours = readWhole({ intervalHours }, 'intervalHours')
  if (hours === 0n) throw new TradingError('out-of-range', { detail: 'intervalHours' })
  return fraction(hours * HOUR_MS)
}
