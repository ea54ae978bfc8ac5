import { type Fraction, larger, minus, plus, signOf, times, ZERO } from '../fraction.ts'
import { type Contract, valueAt } from '../position/contract.ts'
import { read, readCount, readPositive } from '../read.ts'
import type { PriceOptions } from '../rounding.ts'
import { type Leg, type Liquidation, solveLiquidation } from './solve.ts'
import { type MaintenanceRates, readTiers } from './tiers.ts'

/** `max`: maintenance on the larger leg of a hedge. `sum`: on both. */
export type HedgeRule = 'max' | 'sum'

/** The average entry price of the long leg, or its cost as in {@link EntryInput}. */
type LongEntry =
  | { readonly longOpenPrice: string; readonly longOpenCost?: never }
  | { readonly longOpenCost: string; readonly longOpenPrice?: never }
type ShortEntry =
  | { readonly shortOpenPrice: string; readonly shortOpenCost?: never }
  | { readonly shortOpenCost: string; readonly shortOpenPrice?: never }

/**
 * The inputs as they travel (spec section 3). Counts are base coin, or nominal
 * value in USD for inverse contracts.
 */
export type CrossLiquidationInput = MaintenanceRates &
  LongEntry &
  ShortEntry & {
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
    readonly longOpenCount: string
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
  const long = readLeg(
    {
      count: readCount(input, 'longOpenCount'),
      price: input.longOpenPrice,
      cost: input.longOpenCost,
    },
    { contract, name: 'longOpenPrice' },
  )
  const short = readLeg(
    {
      count: readCount(input, 'shortOpenCount'),
      price: input.shortOpenPrice,
      cost: input.shortOpenCost,
    },
    { contract, name: 'shortOpenPrice' },
  )
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

interface GivenLeg {
  readonly count: Fraction
  readonly price: string | undefined
  readonly cost: string | undefined
}

function readLeg(
  { count, price, cost }: GivenLeg,
  { contract, name }: { readonly contract: Contract; readonly name: string },
): Leg {
  if (signOf(count) === 0) return { count: ZERO, cost: ZERO }
  if (cost !== undefined) return { count, cost: readCount({ cost }, 'cost') }
  const entry = readPositive({ [name]: price ?? '' }, name)
  return { count, cost: valueAt(entry, { contract, count }) }
}
