import { Type } from '@sinclair/typebox'
import { endpoint } from '../endpoint.ts'
import {
  DecimalString,
  extend,
  nullable,
  oneOf,
  queryOneOf,
  Timestamp,
  type ValueOf,
} from '../schema.ts'

/** A balance of the spot account. */
export const SpotBalance = Type.Object({
  asset: Type.String(),
  available: DecimalString,
  held: DecimalString,
})
/** A balance of the spot account; `held` is reserved for open orders. */
export type SpotBalance = ValueOf<typeof SpotBalance>

/** A spot holding with the inputs of its average buy price (trading 2). */
export const SpotPosition = extend(SpotBalance, {
  symbol: Type.String(),
  marketPrice: nullable(DecimalString),
  avgBuyPrice: nullable(DecimalString),
  cost: nullable(DecimalString),
  buyPrice: DecimalString,
  buyDelegateCount: DecimalString,
  buyDealCount: DecimalString,
  dealCount: DecimalString,
  holdCount: DecimalString,
  trackingType: Type.Union([Type.Literal(0), Type.Literal(1)]),
  pricePlace: Type.Integer({ minimum: 0 }),
  quotePrecision: Type.Integer({ minimum: 0 }),
})
/**
 * A spot holding with the inputs of its average buy price; `marketPrice` is `null` before the first
 * trade of the pair.
 */
export type SpotPosition = ValueOf<typeof SpotPosition>

/** What is in an account beside spot. */
export const AccountAmount = Type.Object({
  account: oneOf(['futures', 'margin', 'earn', 'copy', 'pending'], {
    description: '`pending`: withdrawals, P2P escrow and red packets that are under way.',
  }),
  asset: Type.String(),
  amount: nullable(
    Type.String({ description: 'Less what is owed; null while a price of it is stale.' }),
  ),
})
/** What is in an account beside spot; `amount` is null while a price that it needs is stale. */
export type AccountAmount = ValueOf<typeof AccountAmount>

/** What the account was worth at a moment. */
export const WorthPoint = Type.Object({
  at: Timestamp,
  value: DecimalString,
  netDeposits: DecimalString,
})
/**
 * What the account was worth at a UTC midnight, or now for the last point. `value` less
 * `netDeposits` is profit.
 */
export type WorthPoint = ValueOf<typeof WorthPoint>

const read = { method: 'GET', access: 'private', signing: '1' } as const

/** Balances, holdings and worth of the spot account. */
export const account = {
  assets: endpoint({
    ...read,
    path: '/v1/spot/account/assets',
    summary: 'Balances of the spot account.',
    response: Type.Array(SpotBalance),
    errors: [],
  }),
  positions: endpoint({
    ...read,
    path: '/v1/spot/account/positions',
    summary: 'Holdings of the spot account with the inputs of their average buy price.',
    response: Type.Array(SpotPosition),
    errors: [],
  }),
  accounts: endpoint({
    ...read,
    path: '/v1/asset/accounts',
    summary: 'What is in the accounts of the user beside spot, by account and asset.',
    response: Type.Array(AccountAmount),
    errors: [],
  }),
  history: endpoint({
    ...read,
    path: '/v1/asset/history',
    summary: 'What an account was worth at each UTC midnight of a range, and is worth now.',
    request: Type.Object({
      range: Type.Optional(queryOneOf(['7d', '30d', '90d', '1y'])),
      account: Type.Optional(
        queryOneOf(['spot', 'all'], {
          description: '`all`: futures, margin and copies too. Default: `spot`.',
        }),
      ),
    }),
    response: Type.Object({ quote: Type.String(), points: Type.Array(WorthPoint) }),
    errors: [],
  }),
} as const
