import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  DecimalString,
  extend,
  FieldText,
  nullable,
  pageOf,
  queryOneOf,
  Timestamp,
  UserId,
  type ValueOf,
} from './schema.ts'

/** A balance of the spot account. */
export const Balance = Type.Object({
  asset: Type.String(),
  available: DecimalString,
  held: DecimalString,
})
/** A balance of the spot account; `held` is reserved for open orders. */
export type Balance = ValueOf<typeof Balance>

/** A spot holding with the inputs of its average buy price (trading 2). */
export const Position = extend(Balance, {
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
export type Position = ValueOf<typeof Position>

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

const TransferAsset = extend(Balance, { decimals: Type.Integer({ minimum: 0 }) })

/** An account that the user may transfer from or to. */
export const TransferAccount = Type.Object({
  userId: UserId,
  isMain: Type.Boolean(),
  label: nullable(Type.String()),
  isFrozen: Type.Boolean(),
  assets: nullable(Type.Array(TransferAsset)),
})
/**
 * An account that the user may transfer from or to. `label` is `null` for the main account;
 * `assets` is `null` where a sub-account may not see the balances of its main account.
 */
export type TransferAccount = ValueOf<typeof TransferAccount>

/** A transfer between a main account and its sub-accounts. */
export const Transfer = Type.Object({
  transferId: Type.String(),
  clientOid: Type.String(),
  fromUserId: UserId,
  toUserId: UserId,
  asset: Type.String(),
  amount: DecimalString,
  createdAt: Timestamp,
})
export type Transfer = ValueOf<typeof Transfer>

/** What to transfer; `clientOid` makes a repeated request safe. */
export const TransferRequest = Type.Object({
  fromUserId: FieldText,
  toUserId: FieldText,
  asset: FieldText,
  amount: FieldText,
  clientOid: FieldText,
})
export type TransferRequest = ValueOf<typeof TransferRequest>

const read = { method: 'GET', access: 'private', signing: '1' } as const

/** Balances, holdings and worth of the spot account. */
export const account = {
  assets: endpoint({
    ...read,
    path: '/v1/spot/account/assets',
    summary: 'Balances of the spot account.',
    response: Type.Array(Balance),
    errors: [],
  }),
  positions: endpoint({
    ...read,
    path: '/v1/spot/account/positions',
    summary: 'Holdings of the spot account with the inputs of their average buy price.',
    response: Type.Array(Position),
    errors: [],
  }),
  history: endpoint({
    ...read,
    path: '/v1/asset/history',
    summary: 'What the account was worth at each UTC midnight of a range, and is worth now.',
    request: Type.Object({ range: Type.Optional(queryOneOf(['7d', '30d', '90d', '1y'])) }),
    response: Type.Object({ quote: Type.String(), points: Type.Array(WorthPoint) }),
    errors: [],
  }),
} as const

/** Transfers between the accounts of one customer; live realm only. */
export const transfers = {
  transfer: endpoint({
    method: 'POST',
    path: '/v1/asset/transfer',
    summary: 'Moves spot funds between a main account and its sub-accounts.',
    access: 'private',
    signing: '2',
    realms: ['live'],
    request: TransferRequest,
    response: Transfer,
    errors: ['00004', '40201', '40302', '40401', '40902', '42901'],
  }),
  history: endpoint({
    ...read,
    path: '/v1/asset/transfer/history',
    summary: 'Transfers that the user sent, received or requested, the latest first.',
    realms: ['live'],
    request: Type.Object({
      cursor: Type.Optional(FieldText),
      limit: Type.Optional(FieldText),
      asset: Type.Optional(FieldText),
    }),
    response: pageOf(Transfer),
    errors: [],
  }),
  accounts: endpoint({
    ...read,
    path: '/v1/asset/transfer/accounts',
    summary: 'Accounts that the user may transfer between, the main account first.',
    realms: ['live'],
    response: Type.Array(TransferAccount),
    errors: [],
  }),
} as const
