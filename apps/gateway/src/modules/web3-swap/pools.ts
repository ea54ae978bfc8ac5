import { parseUnits } from '@x/decimal'
import { poolReserve } from '../../exchange/funds/swaps.ts'
import { scaleOf, symbolSpec } from '../../exchange/instruments/symbols.ts'
import { GatewayError } from '../../platform/http/route.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import type { Network, SwapPool } from '../wallet/ports/networks.ts'

/** A network whose pools are swapped with. */
export type SwapNetwork = Network & {
  readonly chainId: number
  readonly swapPools: readonly SwapPool[]
}

/** The one network with pools; `undefined`: there is none. */
export const swapNetworkOf = (networks: readonly Network[]): SwapNetwork | undefined =>
  networks.find(
    (network): network is SwapNetwork =>
      network.chainId !== undefined && (network.swapPools?.length ?? 0) > 0,
  )

export const poolName = ({ base, quote }: SwapPool): string => base + quote

/** The pool of two assets, either way round. */
export const poolOf = (
  { swapPools }: SwapNetwork,
  [from, to]: readonly [from: string, to: string],
): SwapPool | undefined =>
  swapPools.find(
    ({ base, quote }) => (base === from && quote === to) || (base === to && quote === from),
  )

/**
 * Gives an empty pool its first coins, at the last price.
 * @throws GatewayError 00006 without a price, or where the treasury lacks the coins
 */
export function fillOnce(
  {
    trading,
    market,
    now,
  }: {
    readonly trading: TradingService
    readonly market: Pick<DisplayedMarket, 'lastTicks'>
    readonly now: number
  },
  { base, quote, depth }: SwapPool,
): void {
  const pool = poolName({ base, quote, depth })
  if (poolReserve(trading.core.state, { pool, asset: quote }) > 0n) return
  const pair = symbolSpec(pool)
  const ticks = pair && market.lastTicks(pair.symbol)
  if (!ticks) throw new GatewayError('00006', 'There is no price of this pair at the moment')
  const ofQuote = parseUnits(depth, scaleOf(quote)) ?? 0n
  const scale = BigInt(scaleOf(base) + pair.pricePlace - scaleOf(quote))
  const ofBase = (ofQuote * 10n ** scale) / BigInt(ticks)
  trading.assertCapacity()
  trading.run({
    kind: 'swapFund',
    at: now,
    pool,
    parts: [
      { asset: base, atoms: String(ofBase) },
      { asset: quote, atoms: String(ofQuote) },
    ],
  })
}
