import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  amountText,
  DecimalString,
  FieldText,
  nullable,
  oneOf,
  pageOf,
  queryOneOf,
  Timestamp,
  type ValueOf,
} from './schema.ts'

/** An asset of a margin account. */
const MarginAsset = Type.Object({
  asset: Type.String(),
  balance: DecimalString,
  available: DecimalString,
  principal: DecimalString,
  interest: DecimalString,
  reserved: DecimalString,
})

/** A margin account. */
export const MarginAccount = Type.Object({
  symbol: nullable(Type.String()),
  leverage: Type.Integer({ minimum: 1 }),
  level: nullable(DecimalString),
  borrowLevel: DecimalString,
  callLevel: DecimalString,
  liquidationLevel: DecimalString,
  isLiquidating: Type.Boolean(),
  assetsValue: nullable(DecimalString),
  debtsValue: nullable(DecimalString),
  assets: Type.Array(MarginAsset),
})
/**
 * A margin account: cross (`symbol` is `null`) or of one pair. `level` is assets over debts at the
 * index, `null` without debts or fresh prices; at `liquidationLevel` the account is liquidated.
 * `assetsValue` and `debtsValue` are in USDT at the index, without collateral rates. `reserved` is
 * what open orders may still borrow of an asset.
 */
export type MarginAccount = ValueOf<typeof MarginAccount>

const LOAN_KINDS = ['borrow', 'draw', 'interest', 'repay', 'liquidation', 'shortage'] as const

/** One line of a loan. */
export const MarginLoan = Type.Object({
  loanId: Type.String(),
  symbol: nullable(Type.String()),
  asset: Type.String(),
  kind: oneOf(LOAN_KINDS),
  amount: DecimalString,
  interest: DecimalString,
  fee: DecimalString,
  principalAfter: DecimalString,
  interestAfter: DecimalString,
  createdAt: Timestamp,
})
/**
 * One line of a loan: `draw` borrows with a fill, `interest` is part of `amount`, `fee` is beside
 * it, and `principalAfter` and `interestAfter` are owed from then on.
 */
export type MarginLoan = ValueOf<typeof MarginLoan>

/** The terms of loans in an asset. */
export const MarginRate = Type.Object({
  asset: Type.String(),
  dailyRate: DecimalString,
  collateralRate: DecimalString,
  limit: DecimalString,
  decimals: Type.Integer({ minimum: 0 }),
})
/**
 * Daily interest and collateral rate of an asset as fractions; `limit` is that of VIP level 0,
 * amounts have at most `decimals`.
 */
export type MarginRate = ValueOf<typeof MarginRate>

/** How much of an asset may be borrowed and moved out. */
export const MarginMaximum = Type.Object({
  asset: Type.String(),
  borrow: DecimalString,
  leave: DecimalString,
  limit: DecimalString,
})
/**
 * What the account may still borrow of an asset, how much of it may leave the account now, and how
 * much of it the account may owe at all, by its VIP level or leverage.
 */
export type MarginMaximum = ValueOf<typeof MarginMaximum>

/** The maxima of a margin account. */
export const MarginMaxima = Type.Object({
  symbol: nullable(Type.String()),
  maxima: Type.Array(MarginMaximum),
})
/** What a margin account, cross (`symbol` is `null`) or of a pair, may borrow and let go. */
export type MarginMaxima = ValueOf<typeof MarginMaxima>

/** One step of a liquidation. */
export const MarginLiquidation = Type.Object({
  stepId: Type.String(),
  symbol: nullable(Type.String()),
  step: oneOf(['cancel', 'trade', 'shortage']),
  level: DecimalString,
  orderId: nullable(Type.String()),
  prices: Type.Array(Type.Object({ asset: Type.String(), price: DecimalString })),
  createdAt: Timestamp,
})
/**
 * One step of a liquidation: orders are cancelled, a slice is traded (`orderId`), or the fund pays
 * what is short. `level` is that before the step, at the index prices beside it.
 */
export type MarginLiquidation = ValueOf<typeof MarginLiquidation>

