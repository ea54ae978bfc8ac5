import { formatUnits } from '@x/decimal'
import { USDT_CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import type { FuturesInstrument, Instrument } from '../../../exchange/instruments/Instrument.ts'
import type { Database } from '../../../platform/db/Database.ts'
import { contractView } from '../../futures/ports/contracts.ts'
import type { FuturesModule } from '../../futures/module.ts'
import type { DialectCall, DialectRoute } from '../dialectRoute.ts'
import { DialectError } from '../errors.ts'
import { requireContract, type Params } from '../params.ts'
import { depthView } from '../spot/depthView.ts'
import { aggregatesPage, createKlines, tradesPage, type ReadCandles } from '../spot/marketRoutes.ts'
import type { ExchangeInfoOptions } from '../spot/exchangeInfo.ts'
import { createTickers, type MarketSources } from '../spot/tickers.ts'
import { priceText } from '../texts.ts'
import { contractExchangeInfo } from './exchangeInfo.ts'
import { fundingsBetween } from './contractQueries.ts'
import { contractById } from './contractViews.ts'

export interface ContractMarketOptions
  extends MarketSources, Pick<ExchangeInfoOptions, 'orderLimits'> {
  readonly db: Database
  readonly futures: Pick<FuturesModule, 'prices'>
}

const route = { method: 'GET', pool: 'futures', security: 'none' } as const
const DEPTHS = [5, 10, 20, 50, 100, 500, 1_000]
const [DEFAULT_LEVELS, DEFAULT_FUNDINGS, MOST_ROWS] = [500, 100, 1_000]
/** Interest of a funding interval in the formula of the rate. */
const INTEREST_RATE = '0.00010000'
const RATE_PLACES = 8

/** Market data of contracts with margin in USDT. */
export function contractMarketRoutes(options: ContractMarketOptions): DialectRoute[] {
  return [
    ...generalRoutes(options),
    ...bookRoutes(options),
    ...klineRoutes(options),
    ...priceRoutes(options),
    ...tickerRoutes(options),
  ]
}

function generalRoutes({ market, clock, orderLimits }: ContractMarketOptions): DialectRoute[] {
  return [
    {
      ...route,
      path: '/fapi/v1/ping',
      summary: 'Answers an empty object.',
      weight: 1,
      socketMethod: 'ping',
      handler: () => ({}),
    },
    {
      ...route,
      path: '/fapi/v1/time',
      summary: 'The time of the server in milliseconds.',
      weight: 1,
      socketMethod: 'time',
      handler: () => ({ serverTime: clock.now() }),
    },
    {
      ...route,
      path: '/fapi/v1/exchangeInfo',
      summary: 'Limits, contracts and the filters of each contract.',
      weight: 1,
      handler: () =>
        contractExchangeInfo({
          orderLimits,
          now: clock.now(),
          isTrading: ({ id }) => market.status(id) === 'trading',
        }),
    },
  ]
}

function bookRoutes({ market, marketLog, clock }: ContractMarketOptions): DialectRoute[] {
  return [
    {
      ...route,
      path: '/fapi/v1/depth',
      summary: 'The order book; `lastUpdateId` is that of the depth stream.',
      weight: depthWeight,
      socketMethod: 'depth',
      handler: ({ params }) => {
        const spec = params.contract()
        const limit = levelsOf(params)
        const { lastUpdateId, ...levels } = depthView(spec, { market, marketLog, limit })
        const now = clock.now()
        return { lastUpdateId, E: now, T: now, ...levels }
      },
    },
    ...(['trades', 'historicalTrades'] as const).map((name): DialectRoute => ({
      ...route,
      path: `/fapi/v1/${name}`,
      summary: name === 'trades' ? 'The latest trades.' : 'Trades from a number on.',
      weight: name === 'trades' ? 5 : 20,
      handler: ({ params }) => tradesPage({ params }, { marketLog, spec: params.contract() }),
    })),
    {
      ...route,
      path: '/fapi/v1/aggTrades',
      summary: 'Trades of one moment, price and side together.',
      weight: 20,
      handler: ({ params }) => aggregatesPage({ params }, { marketLog, spec: params.contract() }),
    },
  ]
}

/** @throws DialectError -4021 */
function levelsOf(params: Params): number {
  const limit = params.integer('limit') ?? DEFAULT_LEVELS
  if (!DEPTHS.includes(limit)) throw new DialectError('INVALID_DEPTH')
  return limit
}

function depthWeight(params: Params): number {
  const limit = params.integer('limit', { isCapped: true, most: MOST_ROWS }) ?? DEFAULT_LEVELS
  if (limit <= 50) return 2
  if (limit <= 100) return 5
  return limit <= 500 ? 10 : 20
}

function klineRoutes(options: ContractMarketOptions): DialectRoute[] {
  const { candles, futures } = options
  const { candles: prices } = futures.prices
  const ofPrice =
    (kind: 'mark' | 'index'): ReadCandles =>
    async (spec, query) =>
      (await prices?.read(contractById(spec.id), kind, query)) ?? []
  const kinds = [
    [
      'klines',
      'symbol',
      'Candles of what was traded.',
      ({ id }: Instrument, query) => candles.read(id, query),
    ],
    ['markPriceKlines', 'symbol', 'Candles of the mark price.', ofPrice('mark')],
    ['indexPriceKlines', 'pair', 'Candles of the index price.', ofPrice('index')],
  ] as const satisfies readonly (readonly [string, 'symbol' | 'pair', string, ReadCandles])[]
  return kinds.map(([name, by, summary, read]): DialectRoute => {
    const klines = createKlines({ ...options, read })
    return {
      ...route,
      path: `/fapi/v1/${name}`,
      summary,
      weight: klineWeight,
      handler: ({ params }) => klines(params, requireContract(params.required(by))),
    }
  })
}

function klineWeight(params: Params): number {
  const limit = params.integer('limit', { isCapped: true, most: MOST_ROWS }) ?? 500
  if (limit < 100) return 1
  return limit < 500 ? 2 : 5
}

function priceRoutes({ db, futures, clock }: ContractMarketOptions): DialectRoute[] {
  const { prices } = futures
  return [
    {
      ...route,
      path: '/fapi/v1/premiumIndex',
      summary: 'Mark and index price, and the funding rate that is predicted.',
      weight: (params) => (params.has('symbol') ? 1 : 10),
      handler: ({ params }) => {
        const view = (contract: FuturesInstrument) =>
          premiumView(contract, { prices, now: clock.now() })
        return params.has('symbol') ? view(params.contract()) : USDT_CONTRACTS.map(view)
      },
    },
    {
      ...route,
      path: '/fapi/v1/fundingRate',
      summary: 'Funding rates that were paid.',
      weight: 1,
      handler: (call) => fundingPage(call, db),
    },
    {
      ...route,
      path: '/fapi/v1/fundingInfo',
      summary: 'How often contracts pay funding, and the highest rate.',
      weight: 1,
      handler: () =>
        USDT_CONTRACTS.map(contractView).map(({ symbol, fundingCap, fundingHours }) => ({
          symbol,
          adjustedFundingRateCap: fundingCap,
          adjustedFundingRateFloor: `-${fundingCap}`,
          fundingIntervalHours: fundingHours,
          disclaimer: false,
        })),
    },
    {
      ...route,
      path: '/fapi/v1/openInterest',
      summary: 'The size of all long positions of a contract.',
      weight: 1,
      handler: ({ params }) => {
        const contract = params.contract()
        const { openInterest } = prices.of(contract)
        return { openInterest, symbol: contract.symbol, time: clock.now() }
      },
    },
  ]
}

function premiumView(
  contract: FuturesInstrument,
  { prices, now }: { readonly prices: FuturesModule['prices']; readonly now: number },
) {
  const { mark, index, rate, nextAt } = prices.of(contract)
  const none = priceText(0, contract)
  return {
    symbol: contract.symbol,
    markPrice: mark ?? none,
    indexPrice: index ?? none,
    estimatedSettlePrice: index ?? none,
    lastFundingRate: rate ?? '0',
    interestRate: INTEREST_RATE,
    nextFundingTime: nextAt,
    time: now,
  }
}

async function fundingPage({ params }: DialectCall, db: Database) {
  const rows = await fundingsBetween(db, {
    symbol: params.has('symbol') ? params.contract().id : undefined,
    start: params.integer('startTime'),
    end: params.integer('endTime'),
    limit:
      params.integer('limit', { least: 1, most: MOST_ROWS, isCapped: true }) ?? DEFAULT_FUNDINGS,
  })
  return rows.map(({ symbol, rate, mark, at }) => {
    const contract = contractById(symbol)
    return {
      symbol: contract.symbol,
      fundingRate: formatUnits(rate, RATE_PLACES),
      fundingTime: Number(at),
      markPrice: priceText(mark, contract),
    }
  })
}

function tickerRoutes(options: ContractMarketOptions): DialectRoute[] {
  const tickers = createTickers(options)
  const { clock } = options
  const withTime = (view: object | undefined) => view && { ...view, time: clock.now() }
  const oneOrMany =
    (view: (contract: FuturesInstrument) => object | undefined) =>
    ({ params }: DialectCall): unknown =>
      params.has('symbol')
        ? (view(params.contract()) ?? {})
        : USDT_CONTRACTS.map(view).filter((each) => each !== undefined)
  return [
    {
      ...route,
      path: '/fapi/v1/ticker/24hr',
      summary: 'Figures of the last 24 hours.',
      weight: (params) => (params.has('symbol') ? 1 : 40),
      handler: oneOrMany(tickers.day),
    },
    ...(['v1', 'v2'] as const).map((version): DialectRoute => ({
      ...route,
      path: `/fapi/${version}/ticker/price`,
      summary: 'The last price.',
      weight: (params) => (params.has('symbol') ? 1 : 2),
      ...(version === 'v1' ? { socketMethod: 'ticker.price' } : {}),
      handler: oneOrMany((contract) => withTime(tickers.price(contract))),
    })),
    {
      ...route,
      path: '/fapi/v1/ticker/bookTicker',
      summary: 'The best bid and ask.',
      weight: (params) => (params.has('symbol') ? 2 : 5),
      socketMethod: 'ticker.book',
      handler: oneOrMany((contract) => withTime(tickers.book(contract))),
    },
  ]
}
