import { times, ZERO } from '../fraction.ts'
import {
  type Contract,
  type EntryInput,
  type PositionSide,
  readCost,
} from '../position/contract.ts'
import { read, readCount, readPositive } from '../read.ts'
import type { PriceOptions } from '../rounding.ts'
import { type Liquidation, solveLiquidation } from './solve.ts'
import { type MaintenanceRates, readTiers } from './tiers.ts'

/** Arguments of {@link isolatedLiquidationPrice}; decimal strings. */
export type IsolatedLiquidationInput = MaintenanceRates &
  EntryInput & {
    /** Default `linear`. */
    readonly contract?: Contract
    readonly side: PositionSide
    readonly count: string
    /** Isolated margin, in the margin coin. */
    readonly margin: string
    readonly feeRate: string
    readonly markPrice: string
    /** Price of the margin coin in quote, default 1. Linear contracts only. */
    readonly bp?: string
  }

/**
 * The price at which a position of fixed margin is liquidated (trading 2): the cross formula with
 * the position's own margin, one leg and no orders.
 */
export function isolatedLiquidationPrice(
  input: IsolatedLiquidationInput,
  options: Pick<PriceOptions, 'tick'> = {},
): Liquidation {
  const { contract = 'linear', side, bp = '1' } = input
  const count = readCount(input, 'count')
  const held = { count, cost: readCost(input, { contract, count }) }
  const none = { count: ZERO, cost: ZERO }
  const margin = read(input, 'margin')
  return solveLiquidation(
    {
      contract,
      collateral: contract === 'linear' ? times(margin, readPositive({ bp }, 'bp')) : margin,
      long: side === 'long' ? held : none,
      short: side === 'short' ? held : none,
      marginCount: held.count,
      orderNotional: ZERO,
      feeRate: readCount(input, 'feeRate'),
      tiers: readTiers(input),
      mark: readPositive(input, 'markPrice'),
    },
    options,
  )
}
