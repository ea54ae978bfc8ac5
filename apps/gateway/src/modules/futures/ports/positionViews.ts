import type { AttachedOrder, ClosedPosition, FuturesPosition as PositionView } from '@x/api'
import { formatUnits, mulDiv } from '@x/decimal'
import { breakEvenPrice } from '@x/trading/futures'
import { exitsOf } from '../../../exchange/futures/exits.ts'
import { accountAsIs, reducibleLots } from '../../../exchange/futures/judge.ts'
import {
  bankruptcyTicks,
  equityOf,
  groupOf,
  requirementOf,
  unchanged,
  walletOf,
  type MarginMarket,
  type RiskAccount,
} from '../../../exchange/futures/margin.ts'
import { liquidationPriceOf } from '../../../exchange/futures/preview.ts'
import { magnitudeOf, valueOf } from '../../../exchange/instruments/contractTerms.ts'
import { absolute, divideUp } from '../../../exchange/instruments/rounding.ts'
import { contractOf, type ExchangeView } from '../../../exchange/state/ExchangeView.ts'
import type { FuturesOrder, FuturesTrigger } from '../../../exchange/state/futuresOrder.ts'
import {
  leverageOf,
  positionKey,
  settingsOf,
  type FuturesPosition,
} from '../../../exchange/state/futuresState.ts'
import type { Trader } from '../../trading/ports/TradingService.ts'
import { lightsOf } from './adlQueue.ts'
import { ratioText } from './accountViews.ts'
import { marginText, priceText, sizeText } from './contracts.ts'
import type { ClosedRow } from './queries.ts'

/** Open positions of an account as the wire shows them (futures 11). */
export const positionViews = (view: ExchangeView, trader: Trader): PositionView[] =>
  viewsOf(view, unchanged(accountAsIs(view, trader)))

const viewsOf = (view: ExchangeView, account: RiskAccount): PositionView[] =>
  [...account.positions.values()].map((position) => positionView(view, position, { account }))

/** The average price of lots that were worth so much, in ticks, half up. */
export function averageTicks(
  { terms: { isInverse, unit } }: MarginMarket,
  { lots, value }: { readonly lots: number; readonly value: bigint },
): bigint {
  const size = BigInt(lots) * unit
  if (size === 0n || value === 0n) return 0n
  return isInverse
    ? mulDiv(size, 1n, { by: value, mode: 'half-up' })
    : mulDiv(value, 1n, { by: size, mode: 'half-up' })
}

/** A position with what the market makes of it; one of zero lots is closed. */
export function positionView(
  view: ExchangeView,
  position: FuturesPosition,
  {
    wasLong = true,
    account = unchanged(accountAsIs(view, position)),
  }: { readonly wasLong?: boolean; readonly account?: RiskAccount } = {},
): PositionView {
  const state = view
  const { symbol, side } = position
  const market = contractOf(state, symbol)
  const { instrument } = market
  const settings = settingsOf(account, symbol)
  const leverage = leverageOf(settings, side)
  const lots = Math.abs(position.lots)
  const margin = (value: bigint) => marginText(value, instrument)
  const price = (of: { readonly lots: number; readonly value: bigint }) =>
    formatUnits(averageTicks(market, of), instrument.pricePlace)
  const cost = absolute(position.cost)
  const isIsolated = settings.marginMode === 'isolated'
  const initial = divideUp(cost, BigInt(leverage))
  const isLong = isLongPosition(position, wasLong)
  return {
    symbol: instrument.symbol,
    marginCoin: instrument.marginAsset,
    orderNo: String(position.id),
    positionSide: isLong ? 1 : 2,
    marginMode: isIsolated ? 1 : 2,
    positionMode: side === 'net' ? 1 : 2,
    openDealCount: sizeText(position.openedLots, instrument),
    closeDealCount: sizeText(position.closedLots, instrument),
    openAvgPrice: price({ lots: position.openedLots, value: absolute(position.openedValue) }),
    positionsOpenAvgPrice: price({ lots, value: cost }),
    openMarginCount: margin(divideUp(absolute(position.openedValue), BigInt(leverage))),
    positionsOpenMarginCount: margin(
      isIsolated ? walletOf(state, groupOf(state, account, position)) : initial,
    ),
    positionsCount: sizeText(lots, instrument),
    count: sizeText(
      reducibleLots(account, { symbol, side: isLong ? 'sell' : 'buy', positionSide: side }),
      instrument,
    ),
    openLevel: leverage,
    positionsLevel: leverage,
    achievedProfits: margin(position.result),
    ...marked(view, { market, account, position, leverage }),
    settled: margin(position.settled),
    breakEvenPrice:
      lots === 0 ? priceText(0, instrument) : breakEvenOf(market, { position, isLong }),
    fundingPaid: margin(position.funding),
    fees: margin(position.fees),
    adl: lightsOf(view, position),
    ...exitViews(market, exitsOf(account, { symbol, side })),
    autoMargin: settings.autoMargin?.includes(side) ?? false,
    openedAt: position.openedAt,
    updatedAt: position.updatedAt,
    ...seasonOf(view, position),
  }
}

