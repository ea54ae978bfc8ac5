import { decimal, div, formatDecimal, parseDecimal, ZERO, compare } from '@x/decimal'
import { positionMargin, priceForRoe, roe, unrealisedPnl } from '@x/trading'
import { accountAfterFill, liquidationPrice } from '@x/trading/futures'
import type { Contract, FuturesTier } from '../../../data/futures/contracts.ts'
import { isInverse, nominalOf } from '../../../data/futures/livePosition.ts'

/** What the calculator is given; amounts are texts, `''` is empty. */
export interface CalculatorInput {
  readonly side: 'long' | 'short'
  readonly leverage: number
  readonly entry: string
  readonly exit: string
  readonly size: string
  /** Per cent. */
  readonly roe: string
}

/** What it says; `undefined` while an amount is missing, `null`: there is no such price. */
export interface Calculation {
  readonly margin?: string
  readonly pnl?: string
  readonly roe?: string
  readonly liquidation?: string | null
  readonly target?: string | null
}

/** The taker rate of the lowest tier, for who has no account (trading 7). */
const BASE_TAKER_RATE = '0.0006'

/** What the contract and the account give to the formulas. */
interface CalculatorTerms {
  readonly spec: Contract
  readonly tiers: readonly FuturesTier[]
  /** That of the account's own tier. Default: that of the lowest one. */
  readonly takerFeeRate?: string | undefined
}

const isPositive = (text: string): boolean => {
  const value = parseDecimal(text)
  return value !== null && compare(value, ZERO) > 0
}

/** A position with isolated margin of its own (trading 2), by the formulas of the exchange. */
export function calculate(
  { side, leverage, entry, exit, size, roe: wanted }: CalculatorInput,
  { spec, tiers, takerFeeRate }: CalculatorTerms,
): Calculation {
  if (!isPositive(entry)) return {}
  const contract = isInverse(spec) ? 'inverse' : 'linear'
  const common = { contract, side, entryPrice: entry, leverage: String(leverage) } as const
  const tick = { tick: spec.tickSize }
  const target =
    parseDecimal(wanted) === null
      ? {}
      : {
          target: priceForRoe({ ...common, roe: fractionOfPercent(wanted), basis: 'entry' }, tick),
        }
  const gain = isPositive(exit) ? { roe: roe({ ...common, markPrice: exit, basis: 'entry' }) } : {}
  if (!isPositive(size)) return { ...target, ...gain }
  const count = nominalOf(size, spec)
  const margin = positionMargin({ ...common, count, markPrice: entry, basis: 'entry' })
  return {
    ...target,
    ...gain,
    margin,
    ...(isPositive(exit)
      ? { pnl: unrealisedPnl({ contract, side, count, entryPrice: entry, markPrice: exit }) }
      : {}),
    ...(tiers.length > 0
      ? {
          liquidation: liquidationOf(
            { side, entry, count, leverage },
            { spec, tiers, takerFeeRate, margin },
          ),
        }
      : {}),
  }
}

const fractionOfPercent = (percent: string): string =>
  formatDecimal(div(decimal(percent), decimal('100'), { scale: 8, mode: 'half-up' }), {
    trim: true,
  })

function liquidationOf(
  {
    side,
    entry,
    count,
    leverage,
  }: {
    readonly side: 'long' | 'short'
    readonly entry: string
    readonly count: string
    readonly leverage: number
  },
  {
    spec,
    tiers,
    takerFeeRate = BASE_TAKER_RATE,
    margin,
  }: CalculatorTerms & { readonly margin: string },
): string | null {
  const flat = {
    wallet: margin,
    symbols: [
      {
        contract: isInverse(spec) ? ('inverse' as const) : ('linear' as const),
        leverage: String(leverage),
        feeRate: takerFeeRate,
        markPrice: entry,
        legs: [],
        tiers: tiers.map((tier, index) => ({
          upTo: index === tiers.length - 1 ? null : tier.notionalTo,
          mm: tier.maintenanceRate,
          cum: tier.maintenanceAmount,
        })),
      },
    ],
  }
  const held = accountAfterFill(flat, {
    symbol: 0,
    // The margin is what is left after the fee of the opening.
    fill: { side: side === 'long' ? 'buy' : 'sell', price: entry, count, feeRate: '0' },
  })
  const found = liquidationPrice(held, { symbol: 0, tick: spec.tickSize })
  return found.status === 'never' ? null : found.price
}
