import { formatUnits, mulDiv, parseUnits } from '@x/decimal'
import { USDT_CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import type { FuturesInstrument } from '../../../exchange/instruments/Instrument.ts'
import { MAX_LOTS, MAX_TICKS } from '../../../exchange/matching/command.ts'
import { allowedOrders, WEIGHT_LIMITS } from '../limits.ts'
import { MOST_ALGO_ORDERS, rateLimit, type ExchangeInfoOptions } from '../spot/exchangeInfo.ts'
import { priceText, sizeText } from '../texts.ts'

export const CONTRACT_ORDER_TYPES = [
  'LIMIT',
  'MARKET',
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
] as const
export type ContractOrderType = (typeof CONTRACT_ORDER_TYPES)[number]
export const CONTRACT_TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTX'] as const

/** Perpetual contracts have no end: the date that the dialect shows for one. */
const NEVER = 4_133_404_800_000

export interface ContractInfoOptions extends Pick<ExchangeInfoOptions, 'orderLimits' | 'now'> {
  readonly isTrading: (contract: FuturesInstrument) => boolean
}

/** Limits, contracts and what is checked of their orders. */
export function contractExchangeInfo(options: ContractInfoOptions) {
  const minutes = { interval: 'MINUTE', intervalNum: 1, limit: WEIGHT_LIMITS.futures }
  const orders = allowedOrders(options.orderLimits)
  return {
    timezone: 'UTC',
    serverTime: options.now,
    futuresType: 'U_MARGINED',
    rateLimits: [
      rateLimit('REQUEST_WEIGHT', minutes),
      rateLimit('ORDERS', { interval: 'SECOND', intervalNum: 10, limit: orders.tenSeconds }),
      rateLimit('ORDERS', { interval: 'DAY', intervalNum: 1, limit: orders.day }),
    ],
    exchangeFilters: [],
    assets: [{ asset: 'USDT', marginAvailable: true, autoAssetExchange: null }],
    symbols: USDT_CONTRACTS.map((contract) => contractInfo(contract, options)),
  }
}

function contractInfo(
  contract: FuturesInstrument,
  { orderLimits, isTrading }: ContractInfoOptions,
) {
  const { symbol, base, quote, marginAsset, marginScale, tiers } = contract
  const [first] = tiers
  return {
    symbol,
    pair: symbol,
    contractType: 'PERPETUAL',
    deliveryDate: NEVER,
    onboardDate: 0,
    status: isTrading(contract) ? 'TRADING' : 'PENDING_TRADING',
    maintMarginPercent: percentText(first?.maintenance ?? '0'),
    requiredMarginPercent: shareOf(first?.maxLeverage ?? 1),
    baseAsset: base,
    quoteAsset: quote,
    marginAsset,
    pricePrecision: contract.pricePlace,
    quantityPrecision: contract.quantityPlace,
    baseAssetPrecision: marginScale,
    quotePrecision: marginScale,
    underlyingType: 'COIN',
    underlyingSubType: [],
    triggerProtect: contract.priceBand,
    liquidationFee: contract.liquidationRate,
    marketTakeBound: contract.priceBand,
    maxMoveOrderLimit: 10_000,
    filters: filtersOf(contract, orderLimits),
    orderTypes: CONTRACT_ORDER_TYPES,
    timeInForce: CONTRACT_TIMES_IN_FORCE,
  }
}

/** A fraction as per cent with four decimals. */
const percentText = (fraction: string): string => formatUnits(parseUnits(fraction, 6) ?? 0n, 4)

/** The margin that the highest leverage asks for, in per cent. */
const shareOf = (leverage: number): string =>
  formatUnits(mulDiv(1_000_000n, 1n, { by: BigInt(leverage), mode: 'up' }), 4)

function filtersOf(
  contract: FuturesInstrument,
  { openPerPair }: ExchangeInfoOptions['orderLimits'],
) {
  const { tickSize, stepSize, priceBand, minNotional } = contract
  const lots = { minQty: stepSize, maxQty: sizeText(MAX_LOTS, contract), stepSize }
  const band = parseUnits(priceBand, 4) ?? 0n
  const maxPrice = priceText(MAX_TICKS, contract)
  return [
    { filterType: 'PRICE_FILTER', minPrice: tickSize, maxPrice, tickSize },
    { filterType: 'LOT_SIZE', ...lots },
    { filterType: 'MARKET_LOT_SIZE', ...lots },
    { filterType: 'MAX_NUM_ORDERS', limit: openPerPair },
    { filterType: 'MAX_NUM_ALGO_ORDERS', limit: MOST_ALGO_ORDERS },
    { filterType: 'MIN_NOTIONAL', notional: minNotional },
    {
      filterType: 'PERCENT_PRICE',
      multiplierUp: formatUnits(10_000n + band, 4),
      multiplierDown: formatUnits(10_000n - band, 4),
      multiplierDecimal: '4',
    },
  ]
}
