import { larger, minus, ONE, plus, times, ZERO } from '../fraction.ts'
import type { Contract } from '../position/contract.ts'
import { read, readCount, readPositive } from '../read.ts'
import type { PriceOptions } from '../rounding.ts'
import { type Leg, type Liquidation, solveLiquidation } from './solve.ts'
import { type MaintenanceRates, readTiers } from './tiers.ts'

/** `max`: maintenance on the larger leg of a hedge. `sum`: on both. */
export type HedgeRule = 'max' | 'sum'

/**
 * The inputs as they travel (spec section 3). Counts are base coin, or nominal
 * value in USD for inverse contracts.
 */
export type CrossLiquidationInput = MaintenanceRates & {
  /** Default `linear`. */
  readonly contract?: Contract
  /** Price of the margin coin in quote, default 1. Linear contracts only. */
  readonly bp?: string
  /**
   * Cross wallet balance without isolated margin and without any unrealised PnL, in the margin
   * coin.
   */
  readonly available: string
  /** Unrealised PnL and maintenance margin of all other symbols, in the margin coin. */
  readonly othersUpnl: string
  readonly othersMaintain: string
  readonly longOpenPrice: string
  readonly longOpenCount: string
  readonly shortOpenPrice: string
  readonly shortOpenCount: string
  /** Quote notional of open orders that raise risk, default 0. Linear contracts only. */
  readonly totalDelegateValue?: string
  readonly feeRate: string
  readonly markPrice: string
  /** Default `max`. */
  readonly rule?: HedgeRule
}

/**
 * The price at which an account with cross margin is liquidated (trading 2). A price of 0 is read
 * as "no such leg" where the count is 0 too. The price shown is rounded towards the mark.
 */
export function crossLiquidationPrice(
  input: CrossLiquidationInput,
  options: Pick<PriceOptions, 'tick'> = {},
): Liquidation {
  const { contract = 'linear', bp = '1', totalDelegateValue = '0', rule = 'max' } = input
  const wallet = minus(
    plus(read(input, 'available'), read(input, 'othersUpnl')),
    read(input, 'othersMaintain'),
  )
  const long = leg(input, { count: 'longOpenCount', price: 'longOpenPrice' })
  const short = leg(input, { count: 'shortOpenCount', price: 'shortOpenPrice' })
  const delegated = readCount({ totalDelegateValue }, 'totalDelegateValue')
  const linear = contract === 'linear'
  return solveLiquidation(
    {
      contract,
      collateral: linear ? times(wallet, readPositive({ bp }, 'bp')) : wallet,
      long,
      short,
      marginCount: rule === 'max' ? larger(long.count, short.count) : plus(long.count, short.count),
      orderNotional: linear ? delegated : ZERO,
      feeRate: readCount(input, 'feeRate'),
      tiers: readTiers(input),
      mark: readPositive(input, 'markPrice'),
    },
    options,
  )
}

function leg<Name extends string>(
  input: Readonly<Record<Name, string>>,
  { count: countName, price: priceName }: { readonly count: Name; readonly price: Name },
): Leg {
  const count = readCount(input, countName)
  return count.numerator === 0n
    ? { count: ZERO, price: ONE }
    : { count, price: readPositive(input, priceName) }
}
