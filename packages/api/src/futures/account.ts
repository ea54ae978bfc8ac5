import { Type } from '@sinclair/typebox'
import { endpoint } from '../endpoint.ts'
import {
  amountText,
  DecimalString,
  FieldText,
  nullable,
  oneOf,
  optionalOneOf,
  pageOf,
  queryOneOf,
  Timestamp,
  type ValueOf,
} from '../schema.ts'
import { MarginMode, PositionMode, PositionSide } from './positions.ts'

/** A futures wallet. */
export const FuturesWallet = Type.Object({
  marginCoin: Type.String(),
  balance: DecimalString,
  equity: nullable(DecimalString),
  unrealisedPnl: nullable(DecimalString),
  initialMargin: DecimalString,
  isolatedMargin: DecimalString,
  requirement: nullable(DecimalString),
  marginRatio: nullable(DecimalString),
  available: nullable(DecimalString),
  transferable: nullable(DecimalString),
})
/**
 * A futures wallet, in its margin coin. `balance` is the cross wallet; `equity`, `unrealisedPnl`,
 * `requirement` and `marginRatio` (per cent; 100 liquidates) are of its cross positions and `null`
 * while a mark is stale; `available` may open positions, `transferable` may leave.
 */
export type FuturesWallet = ValueOf<typeof FuturesWallet>

/** How the user trades one contract. */
export const ContractSettings = Type.Object({
  symbol: Type.String(),
  marginMode: MarginMode,
  longLeverage: Type.Integer({ minimum: 1 }),
  shortLeverage: Type.Integer({ minimum: 1 }),
  autoMargin: Type.Boolean(),
})
/** How the user trades one contract; both leverages are the same but isolated in two-way mode. */
export type ContractSettings = ValueOf<typeof ContractSettings>

/** The futures account. */
export const FuturesAccount = Type.Object({
  wallets: Type.Array(FuturesWallet),
  positionMode: PositionMode,
  contracts: Type.Array(ContractSettings),
  makerFeeRate: DecimalString,
  takerFeeRate: DecimalString,
})
/** The futures account; contracts that were never set are absent (cross, 20 times). */
export type FuturesAccount = ValueOf<typeof FuturesAccount>

const BILL_KINDS = [
  'transfer_in',
  'transfer_out',
  'fee',
  'realised_pnl',
  'settling',
  'funding',
  'margin_in',
  'margin_out',
  'liquidation_fee',
  'fund_payment',
  'adl',
  'grant',
  'reset',
] as const

/** A change of a futures wallet. */
export const FuturesBill = Type.Object({
  billId: Type.String(),
  marginCoin: Type.String(),
  kind: oneOf(BILL_KINDS),
  amount: DecimalString,
  symbol: nullable(Type.String()),
  reference: nullable(Type.String()),
  createdAt: Timestamp,
})
/**
 * A change of a futures wallet: `amount` is signed, of margin as the cross wallet sees it;
 * `reference` is the number of the trade, move or other transaction that it belongs to.
 */
export type FuturesBill = ValueOf<typeof FuturesBill>

/** A wallet of the user: `margin:<symbol>` is isolated margin of a pair. */
const Wallet = (description: string) => Type.String({ ...FieldText, description })

/** What to move between own wallets. */
export const MoveRequest = Type.Object({
  from: Wallet('Wallet that sends: `spot`, `futures`, `margin` or `margin:<symbol>`.'),
  to: Wallet('Wallet that receives, another one.'),
  asset: Type.String({ ...FieldText, description: 'Asset, such as `USDT`.' }),
  amount: amountText('How much of `asset`, above zero.'),
  clientOid: Type.String({ ...FieldText, description: 'Key of the request.' }),
})
export type MoveRequest = ValueOf<typeof MoveRequest>

/** A move between two wallets of one account. */
export const Move = Type.Object({
  moveId: Type.String(),
  clientOid: Type.String(),
  from: Type.String(),
  to: Type.String(),
  asset: Type.String(),
  amount: DecimalString,
  createdAt: Timestamp,
})
export type Move = ValueOf<typeof Move>

const symbol = Type.String({ ...FieldText, description: 'A contract, such as `BTCUSDT`.' })
const read = { method: 'GET', access: 'private', signing: '1' } as const
const write = { method: 'POST', access: 'private', signing: '2' } as const

/** The futures account and its settings. */
export const account = {
  overview: endpoint({
    ...read,
    path: '/v1/futures/account',
    summary: 'Wallets, position mode and contract settings of the futures account.',
    response: FuturesAccount,
    errors: [],
  }),
  bills: endpoint({
    ...read,
    path: '/v1/futures/bills',
    summary: 'Changes of the futures wallets, the latest first.',
    request: Type.Object({
      cursor: Type.Optional(FieldText),
      limit: Type.Optional(FieldText),
      symbol: Type.Optional(symbol),
      kind: Type.Optional(queryOneOf(BILL_KINDS)),
      marginCoin: Type.Optional(FieldText),
      from: Type.Optional(FieldText),
      to: Type.Optional(FieldText),
    }),
    response: pageOf(FuturesBill),
    errors: ['40401'],
  }),
  leverage: endpoint({
    ...write,
    path: '/v1/futures/account/leverage',
    summary: 'Sets the leverage of a contract; a lower one draws margin.',
    request: Type.Object({
      symbol,
      leverage: Type.Integer({ minimum: 1, maximum: 1000 }),
      positionSide: Type.Optional(
        Type.Union([PositionSide, Type.Null()], {
          description: 'One side, isolated in two-way mode only; absent: both.',
        }),
      ),
    }),
    response: ContractSettings,
    errors: ['40201', '40211', '40215', '40217', '40401'],
  }),
  marginMode: endpoint({
    ...write,
    path: '/v1/futures/account/marginMode',
    summary: 'Sets cross or isolated margin of a contract without position and orders.',
    request: Type.Object({ symbol, marginMode: MarginMode }),
    response: ContractSettings,
    errors: ['40214', '40215', '40401'],
  }),
  positionMode: endpoint({
    ...write,
    path: '/v1/futures/account/positionMode',
    summary: 'Sets one-way or two-way mode of an account without positions and orders.',
    request: Type.Object({
      positionMode: PositionMode,
      product: Type.Optional(optionalOneOf(['usdt', 'coin'])),
    }),
    response: Type.Object({ positionMode: PositionMode }),
    errors: ['40214', '40215'],
  }),
} as const

/** Moves between the wallets of one account, in either realm. */
export const move = endpoint({
  ...write,
  path: '/v1/asset/move',
  summary: 'Moves funds between two wallets of the account; the same clientOid moves once.',
  request: MoveRequest,
  response: Move,
  errors: ['00004', '40201', '40205', '40215', '40222', '40401', '40902'],
})
