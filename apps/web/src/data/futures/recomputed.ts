import type { LiquidationDetail } from '@x/api'
import { compare, decimal } from '@x/decimal'
import {
  accountEquity,
  type FuturesSymbol,
  type PositionLeg,
  requirement,
} from '@x/trading/futures'

/** Equity and requirement of a liquidation, computed here from its inputs. */
export interface Recomputed {
  readonly equity: string
  readonly requirement: string
  /** Whether both are those that the exchange decided by, to the atom. */
  readonly isEqual: boolean
}

type Inputs = LiquidationDetail['inputs']
type InputPosition = Inputs['positions'][number]

/** Settled in USDT: linear. Everything else is settled in its own coin, by nominal value in USD. */
const contractOf = (marginCoin: string): 'linear' | 'inverse' =>
  marginCoin === 'USDT' ? 'linear' : 'inverse'

const legOf = ({ positionSide, size, cost, settled }: InputPosition): PositionLeg => ({
  side: positionSide === 1 ? 'long' : 'short',
  count: size,
  // A cost without its sign.
  cost: cost.startsWith('-') ? cost.slice(1) : cost,
  settled,
})

function symbolsOf(inputs: Inputs, marginCoin: string): readonly FuturesSymbol[] {
  const symbols = [...new Set(inputs.positions.map(({ symbol }) => symbol))]
  return symbols.flatMap((symbol) => {
    const legs = inputs.positions.filter((each) => each.symbol === symbol)
    const [first] = legs
    if (!first) return []
    return [
      {
        contract: contractOf(marginCoin),
        mode: legs.length > 1 ? ('two-way' as const) : ('one-way' as const),
        leverage: '1',
        feeRate: first.takerFeeRate,
        markPrice: first.markPrice,
        mm: first.maintenanceRate,
        cum: first.maintenanceAmount,
        legs: legs.map(legOf),
      },
    ]
  })
}

/** The decision recomputed by the formulas of futures 2 and 3. */
export function recomputed({ inputs, marginCoin }: LiquidationDetail): Recomputed {
  const account = { wallet: inputs.walletBalance, symbols: symbolsOf(inputs, marginCoin) }
  const equity = accountEquity(account)
  const required = requirement(account)
  const isSame = (own: string, stated: string) => compare(decimal(own), decimal(stated)) === 0
  return {
    equity,
    requirement: required,
    isEqual: isSame(equity, inputs.equity) && isSame(required, inputs.requirement),
  }
}
