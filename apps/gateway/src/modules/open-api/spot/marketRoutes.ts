import type { Instrument, SpotInstrument } from '../../../exchange/instruments/Instrument.ts'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import {
  INTERVAL_MS,
  type Interval,
  INTERVALS,
  type Candle,
  type CandleStore,
} from '../../market-data/module.ts'
import type { DialectCall, DialectRoute } from '../dialectRoute.ts'
import { DialectError } from '../errors.ts'
import { mandatory, requirePair, type Params } from '../params.ts'
import { priceText, quoteText, sizeText } from '../texts.ts'
import type { AggregateTrade, LoggedTrade, MarketLog } from '../tradeLog.ts'
import { depthView } from './depthView.ts'
import { exchangeInfo, type ExchangeInfoOptions } from './exchangeInfo.ts'
import { createTickers, type MarketSources } from './tickers.ts'

export interface SpotMarketOptions
  extends MarketSources, Pick<ExchangeInfoOptions, 'orderLimits'> {}

const [DEFAULT_LEVELS, MOST_LEVELS] = [100, 5_000]
const [DEFAULT_ROWS, MOST_ROWS] = [500, 1_000]
const route = { method: 'GET', pool: 'spot', security: 'none' } as const

/** Market data of spot pairs: public, and the same for everybody. */
export function spotMarketRoutes(options: SpotMarketOptions): DialectRoute[] {
  return [...generalRoutes(options), ...bookRoutes(options), ...tickerRoutes(options)]
}

function generalRoutes(options: SpotMarketOptions): DialectRoute[] {
  const { market, clock } = options
  const isTrading = ({ symbol }: SpotInstrument) => market.status(symbol) === 'trading'
  return [
    {
      ...route,
      path: '/api/v3/ping',
      summary: 'Answers an empty object.',
      weight: 1,
      socketMethod: 'ping',
      handler: () => ({}),
    },
    {
      ...route,
      path: '/api/v3/time',
      summary: 'The time of the server in milliseconds.',
      weight: 1,
      socketMethod: 'time',
      handler: () => ({ serverTime: clock.now() }),
    },
    {
      ...route,
      path: '/api/v3/exchangeInfo',
      summary: 'Limits, pairs and the filters of each pair.',
      weight: 20,
      socketMethod: 'exchangeInfo',
      handler: ({ params }) =>
        exchangeInfo(namedSymbols(params) ?? SPOT_SYMBOLS, {
          ...options,
          now: clock.now(),
          isTrading,
        }),
    },
  ]
}

function bookRoutes(options: SpotMarketOptions): DialectRoute[] {
  const { market, marketLog, candles } = options
  const klines = createKlines({ ...options, read: ({ id }, query) => candles.read(id, query) })
  return [
    {
      ...route,
      path: '/api/v3/depth',
      summary: 'The order book; `lastUpdateId` is that of the depth stream.',
      weight: depthWeight,
      socketMethod: 'depth',
      handler: ({ params }) => {
        const spec = params.symbol()
        const limit = params.integer('limit', { least: 1, most: MOST_LEVELS, isCapped: true })
        return depthView(spec, { market, marketLog, limit: limit ?? DEFAULT_LEVELS })
      },
    },
    {
      ...route,
      path: '/api/v3/trades',
      summary: 'The latest trades.',
      weight: 25,
      socketMethod: 'trades.recent',
      handler: (call) => tradesPage(call, { marketLog, spec: call.params.symbol() }),
    },
    {
      ...route,
      path: '/api/v3/historicalTrades',
      summary: 'Trades from a number on.',
      weight: 25,
      socketMethod: 'trades.historical',
      handler: (call) => tradesPage(call, { marketLog, spec: call.params.symbol() }),
    },
    {
      ...route,
      path: '/api/v3/aggTrades',
      summary: 'Trades of one moment, price and side together.',
      weight: 4,
      socketMethod: 'trades.aggregate',
      handler: (call) => aggregatesPage(call, { marketLog, spec: call.params.symbol() }),
    },
    ...(['klines', 'uiKlines'] as const).map((name): DialectRoute => ({
      ...route,
      path: `/api/v3/${name}`,
      summary: 'Candles of an interval.',
      weight: 2,
      socketMethod: name,
      handler: ({ params }) => klines(params, params.symbol()),
    })),
  ]
}

