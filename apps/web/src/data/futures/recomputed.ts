import type { PositionSide } from '@x/api'
import { add, compare, decimal, formatDecimal, mul, roundTo, sub, sum } from '@x/decimal'
import { accountEquity, type FuturesSymbol, requirement } from '@x/trading/futures'

interface InputPosition {
  readonly symbol: string
  readonly positionSide: PositionSide
  readonly size: string
  readonly cost: string
  readonly settled: string
  readonly markPrice: string
  readonly maintenanceRate: string
  readonly maintenanceAmount: string
  readonly takerFeeRate: string
}

/** What equity and requirement of an account were computed from (futures 11). */
export interface LiquidationInputs {
  readonly walletBalance: string
  readonly positions: readonly InputPosition[]
  /** What the requirement counts of each contract, its open orders too; absent: the positions. */
  readonly exposures?: readonly { readonly symbol: string; readonly exposure: string }[]
  readonly equity: string
  readonly requirement: string
}

/** Equity and requirement of a liquidation, computed here from its inputs. */
export interface Recomputed {
  readonly equity: string
  readonly requirement: string
  /** Whether both are those that the exchange decided by, to the atom. */
  readonly isEqual: boolean
}

const SCALE = 8

function symbolOf(legs: readonly [InputPosition, ...InputPosition[]], marginCoin: string) {
  const [first] = legs
  const symbol: FuturesSymbol = {
    // In USDT: linear. In its own coin: inverse.
    contract: marginCoin === 'USDT' ? 'linear' : 'inverse',
    mode: legs.length > 1 ? 'two-way' : 'one-way',
    leverage: '1',
    feeRate: first.takerFeeRate,
    markPrice: first.markPrice,
    mm: first.maintenanceRate,
    cum: first.maintenanceAmount,
    legs: legs.map(({ positionSide, size, cost, settled }) => ({
      side: positionSide === 1 ? 'long' : 'short',
      count: size,
      cost: cost.startsWith('-') ? cost.slice(1) : cost,
      settled,
    })),
  }
  return symbol
}

function symbolsOf(positions: readonly InputPosition[], marginCoin: string) {
  return [...new Set(positions.map(({ symbol }) => symbol))].flatMap((name) => {
    const [first, ...others] = positions.filter(({ symbol }) => symbol === name)
    return first ? [symbolOf([first, ...others], marginCoin)] : []
  })
}

/** (mm + f) times the exposure less the maintenance amount, over the contracts, rounded up. */
function requirementOf({ positions, exposures = [] }: LiquidationInputs): string {
  const parts = exposures.flatMap(({ symbol, exposure }) => {
    const terms = positions.find((each) => each.symbol === symbol)
    if (!terms) return []
    const rate = add(decimal(terms.maintenanceRate), decimal(terms.takerFeeRate))
    return [sub(mul(rate, decimal(exposure)), decimal(terms.maintenanceAmount))]
  })
  return formatDecimal(roundTo(sum(parts), { scale: SCALE, mode: 'up' }))
}

/** The decision of a liquidation, recomputed by the formulas of futures 2 and 3. */
export function recomputed(
  inputs: LiquidationInputs,
  { marginCoin }: { readonly marginCoin: string },
): Recomputed {
  const account = {
    wallet: inputs.walletBalance,
    symbols: symbolsOf(inputs.positions, marginCoin),
  }
  const equity = accountEquity(account)
  const required = inputs.exposures ? requirementOf(inputs) : requirement(account)
  const isSame = (own: string, stated: string) => compare(decimal(own), decimal(stated)) === 0
  return {
    equity,
    requirement: required,
    isEqual: isSame(equity, inputs.equity) && isSame(required, inputs.requirement),
  }
}
