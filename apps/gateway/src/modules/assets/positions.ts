import type { SpotPosition } from '@x/api'
import { formatUnits, mulDiv } from '@x/decimal'
import { averageBuyPrice, type SpotHolding } from '@x/trading'
import { spotOwner } from '../../exchange/accounts/owner.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { SpotInstrument } from '../../exchange/instruments/Instrument.ts'
import type { Bought } from './ports/averageCost.ts'
import type { Trader } from '../trading/ports/TradingService.ts'
import { assetView } from '../trading/ports/balances.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import { leftLots, unitsOf } from '../../exchange/state/order.ts'
import { SPOT_SYMBOLS, scaleOf } from '../../exchange/instruments/symbols.ts'

/**
 * Decimals of a buy price that is an average: finer than the tick, so that it is rounded once,
 * where it is shown.
 */
const FINER = 8

/** What the trader holds or is buying, pair by pair. */
export function positionsOf(
  trader: Trader,
  {
    state,
    market,
    holdings,
  }: { state: ExchangeView; market: DisplayedMarket; holdings: ReadonlyMap<string, Bought> },
): SpotPosition[] {
  return SPOT_SYMBOLS.flatMap((spec) => {
    const account = state.accounts
      .ownedBy(trader.realm, spotOwner(trader.userId))
      .find(({ asset }) => asset === spec.base)
    const buying = openBuyAtoms(trader, { state, spec })
    const balance = account?.balance ?? 0n
    if (balance === 0n && buying === 0n) return []
    const found = holdings.get(spec.symbol) ?? { bought: 0n, sold: 0n, cost: 0n }
    const last = market.lastTicks(spec.symbol)
    const marketPrice = last === undefined ? null : formatUnits(BigInt(last), spec.pricePlace)
    const holding = holdingOf(spec, { ...found, balance, buying })
    const average = averageBuyPrice({ ...holding, marketPrice: marketPrice ?? '0' })
    return [
      {
        symbol: spec.symbol,
        ...assetView(account ?? { asset: spec.base, balance: 0n, held: 0n }),
        ...holding,
        marketPrice,
        avgBuyPrice: average?.price ?? null,
        cost: average?.cost ?? null,
      },
    ]
  })
}

function holdingOf(
  spec: SpotInstrument,
  { bought, sold, cost, balance, buying }: Bought & { balance: bigint; buying: bigint },
): Omit<SpotHolding, 'marketPrice'> {
  const count = (atoms: bigint) => formatUnits(atoms, scaleOf(spec.base), { trim: true })
  const left = bought - sold
  const buyPrice =
    left > 0n ? mulDiv(cost, 10n ** BigInt(FINER), { by: left, mode: 'half-up' }) : 0n
  return {
    buyPrice: formatUnits(buyPrice, spec.pricePlace + FINER, { trim: true }),
    buyDelegateCount: count(bought + buying),
    buyDealCount: count(bought),
    dealCount: count(sold),
    holdCount: count(balance),
    trackingType: 0,
    pricePlace: spec.pricePlace,
    quotePrecision: scaleOf(spec.quote),
  }
}

/** What the open buy orders in the book would still bring, before fees. */
function openBuyAtoms(
  { realm, userId }: Trader,
  { state, spec }: { state: ExchangeView; spec: SpotInstrument },
): bigint {
  const { basePerLot } = unitsOf(spec)
  const buying = [...state.ordersOf(realm, userId)].filter(
    (order) => order.symbol === spec.symbol && order.side === 'buy' && order.status !== 'waiting',
  )
  return buying.reduce((sum, order) => sum + BigInt(leftLots(order)) * basePerLot, 0n)
}