function tickerRoutes(options: SpotMarketOptions): DialectRoute[] {
  const tickers = createTickers(options)
  return [
    {
      ...route,
      path: '/api/v3/avgPrice',
      summary: 'The average price of the last five minutes, by volume.',
      weight: 2,
      socketMethod: 'avgPrice',
      handler: ({ params }) => tickers.average(params.symbol()),
    },
    ...(['24hr', 'tradingDay'] as const).map((name): DialectRoute => ({
      ...route,
      path: `/api/v3/ticker/${name}`,
      summary: name === '24hr' ? 'Figures of the last 24 hours.' : 'Figures of the running day.',
      weight: name === '24hr' ? dayWeight : windowWeight,
      socketMethod: `ticker.${name}`,
      handler: ({ params }) =>
        oneOrMany(params, (spec) => (name === '24hr' ? tickers.day(spec) : tickers.today(spec))),
    })),
    {
      ...route,
      path: '/api/v3/ticker',
      summary: 'Figures of a window of up to a day.',
      weight: windowWeight,
      socketMethod: 'ticker',
      handler: ({ params }) => {
        if (!namedSymbols(params)) throw mandatory('symbol')
        const length = windowOf(params)
        return oneOrMany(params, (spec) => tickers.window(spec, length))
      },
    },
    {
      ...route,
      path: '/api/v3/ticker/price',
      summary: 'The last price.',
      weight: (params) => (params.has('symbol') ? 2 : 4),
      socketMethod: 'ticker.price',
      handler: ({ params }) => oneOrMany(params, tickers.price),
    },
    {
      ...route,
      path: '/api/v3/ticker/bookTicker',
      summary: 'The best bid and ask.',
      weight: (params) => (params.has('symbol') ? 2 : 4),
      socketMethod: 'ticker.book',
      handler: ({ params }) => oneOrMany(params, tickers.book),
    },
  ]
}

/** The pairs of `symbol` or `symbols`; `undefined` where neither is there. */
function namedSymbols(params: Params): readonly SpotInstrument[] | undefined {
  const [one, many] = [params.text('symbol'), params.text('symbols')]
  if (one !== undefined && many !== undefined) throw new DialectError('BAD_COMBINATION')
  if (one !== undefined) return [requirePair(one)]
  if (many === undefined) return undefined
  const names = /^\["[A-Z0-9]{1,20}"(?:, ?"[A-Z0-9]{1,20}")*\]$/.test(many)
    ? (JSON.parse(many) as string[])
    : undefined
  if (!names) throw new DialectError('ILLEGAL_CHARACTERS')
  return [...new Set(names)].map(requirePair)
}

/** One object for `symbol`, a list otherwise; pairs without a price are left out of a list. */
function oneOrMany(params: Params, view: (spec: SpotInstrument) => object | undefined): unknown {
  const named = namedSymbols(params)
  if (params.has('symbol') && named?.[0]) return view(named[0]) ?? {}
  return (named ?? SPOT_SYMBOLS).map(view).filter((each) => each !== undefined)
}

function dayWeight(params: Params): number {
  const count = namedSymbols(params)?.length ?? Infinity
  if (count <= 20) return 2
  return count <= 100 ? 40 : 80
}

/** Of figures that are computed for each pair. */
const windowWeight = (params: Params): number =>
  Math.min(4 * (namedSymbols(params)?.length ?? Infinity), 200)

const WINDOW = /^(?:([1-9]|[1-5]\d)m|([1-9]|1\d|2[0-4])h|1d)$/

/** Of `windowSize`, in minutes. @throws DialectError -1130 */
function windowOf(params: Params): number {
  const text = params.text('windowSize') ?? '1d'
  const found = WINDOW.exec(text)
  if (!found)
    throw new DialectError('INVALID_PARAMETER', 'windowSize must be 1m to 59m, 1h to 24h or 1d.')
  const [, minutes, hours] = found
  if (minutes !== undefined) return Number(minutes)
  return hours === undefined ? 1_440 : Number(hours) * 60
}

function depthWeight(params: Params): number {
  const limit = params.integer('limit', { isCapped: true, most: MOST_LEVELS }) ?? DEFAULT_LEVELS
  if (limit <= 100) return 5
  if (limit <= 500) return 25
  return limit <= 1_000 ? 50 : 250
}

