import { compare, decimal, formatDecimal, parseDecimal, roundToStep, ZERO } from '@x/decimal'
import type { SpotSymbol } from '../../data/spot/model.ts'

/**
 * A place on the chart as a price on the tick; `undefined` below the first tick. The chart reckons
 * in floats, the order must not.
 */
export function onTickFrom(
  value: number,
  { tickSize, pricePlace }: Pick<SpotSymbol, 'tickSize' | 'pricePlace'>,
): string | undefined {
  const read = parseDecimal(value.toFixed(Math.min(20, pricePlace + 2)))
  const price = read && roundToStep(read, { step: decimal(tickSize), mode: 'half-up' })
  return price && compare(price, ZERO) > 0 ? formatDecimal(price) : undefined
}
