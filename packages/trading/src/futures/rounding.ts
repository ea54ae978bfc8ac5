import { type RoundingMode } from '@x/decimal'
import { type Fraction, signOf } from '../fraction.ts'
import { showAmount } from '../rounding.ts'

/** Decimals of an amount unless others are asked for: those of the margin coins. */
export const AMOUNT_SCALE = 8

/** How many decimals an amount has. */
export interface AmountOptions {
  /** Default 8. */
  readonly scale?: number
}

/** The mode that rounds this value towards plus infinity. */
export const ceilingMode = (value: Fraction): RoundingMode => (signOf(value) < 0 ? 'down' : 'up')
/** The mode that rounds this value towards minus infinity. */
export const floorMode = (value: Fraction): RoundingMode => (signOf(value) < 0 ? 'up' : 'down')

/** What is asked for: towards plus infinity. */
export const showUp = (value: Fraction, { scale = AMOUNT_SCALE }: AmountOptions = {}): string =>
  showAmount(value, { scale, mode: ceilingMode(value) })

/** What is there or given: towards minus infinity. */
export const showDown = (value: Fraction, { scale = AMOUNT_SCALE }: AmountOptions = {}): string =>
  showAmount(value, { scale, mode: floorMode(value) })
