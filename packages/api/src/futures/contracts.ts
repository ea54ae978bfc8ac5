import { Type } from '@sinclair/typebox'
import { endpoint } from '../endpoint.ts'
import { BookDepth, Candle, DepthLimit, HistoryInterval, Ticker } from '../marketData.ts'
import {
  DecimalString,
  extend,
  FieldText,
  nullable,
  oneOf,
  pageOf,
  queryOneOf,
  Side,
  Timestamp,
  type ValueOf,
} from '../schema.ts'
import { LiquidationInputs, MarginMode, PositionSide } from './positions.ts'

const PRODUCTS = ['usdt', 'coin'] as const

/** What a contract is settled in: `usdt` linear in USDT, `coin` inverse in its base coin. */
export const FuturesProduct = oneOf(PRODUCTS)
export type FuturesProduct = ValueOf<typeof FuturesProduct>

/** A perpetual contract and its rules. */
export const FuturesSymbol = Type.Object({
  symbol: Type.String(),
  product: FuturesProduct,
  base: Type.String(),
  quote: Type.String(),
  marginCoin: Type.String(),
  tickSize: DecimalString,
  stepSize: DecimalString,
  minNotional: DecimalString,
  contractValue: nullable(DecimalString),
  pricePlace: Type.Integer({ minimum: 0 }),
  quantityPlace: Type.Integer({ minimum: 0 }),
  marginPlace: Type.Integer({ minimum: 0 }),
  maxLeverage: Type.Integer({ minimum: 1 }),
  priceBand: DecimalString,
  liquidationFeeRate: DecimalString,
  fundingHours: Type.Integer({ minimum: 1 }),
  fundingCap: DecimalString,
})
/**
 * A perpetual contract and its rules. `contractValue` is what one inverse contract is worth in
 * quote, `null` for linear ones, whose size is in the base; `priceBand`, `liquidationFeeRate` and
 * `fundingCap` are fractions (`0.05` is 5 %).
 */
export type FuturesSymbol = ValueOf<typeof FuturesSymbol>

/** A risk tier of a contract. */
export const FuturesTier = Type.Object({
  tier: Type.Integer({ minimum: 1 }),
  notionalFrom: DecimalString,
  notionalTo: DecimalString,
  maintenanceRate: DecimalString,
  maintenanceAmount: DecimalString,
  maxLeverage: Type.Integer({ minimum: 1 }),
})
/**
 * A risk tier: positions above `notionalFrom` up to `notionalTo` (quote; of inverse contracts the
 * margin coin) need notional times `maintenanceRate` less `maintenanceAmount`.
 */
export type FuturesTier = ValueOf<typeof FuturesTier>

/** The last 24 hours of a contract with its prices and funding. */
export const FuturesTicker = extend(Ticker, {
  markPrice: nullable(DecimalString),
  indexPrice: nullable(DecimalString),
  fundingRate: nullable(DecimalString),
  nextFundingAt: Timestamp,
  openInterest: DecimalString,
})
/**
 * The last 24 hours of a contract. `markPrice` and `indexPrice` are `null` while the index is
 * stale; `fundingRate` is the predicted one of `nextFundingAt`; `openInterest` is the size of all
 * long positions.
 */
export type FuturesTicker = ValueOf<typeof FuturesTicker>

/** A funding rate that was paid. */
export const FundingRate = Type.Object({
  symbol: Type.String(),
  rate: DecimalString,
  markPrice: DecimalString,
  at: Timestamp,
})
/** A funding rate that was paid at `at`; above zero longs paid shorts. */
export type FundingRate = ValueOf<typeof FundingRate>

/** A sample of the premium, from which the rate is computed. */
export const PremiumSample = Type.Object({
  at: Timestamp,
  index: DecimalString,
  impactBid: nullable(DecimalString),
  impactAsk: nullable(DecimalString),
  premium: DecimalString,
})
/** A sample of the premium; an impact price is `null` where the side was too thin. */
export type PremiumSample = ValueOf<typeof PremiumSample>

/** The index price with where it came from. */
export const FuturesIndex = Type.Object({
  symbol: Type.String(),
  index: nullable(DecimalString),
  at: Timestamp,
  constituents: Type.Array(
    Type.Object({
      source: Type.String(),
      price: nullable(DecimalString),
      weight: DecimalString,
      ts: nullable(Timestamp),
      state: oneOf(['used', 'stale', 'deviates']),
    }),
  ),
})
/** The index price with its constituents; `index` is `null` while none is fresh. */
export type FuturesIndex = ValueOf<typeof FuturesIndex>

/** The insurance fund of a margin coin. */
export const InsuranceFund = Type.Object({
  product: FuturesProduct,
  asset: Type.String(),
  balance: DecimalString,
  seed: DecimalString,
  received: DecimalString,
  paid: DecimalString,
})
/** The insurance fund of a margin coin: `balance` is `seed` plus `received` less `paid`. */
export type InsuranceFund = ValueOf<typeof InsuranceFund>

