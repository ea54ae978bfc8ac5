import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { DecimalString, nullable, oneOf, Timestamp, type ValueOf } from './schema.ts'

/** A spot pair and its rules. */
export const SpotSymbol = Type.Object({
  symbol: Type.String(),
  base: Type.String(),
  quote: Type.String(),
  tickSize: DecimalString,
  stepSize: DecimalString,
  minNotional: DecimalString,
  pricePlace: Type.Integer({ minimum: 0 }),
  quantityPlace: Type.Integer({ minimum: 0 }),
})
/**
 * A spot pair and its rules: `tickSize` is the smallest step of a price, `stepSize` of a size,
 * `minNotional` the smallest value of an order in the quote asset; the places are decimals.
 */
export type SpotSymbol = ValueOf<typeof SpotSymbol>

/** What the market shows: a running market, a recording, or the feed of another exchange. */
export const MarketMode = Type.Object({
  liveTrading: Type.Boolean(),
  recordedSymbol: nullable(Type.String()),
})
/**
 * Whether orders of the live realm are taken; while a recording is played they are not, and only
 * `recordedSymbol` moves.
 */
export type MarketMode = ValueOf<typeof MarketMode>

/** The last 24 hours of a pair. */
export const Ticker = Type.Object({
  symbol: Type.String(),
  last: DecimalString,
  open24h: DecimalString,
  high24h: DecimalString,
  low24h: DecimalString,
  volumeBase: DecimalString,
  volumeQuote: DecimalString,
  changePercent: DecimalString,
  ts: Timestamp,
  paused: Type.Optional(Type.Boolean()),
})
/** The last 24 hours of a pair; `changePercent` is signed and has two decimals. */
export type Ticker = ValueOf<typeof Ticker>

/** The intervals of candles; a week starts on Monday, UTC. */
export const CandleInterval = oneOf(['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'])
export type CandleInterval = ValueOf<typeof CandleInterval>

/** The intervals of past candles; those of a second reach back an hour and are not streamed. */
export const HistoryInterval = oneOf(['1s', '1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'])

/** One candle of a pair. */
export const Candle = Type.Object({
  openTime: Timestamp,
  open: DecimalString,
  high: DecimalString,
  low: DecimalString,
  close: DecimalString,
  volume: DecimalString,
})
/** A candle of a pair; `openTime` starts its half-open interval, `volume` is in the base asset. */
export type Candle = ValueOf<typeof Candle>

/** A level of the book: price and size. */
export const BookLevel = Type.Tuple([DecimalString, DecimalString])
export type BookLevel = ValueOf<typeof BookLevel>

/** The book of a pair or contract, best price first. */
export const BookDepth = Type.Object({
  bids: Type.Array(BookLevel),
  asks: Type.Array(BookLevel),
  ts: Timestamp,
})
/** The book of a pair or contract, best price first, as it stood at `ts`. */
export type BookDepth = ValueOf<typeof BookDepth>

/** How many levels of each side are asked for. */
export const DepthLimit = Type.Optional(
  Type.String({ maxLength: 4, description: 'Levels a side, 1 to 1000, default 100.' }),
)

const publicRead = { method: 'GET', access: 'public', signing: 'none' } as const

/** Public market data by HTTP. */
export const marketData = {
  symbols: endpoint({
    ...publicRead,
    path: '/v1/spot/public/symbols',
    summary: 'The spot pairs and their rules.',
    response: Type.Array(SpotSymbol),
    errors: [],
  }),
  mode: endpoint({
    ...publicRead,
    path: '/v1/spot/public/market',
    summary: 'Whether live orders are taken, and which pair moves while a recording is played.',
    response: MarketMode,
    errors: [],
  }),
  tickers: endpoint({
    ...publicRead,
    path: '/v1/spot/public/tickers',
    summary: 'The last 24 hours of all pairs, or of one pair.',
    request: Type.Object({ symbol: Type.Optional(Type.String()) }),
    response: Type.Array(Ticker),
    errors: ['40401', '42901'],
  }),
  depth: endpoint({
    ...publicRead,
    path: '/v1/spot/public/depth',
    summary: 'The best levels of a book, at most 250 ms old.',
    request: Type.Object({ symbol: Type.String({ maxLength: 32 }), limit: DepthLimit }),
    response: BookDepth,
    errors: ['40401', '42901'],
  }),
  candles: endpoint({
    ...publicRead,
    path: '/v1/spot/public/candles',
    summary: 'Candles of one pair and interval that opened before endTime, the latest last.',
    request: Type.Object({
      symbol: Type.String(),
      interval: HistoryInterval,
      limit: Type.Optional(Type.String({ description: '1 to 1000, default 500.' })),
      endTime: Type.Optional(Type.String({ description: 'Milliseconds since the Unix epoch.' })),
    }),
    response: Type.Array(Candle),
    errors: ['40401', '42901'],
  }),
} as const
