import { formatUnits } from '@x/decimal'
import { DEFAULT_PROTECTION } from '@x/trading'
import { MAX_LOTS, MAX_TICKS } from '../../../exchange/matching/command.ts'
import type { SpotInstrument } from '../../../exchange/instruments/Instrument.ts'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'
import { allowedOrders, WEIGHT_LIMITS } from '../limits.ts'
import type { AccountLimits } from '../../trading/module.ts'
import { priceText, sizeText } from '../texts.ts'

export interface ExchangeInfoOptions {
  /** Open orders of a pair. */
  readonly orderLimits: Pick<AccountLimits, 'openPerPair' | 'orders'>
  readonly now: number
  readonly isTrading: (spec: SpotInstrument) => boolean
}

export const ORDER_TYPES = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
] as const
export type OrderType = (typeof ORDER_TYPES)[number]
/** Trailing orders of a pair that wait at a time. */
export const MOST_ALGO_ORDERS = 100
/** A callback of 0.1 % to 10 %, in hundredths of a percent. */
const [LEAST_DELTA, MOST_DELTA] = [10, 1_000]

/** Limits, pairs and what is checked of their orders. */
export function exchangeInfo(symbols: readonly SpotInstrument[], options: ExchangeInfoOptions) {
  const orders = allowedOrders(options.orderLimits)
  return {
    timezone: 'UTC',
    serverTime: options.now,
    rateLimits: [
      rateLimit('REQUEST_WEIGHT', {
        interval: 'MINUTE',
        intervalNum: 1,
        limit: WEIGHT_LIMITS.spot,
      }),
      rateLimit('ORDERS', { interval: 'SECOND', intervalNum: 10, limit: orders.tenSeconds }),
      rateLimit('ORDERS', { interval: 'DAY', intervalNum: 1, limit: orders.day }),
    ],
    exchangeFilters: [],
    symbols: symbols.map((spec) => symbolInfo(spec, options)),
  }
}

export const rateLimit = (
  rateLimitType: string,
  window: { readonly interval: string; readonly intervalNum: number; readonly limit: number },
) => ({ rateLimitType, ...window })

function symbolInfo(spec: SpotInstrument, { orderLimits, isTrading }: ExchangeInfoOptions) {
  const { symbol, base, quote } = spec
  return {
    symbol,
    status: isTrading(spec) ? 'TRADING' : 'BREAK',
    baseAsset: base,
    baseAssetPrecision: scaleOf(base),
    quoteAsset: quote,
    quotePrecision: scaleOf(quote),
    quoteAssetPrecision: scaleOf(quote),
    baseCommissionPrecision: scaleOf(base),
    quoteCommissionPrecision: scaleOf(quote),
    orderTypes: ORDER_TYPES,
    icebergAllowed: false,
    ocoAllowed: true,
    otoAllowed: true,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(spec, orderLimits),
    permissions: [],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: 'EXPIRE_TAKER',
    allowedSelfTradePreventionModes: ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
  }
}

function filtersOf(spec: SpotInstrument, { openPerPair }: ExchangeInfoOptions['orderLimits']) {
  const lots = { minQty: spec.stepSize, maxQty: sizeText(MAX_LOTS, spec), stepSize: spec.stepSize }
  const band = Math.round(Number(DEFAULT_PROTECTION.limitBand) * 100)
  const [up, down] = [100 + band, 100 - band].map((hundredths) =>
    formatUnits(BigInt(hundredths), 2),
  )
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: spec.tickSize,
      maxPrice: priceText(MAX_TICKS, spec),
      tickSize: spec.tickSize,
    },
    { filterType: 'LOT_SIZE', ...lots },
    { filterType: 'MARKET_LOT_SIZE', ...lots },
    {
      filterType: 'NOTIONAL',
      minNotional: spec.minNotional,
      applyMinToMarket: true,
      maxNotional: '9000000000',
      applyMaxToMarket: false,
      avgPriceMins: 0,
    },
    {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: up,
      bidMultiplierDown: down,
      askMultiplierUp: up,
      askMultiplierDown: down,
      avgPriceMins: 0,
    },
    {
      filterType: 'TRAILING_DELTA',
      minTrailingAboveDelta: LEAST_DELTA,
      maxTrailingAboveDelta: MOST_DELTA,
      minTrailingBelowDelta: LEAST_DELTA,
      maxTrailingBelowDelta: MOST_DELTA,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: openPerPair },
    { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: MOST_ALGO_ORDERS },
  ]
}