/** What a leverage of an isolated account allows. */
export const MarginTier = Type.Object({
  symbol: Type.String(),
  leverage: Type.Integer({ minimum: 1 }),
  borrowLevel: DecimalString,
  callLevel: DecimalString,
  liquidationLevel: DecimalString,
  baseLimit: DecimalString,
  quoteLimit: DecimalString,
})
/** Levels and loan limits of an isolated account at a leverage. */
export type MarginTier = ValueOf<typeof MarginTier>

const read = { method: 'GET', access: 'private', signing: '1' } as const
const write = { method: 'POST', access: 'private', signing: '2' } as const
const text = (description: string) => Type.Optional(Type.String({ ...FieldText, description }))
const page = {
  cursor: text('`next` of the page before.'),
  limit: text('Rows of a page: 1 to 200, default 50.'),
  symbol: text('Pair of an isolated account, or `cross`; default: all accounts.'),
  from: text('First time, included: milliseconds since the Unix epoch.'),
  to: text('Last time, included: milliseconds since the Unix epoch.'),
}
const lines = { ...page, asset: text('Asset of the loan, such as `USDT`.') }
const pair = Type.Optional(
  Type.String({ ...FieldText, description: 'Pair of an isolated account; default: cross.' }),
)
const loanRequest = Type.Object({
  symbol: pair,
  asset: Type.String({ ...FieldText, description: 'Asset, such as `USDT`.' }),
  amount: amountText('How much of `asset`, above zero.'),
  clientOid: Type.String({ ...FieldText, description: 'Key of the request.' }),
})

/** Margin accounts and their loans, in both realms. */
export const margin = {
  accounts: endpoint({
    ...read,
    path: '/v1/margin/account',
    summary: 'Margin accounts of the user: the cross one first, then those of pairs.',
    response: Type.Array(MarginAccount),
    errors: [],
  }),
  borrow: endpoint({
    ...write,
    path: '/v1/margin/borrow',
    summary: 'Borrows from the pool; the interest of the first hour is charged at once.',
    request: loanRequest,
    response: MarginAccount,
    errors: ['40205', '40215', '40220', '40221', '40222', '40902'],
  }),
  repay: endpoint({
    ...write,
    path: '/v1/margin/repay',
    summary: 'Repays a debt, interest first; more than is owed repays what is owed.',
    request: loanRequest,
    response: MarginAccount,
    errors: ['40201', '40223', '40902'],
  }),
  leverage: endpoint({
    ...write,
    path: '/v1/margin/leverage',
    summary: 'Sets the leverage of an isolated account that owes nothing.',
    request: Type.Object({
      symbol: Type.String({ ...FieldText, description: 'Pair of the account.' }),
      leverage: Type.Integer({ minimum: 1, maximum: 10 }),
    }),
    response: MarginAccount,
    errors: ['40211', '40214'],
  }),
  loans: endpoint({
    ...read,
    path: '/v1/margin/loans',
    summary: 'Lines of loans, the latest first.',
    request: Type.Object({ ...lines, kind: Type.Optional(queryOneOf(LOAN_KINDS)) }),
    response: pageOf(MarginLoan),
    errors: [],
  }),
  interest: endpoint({
    ...read,
    path: '/v1/margin/interest',
    summary: 'Interest that was charged, the latest first.',
    request: Type.Object(lines),
    response: pageOf(MarginLoan),
    errors: [],
  }),
  liquidations: endpoint({
    ...read,
    path: '/v1/margin/liquidation/list',
    summary: 'Steps of liquidations, the latest first.',
    request: Type.Object(page),
    response: pageOf(MarginLiquidation),
    errors: [],
  }),
  max: endpoint({
    ...read,
    path: '/v1/margin/max',
    summary: 'How much of each asset the account may borrow, and how much may leave it.',
    request: Type.Object({ symbol: pair }),
    response: Type.Array(MarginMaximum),
    errors: [],
  }),
  tiers: endpoint({
    method: 'GET',
    access: 'public',
    signing: 'none',
    path: '/v1/margin/public/tiers',
    summary: 'Levels and loan limits of isolated accounts by pair and leverage.',
    response: Type.Array(MarginTier),
    errors: [],
  }),
  rates: endpoint({
    method: 'GET',
    access: 'public',
    signing: 'none',
    path: '/v1/margin/public/rates',
    summary: 'Daily interest, collateral rate and limit of each asset of cross accounts.',
    response: Type.Array(MarginRate),
    errors: [],
  }),
} as const
