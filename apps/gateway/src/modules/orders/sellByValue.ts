import { formatUnits, parseUnits } from '@x/decimal'
import type { OrderProblem } from '@x/trading'
import type { SpotInstrument } from '../../exchange/instruments/Instrument.ts'
import { MAX_BUDGET } from '../../exchange/matching/command.ts'
import { wholeLots } from '../../exchange/matching/preview.ts'
import type { OrderInput } from './orderInput.ts'

/** Price in ticks, size in lots. */
export type BidLevel = readonly [ticks: number, lots: number]

/** Whether an order sells at the market, at once, what brings an amount of quote. */
export const sellsByValue = ({ side, orderType, sizeUnit }: OrderInput): boolean =>
  side === 'sell' && orderType === 'market' && sizeUnit === 'quote'

/** The most whole lots that bring no more than `value` tick-lots from the bids, best first. */
export function lotsForValue(value: number, bids: readonly BidLevel[]): number {
  let left = value
  let sold = 0
  for (const [ticks, lots] of bids) {
    const affordable = wholeLots(left, ticks)
    const taken = Math.min(affordable, lots)
    sold += taken
    left -= taken * ticks
    // A level taken whole may leave enough for a lot of the cheaper one below it.
    if (affordable < lots) break
  }
  return sold
}

/**
 * An order that sells by value as one of base: the size is fixed by the bids that stand as it is
 * taken, so that its hold is exact (docs/adr/trading.md). Returns the problem of a value that
 * sells nothing.
 */
export function toBaseSize(
  input: OrderInput,
  { spec, bids }: { readonly spec: SpotInstrument; readonly bids: readonly BidLevel[] },
): OrderInput | OrderProblem {
  const { minNotional, pricePlace, quantityPlace, stepSize } = spec
  const value = parseUnits(input.size, pricePlace + quantityPlace)
  const problem = (code: OrderProblem['code'], refusal: OrderProblem['refusal']) =>
    ({ code, refusal, field: 'size' }) as const
  if (value === null) return problem('40203', 'step')
  if (value <= 0n) return problem('40010', 'parameter')
  if (value < (parseUnits(minNotional, pricePlace + quantityPlace) ?? 0n))
    return { ...problem('40204', 'minimum'), limit: minNotional }
  if (bids.length === 0) return problem('40205', 'protection')
  const step = Number(parseUnits(stepSize, quantityPlace) ?? 1n)
  const most = Number(value < BigInt(MAX_BUDGET) ? value : BigInt(MAX_BUDGET))
  const lots = lotsForValue(most, bids)
  const whole = lots - (lots % step)
  if (whole === 0) return { ...problem('40204', 'minimum'), limit: minNotional }
  return { ...input, sizeUnit: 'base', size: formatUnits(BigInt(whole), quantityPlace) }
}
