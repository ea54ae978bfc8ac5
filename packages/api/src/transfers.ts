import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  amountText,
  DecimalString,
  extend,
  FieldText,
  nullable,
  pageOf,
  Timestamp,
  UserId,
  type ValueOf,
} from './schema.ts'
import { SpotBalance } from './spot/account.ts'

const TransferAsset = extend(SpotBalance, { decimals: Type.Integer({ minimum: 0 }) })

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
  fromUserId: Type.String({ ...FieldText, description: 'Account that sends, ten digits.' }),
  toUserId: Type.String({ ...FieldText, description: 'Account that receives, ten digits.' }),
  asset: Type.String({ ...FieldText, description: 'Asset, such as `USDT`.' }),
  amount: amountText('How much of `asset`, above zero.'),
  clientOid: Type.String({ ...FieldText, description: 'Key of the request.' }),
})
export type TransferRequest = ValueOf<typeof TransferRequest>

const read = { method: 'GET', access: 'private', signing: '1' } as const

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
    errors: ['00004', '40201', '40302', '40401', '40902'],
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
