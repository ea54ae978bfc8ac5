import { parseDecimal } from '@x/decimal'
import { type Fraction, fractionOf, signOf } from './fraction.ts'
import { TradingError } from './TradingError.ts'

/** An input by its name, so that the error can say which one was wrong. */
export type Field<Name extends string> = Readonly<Record<Name, string>>

export function read<Name extends string>(input: Field<Name>, name: Name): Fraction {
  const value = parseDecimal(input[name])
  if (value === null) throw new TradingError('not-a-decimal', { detail: name })
  return fractionOf(value)
}

/** Prices, leverage and nominal values used as divisors: zero is invalid. */
export function readPositive<Name extends string>(input: Field<Name>, name: Name): Fraction {
  const value = read(input, name)
  if (signOf(value) <= 0) throw new TradingError('out-of-range', { detail: name })
  return value
}

/** Counts, margins, rates: nothing or something. */
export function readCount<Name extends string>(input: Field<Name>, name: Name): Fraction {
  const value = read(input, name)
  if (signOf(value) < 0) throw new TradingError('out-of-range', { detail: name })
  return value
}
