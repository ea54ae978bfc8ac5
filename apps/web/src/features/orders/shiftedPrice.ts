import { add, compare, decimal, div, formatDecimal, mul, roundToStep, ZERO } from '@x/decimal'
import type { Side } from '../../data/spot/model.ts'

/**
 * A price moved by signed percent, on the tick and away from the market: a buy rounds down, a sale
 * up. `null` where nothing of it is left.
 */
export function shiftedPrice(
  price: string,
  { percent, tick, side }: { readonly percent: string; readonly tick: string; readonly side: Side },
): string | null {
  const hundred = decimal('100')
  const factor = add(hundred, decimal(percent))
  const moved = div(mul(decimal(price), factor), hundred, { scale: 18, mode: 'half-up' })
  const rounded = roundToStep(moved, {
    step: decimal(tick),
    mode: side === 'buy' ? 'down' : 'up',
  })
  return compare(rounded, ZERO) > 0 ? formatDecimal(rounded) : null
}
