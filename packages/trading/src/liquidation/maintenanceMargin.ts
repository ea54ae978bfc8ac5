import { minus, over, times } from '../fraction.ts'
import type { Contract } from '../position/contract.ts'
import { readCount, readPositive } from '../read.ts'
import { PNL_ROUNDING, type RoundingOptions, showAmount } from '../rounding.ts'
import { exactTierOf, type MaintenanceRates, readTiers } from './tiers.ts'

/** Arguments of {@link maintenanceMargin}; decimal strings. */
export type MaintenanceInput = MaintenanceRates & {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly count: string
  readonly price: string
  /** Price of the margin coin in quote, default 1. Linear contracts only. */
  readonly bp?: string
}

/**
 * The margin that keeps a position open, at the tier of its notional (trading 2). In the margin
 * coin; 6 decimals, half away from zero.
 */
export function maintenanceMargin(input: MaintenanceInput, options?: RoundingOptions): string {
  const { contract = 'linear', bp = '1' } = input
  const count = readCount(input, 'count')
  const price = readPositive(input, 'price')
  const notional = contract === 'inverse' ? over(count, price) : times(count, price)
  const { mm, cum } = exactTierOf(notional, readTiers(input))
  const required = minus(times(notional, mm), cum)
  return showAmount(
    contract === 'inverse' ? required : over(required, readPositive({ bp }, 'bp')),
    PNL_ROUNDING,
    options,
  )
}