/** The latest trades, or those from a number on. */
export function tradesPage(
  { params }: Pick<DialectCall, 'params'>,
  { marketLog, spec }: { readonly marketLog: MarketLog; readonly spec: Instrument },
) {
  const limit =
    params.integer('limit', { least: 1, most: MOST_ROWS, isCapped: true }) ?? DEFAULT_ROWS
  const from = params.integer('fromId')
  const trades = marketLog.trades(spec.id)
  const page =
    from === undefined
      ? trades.slice(-limit)
      : trades.filter(({ id }) => id >= from).slice(0, limit)
  return page.map((trade) => tradeView(trade, spec))
}

export function tradeView({ id, ticks, lots, at, takerSide }: LoggedTrade, spec: Instrument) {
  return {
    id,
    price: priceText(ticks, spec),
    qty: sizeText(lots, spec),
    quoteQty: quoteText(BigInt(ticks) * BigInt(lots), spec),
    time: at,
    isBuyerMaker: takerSide === 'sell',
    isBestMatch: true,
  }
}

/** Aggregates from a number or time on, or the latest ones. */
export function aggregatesPage(
  { params }: Pick<DialectCall, 'params'>,
  { marketLog, spec }: { readonly marketLog: MarketLog; readonly spec: Instrument },
) {
  const limit =
    params.integer('limit', { least: 1, most: MOST_ROWS, isCapped: true }) ?? DEFAULT_ROWS
  const from = params.integer('fromId')
  const [start, end] = [params.integer('startTime'), params.integer('endTime')]
  if (from !== undefined && (start !== undefined || end !== undefined))
    throw new DialectError('BAD_COMBINATION')
  const all = marketLog
    .aggregates(spec.id)
    .filter(
      ({ id, at }) =>
        (from === undefined || id >= from) &&
        (start === undefined || at >= start) &&
        (end === undefined || at <= end),
    )
  const page = from === undefined && start === undefined ? all.slice(-limit) : all.slice(0, limit)
  return page.map((each) => aggregateView(each, spec))
}

export function aggregateView(
  { id, ticks, lots, first, last, at, takerSide }: AggregateTrade,
  spec: Instrument,
) {
  return {
    a: id,
    p: priceText(ticks, spec),
    q: sizeText(lots, spec),
    f: first,
    l: last,
    T: at,
    m: takerSide === 'sell',
    M: true,
  }
}

/** Reads candles of what is traded, or of another price. */
export type ReadCandles = (
  spec: Instrument,
  query: Parameters<CandleStore['read']>[1] & { readonly interval: Interval },
) => Promise<readonly Candle[]>

/** The page of candles that a call asks for. */
export function createKlines({
  read,
  clock,
}: {
  readonly read: ReadCandles
  readonly clock: SpotMarketOptions['clock']
}) {
  return async (params: Params, spec: Instrument) => {
    const interval = params.oneOf('interval', INTERVALS, 'INVALID_INTERVAL')
    if (interval === undefined) throw mandatory('interval')
    const limit =
      params.integer('limit', { least: 1, most: MOST_ROWS, isCapped: true }) ?? DEFAULT_ROWS
    const [start, end] = [params.integer('startTime'), params.integer('endTime')]
    const now = clock.now()
    const length = INTERVAL_MS[interval]
    const until = Math.min(end ?? now, start === undefined ? Infinity : start + limit * length - 1)
    const found = await read(spec, { interval, before: until + 1, limit, now })
    return found
      .filter(({ openTime }) => start === undefined || openTime >= start)
      .map((candle) => klineView(candle, { spec, length }))
  }
}

/** Trades of a candle are not counted, nor what takers bought of it: both are 0. */
export function klineView(
  candle: Candle,
  { spec, length }: { readonly spec: Instrument; readonly length: number },
) {
  return [
    candle.openTime,
    priceText(candle.open, spec),
    priceText(candle.high, spec),
    priceText(candle.low, spec),
    priceText(candle.close, spec),
    sizeText(candle.lots, spec),
    candle.openTime + length - 1,
    quoteText(candle.turnover, spec),
    0,
    sizeText(0, spec),
    quoteText(0n, spec),
    '0',
  ]
}