const isLongPosition = ({ lots, side }: FuturesPosition, wasLong: boolean): boolean =>
  side === 'net' ? (lots === 0 ? wasLong : lots > 0) : side === 'long'

/** What came of a closed position; it closed at what it was opened for and its result. */
export function closedPositionView(
  view: ExchangeView,
  { position, endedBy, wasLong, isIsolated }: ClosedRow,
) {
  const market = contractOf(view, position.symbol)
  const { instrument, terms } = market
  const isLong = position.side === 'net' ? wasLong : position.side === 'long'
  const { openedLots, closedLots, openedValue, result } = position
  const closedValue = isLong !== terms.isInverse ? openedValue + result : openedValue - result
  const price = (of: { readonly lots: number; readonly value: bigint }) =>
    formatUnits(averageTicks(market, of), instrument.pricePlace)
  const margin = (value: bigint) => marginText(value, instrument)
  return {
    orderNo: String(position.id),
    symbol: instrument.symbol,
    marginCoin: instrument.marginAsset,
    positionSide: isLong ? 1 : 2,
    marginMode: isIsolated ? 1 : 2,
    size: sizeText(openedLots, instrument),
    openAvgPrice: price({ lots: openedLots, value: openedValue }),
    closeAvgPrice: price({ lots: closedLots, value: closedValue }),
    achievedProfits: margin(result),
    fees: margin(position.fees),
    fundingPaid: margin(position.funding),
    endedBy,
    openedAt: position.openedAt,
    closedAt: position.updatedAt,
  } satisfies ClosedPosition
}

const seasonOf = (view: ExchangeView, { realm, userId }: Trader): { readonly season?: number } => {
  const season = realm === 'paper' ? view.paper.get(userId)?.season : undefined
  return season === undefined ? {} : { season }
}

type Marked = Pick<
  PositionView,
  'markPrice' | 'unrealisedPnl' | 'roe' | 'liquidationPrice' | 'bankruptcyPrice' | 'marginRatio'
>

const UNMARKED: Marked = {
  markPrice: null,
  unrealisedPnl: null,
  roe: null,
  liquidationPrice: null,
  bankruptcyPrice: null,
  marginRatio: null,
}

function marked(
  view: ExchangeView,
  {
    market,
    account,
    position,
    leverage,
  }: {
    readonly market: MarginMarket
    readonly account: RiskAccount
    readonly position: FuturesPosition
    readonly leverage: number
  },
): Marked {
  const state = view
  const { instrument, terms } = market
  const group = groupOf(state, account, position)
  const prices = group.positions.map(({ symbol }) => view.futures.prices.get(symbol))
  const mark = view.futures.prices.get(position.symbol)?.mark ?? 0
  const isHeld = account.positions.has(positionKey(position.symbol, position.side))
  if (!isHeld || mark === 0 || prices.some((each) => !each?.isFresh)) return UNMARKED
  const pnl = valueOf(terms, position.lots, mark) - position.cost
  const notional = magnitudeOf(terms, Math.abs(position.lots), mark)
  const liquidation = liquidationPriceOf(state, account, position)
  const bankruptcy = bankruptcyTicks(state, position, group)
  return {
    markPrice: priceText(mark, instrument),
    unrealisedPnl: marginText(pnl, instrument),
    roe: formatUnits(mulDiv(pnl, BigInt(leverage) * 10_000n, { by: notional, mode: 'half-up' }), 2),
    liquidationPrice: liquidation.status === 'never' ? null : liquidation.price,
    bankruptcyPrice: bankruptcy ? priceText(bankruptcy, instrument) : null,
    marginRatio: ratioText(requirementOf(state, group), equityOf(state, group)),
  }
}

function breakEvenOf(
  { instrument }: MarginMarket,
  { position, isLong }: { readonly position: FuturesPosition; readonly isLong: boolean },
): string {
  const { settlement, takerRate, tickSize, marginScale } = instrument
  const lots = Math.abs(position.lots)
  const found = breakEvenPrice(
    {
      contract: settlement.kind,
      side: isLong ? 'long' : 'short',
      count:
        settlement.kind === 'inverse'
          ? String(BigInt(lots) * BigInt(settlement.contractValue))
          : sizeText(lots, instrument),
      cost: formatUnits(absolute(position.cost), marginScale),
      fees: formatUnits(position.fees < 0n ? 0n : position.fees, marginScale),
      funding: formatUnits(position.funding, marginScale),
      feeRate: takerRate,
    },
    { tick: tickSize },
  )
  return found ?? priceText(0, instrument)
}

/** The take profit and stop loss that wait for a whole position. */
function exitViews(
  { instrument }: MarginMarket,
  exits: readonly FuturesOrder[],
): { readonly takeProfit: AttachedOrder | null; readonly stopLoss: AttachedOrder | null } {
  const legOf = (kind: FuturesTrigger['kind']): AttachedOrder | null => {
    const trigger = exits.flatMap(({ triggers = [] }) => triggers).find((own) => own.kind === kind)
    return trigger
      ? {
          triggerPrice: priceText(trigger.ticks, instrument),
          price: trigger.limit === 0 ? null : priceText(trigger.limit, instrument),
        }
      : null
  }
  return { takeProfit: legOf('take_profit'), stopLoss: legOf('stop_loss') }
}
