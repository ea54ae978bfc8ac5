import { larger, minus, plus } from '../fraction.ts'
import { type Liquidation, solveLiquidation } from '../liquidation/solve.ts'
import type { PriceOptions } from '../rounding.ts'
import { equityOf, type FuturesAccount, orderNotionalOf, readAccount, symbolAt } from './account.ts'
import { totalRequirement } from './margin.ts'

/** Which symbol of the account, by its place from 0, and the tick to show its price on. */
export interface OfSymbol extends Pick<PriceOptions, 'tick'> {
  readonly symbol: number
}

/**
 * The liquidation price of a symbol while the marks of all others stay (futures 3, trading 2):
 * where the equity of the account meets its requirement, solved for each tier and rounded towards
 * the mark. An isolated position is an account of its own.
 *
 * @throws TradingError `out-of-range` `symbol` where the account has no such symbol
 */
export function liquidationPrice(
  account: FuturesAccount,
  { symbol: at, tick }: OfSymbol,
): Liquidation {
  const { wallet, symbols } = readAccount(account)
  const symbol = symbolAt(symbols, at)
  const others = { wallet, symbols: symbols.filter((_, index) => index !== at) }
  const { long, short } = symbol
  const settled = plus(long.settled, short.settled)
  return solveLiquidation(
    {
      contract: symbol.contract,
      collateral: minus(minus(equityOf(others), totalRequirement(others)), settled),
      long,
      short,
      marginCount: larger(long.count, short.count),
      orderNotional: orderNotionalOf(symbol),
      feeRate: symbol.feeRate,
      tiers: symbol.tiers,
      mark: symbol.mark,
    },
    tick === undefined ? {} : { tick },
  )
}