/** A step of a liquidation as everybody may see and recompute it. */
export const PublicLiquidation = Type.Object({
  liquidationId: Type.String(),
  previousId: nullable(Type.String()),
  marginMode: MarginMode,
  marginCoin: Type.String(),
  symbol: nullable(Type.String()),
  positionSide: nullable(PositionSide),
  step: Type.Integer({ minimum: 1, maximum: 5 }),
  side: nullable(Side),
  size: DecimalString,
  filled: DecimalString,
  avgPrice: nullable(DecimalString),
  bankruptcyPrice: nullable(DecimalString),
  markPrice: nullable(DecimalString),
  indexPrice: nullable(DecimalString),
  equity: DecimalString,
  requirement: DecimalString,
  equityAfter: nullable(DecimalString),
  requirementAfter: nullable(DecimalString),
  fee: DecimalString,
  liquidationFee: DecimalString,
  fundPaid: DecimalString,
  exchangePaid: DecimalString,
  realisedEarly: DecimalString,
  marginReleased: DecimalString,
  cancelledOrders: Type.Integer({ minimum: 0 }),
  netted: Type.Array(
    Type.Object({ symbol: Type.String(), size: DecimalString, price: DecimalString }),
  ),
  fills: Type.Array(Type.Object({ price: DecimalString, size: DecimalString, fee: DecimalString })),
  takenBy: Type.Array(Type.Object({ kind: oneOf(['exchange', 'customer']), size: DecimalString })),
  prices: Type.Array(
    Type.Object({ symbol: Type.String(), markPrice: DecimalString, indexPrice: DecimalString }),
  ),
  at: Timestamp,
  priceHash: nullable(Type.String()),
  inputs: nullable(LiquidationInputs),
})
/**
 * A step of a liquidation with what it was decided by: 1 orders cancelled, 2 long and short of a
 * contract `netted` at the mark, 3 a slice, 4 all with the fund, 5 auto-deleveraging, in which
 * `takenBy` says who closed against it, without a name. `previousId` is the step before it of the
 * same liquidation. `symbol` with what only a trade has is `null` of steps 1 and 2. `realisedEarly`
 * is the profit of its own positions that was drawn for what the wallet lacked, `fundPaid` and
 * `exchangePaid` what the insurance fund and the exchange paid of it, `marginReleased` what of an
 * isolated margin went back to the cross wallet. `priceHash` is the row of the price log that
 * `prices` come from.
 */
export type PublicLiquidation = ValueOf<typeof PublicLiquidation>

/** A row of the price log: each row's hash covers the row before. */
export const PriceLogRow = Type.Object({
  at: Timestamp,
  line: Type.String(),
  hash: Type.String(),
  previousHash: Type.String(),
})
/**
 * A row of the price log. `hash` is SHA-256, in hex, of `previousHash`, a line feed and `line`;
 * `line` has the time, then symbol, mark and index of each contract, parted by `|` and `,`. A mark
 * of zero: the index was stale.
 */
export type PriceLogRow = ValueOf<typeof PriceLogRow>

/** The root of a UTC day of the price log. */
export const PriceLogRoot = Type.Object({
  day: Type.String(),
  hash: Type.String(),
  rows: Type.Integer({ minimum: 1 }),
  treeRoot: nullable(Type.String()),
  previousRoot: nullable(Type.String()),
  root: Type.String(),
})
/**
 * The root of a UTC day (`2026-01-05`) of the price log, which grows while the day runs. `hash` is
 * that of its last row. `treeRoot` is the root of the RFC 6962 tree over the hashes of all its
 * rows: a leaf is SHA-256 of a zero byte and the hash, a node of a one byte and both halves. `root`
 * is SHA-256, in hex, of `previousRoot`, `day`, `rows` and `treeRoot`, parted by line feeds;
 * `previousRoot` is the `root` of the day before. Days from before there was a tree have neither:
 * their `root` is `hash`.
 */
export type PriceLogRoot = ValueOf<typeof PriceLogRoot>

/** The way from a row of the price log to the root of its day. */
export const PriceLogProof = Type.Object({
  row: PriceLogRow,
  index: nullable(Type.Integer({ minimum: 0 })),
  path: nullable(Type.Array(Type.String())),
  root: PriceLogRoot,
})
/**
 * A row of the price log with the root of its day. `index` is its place in the day, from 0, and
 * `path` the other halves from the leaf upwards; both are `null` in days without a tree.
 */
export type PriceLogProof = ValueOf<typeof PriceLogProof>

const publicRead = { method: 'GET', access: 'public', signing: 'none' } as const
const contract = Type.String({ maxLength: 32, description: 'A contract, such as `BTCUSDT`.' })
const bySymbol = Type.Object({ symbol: contract })
const page = {
  cursor: Type.Optional(Type.String({ ...FieldText, description: '`next` of the page before.' })),
  limit: Type.Optional(
    Type.String({ ...FieldText, description: 'Rows of a page: 1 to 200, default 50.' }),
  ),
}
const pageBySymbol = extend(bySymbol, page)
const dates = {
  from: Type.Optional(
    Type.String({ maxLength: 16, description: 'Milliseconds since the Unix epoch.' }),
  ),
  to: Type.Optional(
    Type.String({ maxLength: 16, description: 'Milliseconds since the Unix epoch.' }),
  ),
}
const byProduct = Type.Object({ product: Type.Optional(queryOneOf(PRODUCTS)) })

