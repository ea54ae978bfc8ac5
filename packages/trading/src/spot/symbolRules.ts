import { parseDecimal, type RoundingMode } from '@x/decimal'
import { type Fraction, fractionOf } from '../fraction.ts'
import { read, readPositive } from '../read.ts'
import { showPrice } from '../rounding.ts'

/** Side of an order. */
export type OrderSide = 'buy' | 'sell'

/** What the server says about a symbol (`/v1/spot/public/symbols`), as far as orders need it. */
export interface SymbolRules {
  readonly tickSize: string
  readonly stepSize: string
  readonly minNotional: string
}

export function isMultiple(value: Fraction, step: Fraction): boolean {
  return (value.numerator * step.denominator) % (value.denominator * step.numerator) === 0n
}

/** Whether a price lies on the tick, or a size on the step. `false` for text that is no decimal. */
export function fitsStep(value: string, { step }: { readonly step: string }): boolean {
  const parsed = parseDecimal(value)
  return parsed !== null && isMultiple(fractionOf(parsed), readPositive({ step }, 'step'))
}

/** To the tick or step; a size is rounded down, so that it is never more than was asked for. */
export function roundToGrid(
  value: string,
  { step, mode = 'down' }: { readonly step: string; readonly mode?: RoundingMode },
): string {
  return showPrice(read({ value }, 'value'), { tick: step, mode })
}