/** Public data of perpetual contracts. */
export const futuresMarketData = {
  symbols: endpoint({
    ...publicRead,
    path: '/v1/futures/public/symbols',
    summary: 'The perpetual contracts and their rules.',
    request: byProduct,
    response: Type.Array(FuturesSymbol),
    errors: [],
  }),
  tiers: endpoint({
    ...publicRead,
    path: '/v1/futures/public/tiers',
    summary: 'The risk tiers of a contract.',
    request: bySymbol,
    response: Type.Array(FuturesTier),
    errors: ['40401'],
  }),
  tickers: endpoint({
    ...publicRead,
    path: '/v1/futures/public/tickers',
    summary: 'The last 24 hours of all contracts, or of one.',
    request: Type.Object({ symbol: Type.Optional(contract) }),
    response: Type.Array(FuturesTicker),
    errors: ['40401', '42901'],
  }),
  depth: endpoint({
    ...publicRead,
    path: '/v1/futures/public/depth',
    summary: 'The best levels of the book of a contract, at most 250 ms old.',
    request: Type.Object({ symbol: contract, limit: DepthLimit }),
    response: BookDepth,
    errors: ['40401', '42901'],
  }),
  candles: endpoint({
    ...publicRead,
    path: '/v1/futures/public/candles',
    summary: 'Candles of last, mark or index prices that opened before endTime, the latest last.',
    request: Type.Object({
      symbol: contract,
      interval: HistoryInterval,
      kind: Type.Optional(
        queryOneOf(['last', 'mark', 'index'], { description: 'Price; default `last`.' }),
      ),
      limit: Type.Optional(Type.String({ maxLength: 16, description: '1 to 1000, default 500.' })),
      endTime: Type.Optional(
        Type.String({ maxLength: 16, description: 'Milliseconds since the Unix epoch.' }),
      ),
    }),
    response: Type.Array(Candle),
    errors: ['40401', '42901'],
  }),
  index: endpoint({
    ...publicRead,
    path: '/v1/futures/public/index',
    summary: 'The index price of a contract with its constituents.',
    request: bySymbol,
    response: FuturesIndex,
    errors: ['40401', '42901'],
  }),
  fund: endpoint({
    ...publicRead,
    path: '/v1/futures/public/fund',
    summary: 'The insurance funds of the live realm.',
    request: byProduct,
    response: Type.Array(InsuranceFund),
    errors: ['42901'],
  }),
  funding: endpoint({
    ...publicRead,
    path: '/v1/futures/public/funding',
    summary: 'Funding rates that were paid, the latest first.',
    request: extend(pageBySymbol, dates),
    response: pageOf(FundingRate),
    errors: ['40401', '42901'],
  }),
  fundingSamples: endpoint({
    ...publicRead,
    path: '/v1/futures/public/funding/samples',
    summary: 'The premium samples of one funding interval, the first one first.',
    request: Type.Object({
      symbol: contract,
      at: Type.Optional(
        Type.String({
          maxLength: 16,
          description: 'Time of the payment; absent: the running interval.',
        }),
      ),
    }),
    response: Type.Object({
      symbol: Type.String(),
      from: Timestamp,
      to: Timestamp,
      samples: Type.Array(PremiumSample),
    }),
    errors: ['40401', '42901'],
  }),
  liquidations: endpoint({
    ...publicRead,
    path: '/v1/futures/public/liquidations',
    summary: 'Steps of liquidations, the latest first, without who was liquidated.',
    request: Type.Object({
      ...page,
      symbol: Type.Optional(contract),
      realm: Type.Optional(
        queryOneOf(['live', 'paper'], { description: 'Whose contracts; default `live`.' }),
      ),
      liquidationId: Type.Optional(FieldText),
    }),
    response: pageOf(PublicLiquidation),
    errors: ['40401', '42901'],
  }),
  priceLog: endpoint({
    ...publicRead,
    path: '/v1/futures/public/prices',
    summary: 'The hash-chained log of mark and index prices, the latest first, kept for a week.',
    request: Type.Object({ ...page, ...dates }),
    response: pageOf(PriceLogRow),
    errors: ['42901'],
  }),
  priceRoots: endpoint({
    ...publicRead,
    path: '/v1/futures/public/prices/roots',
    summary: 'The root of the price log of each UTC day, the latest first.',
    request: Type.Object(page),
    response: pageOf(PriceLogRoot),
    errors: ['42901'],
  }),
  priceProof: endpoint({
    ...publicRead,
    path: '/v1/futures/public/prices/proof',
    summary: 'A row of the price log with its way to the root of its day.',
    request: Type.Object({
      hash: Type.String({ maxLength: 64, description: 'Of the row, 64 hex digits.' }),
    }),
    response: PriceLogProof,
    errors: ['40401', '42901'],
  }),
} as const
