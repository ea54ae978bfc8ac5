import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  amountText,
  DecimalString,
  FieldText,
  nullable,
  oneOf,
  pageOf,
  requiredText,
  Timestamp,
  type ValueOf,
} from './schema.ts'
import { verifyToken } from './security.ts'

/** What a withdrawal can be in; the last four are its end. */
export const WithdrawalState = oneOf([
  'pending',
  'review',
  'approved',
  'signed',
  'broadcast',
  'confirming',
  'completed',
  'cancelled',
  'rejected',
  'failed',
])
export type WithdrawalState = ValueOf<typeof WithdrawalState>

/** A withdrawal of the user. */
export const Withdrawal = Type.Object({
  withdrawalId: Type.String(),
  clientOid: Type.String(),
  asset: Type.String(),
  network: Type.String(),
  address: Type.String(),
  tag: nullable(Type.String()),
  amount: DecimalString,
  fee: DecimalString,
  receive: DecimalString,
  state: WithdrawalState,
  reason: nullable(
    Type.String({
      description:
        'Why it waits or ended: `large`, `return`, `operator`, `expired`, `reverted` or `hot`.',
    }),
  ),
  txHash: nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
/** A withdrawal of the user; `receive` is `amount` less `fee`. */
export type Withdrawal = ValueOf<typeof Withdrawal>

/** What a withdrawal of an asset over a network costs now. */
export const WithdrawalQuote = Type.Object({
  quoteId: Type.String(),
  asset: Type.String(),
  network: Type.String(),
  amount: DecimalString,
  fee: DecimalString,
  receive: DecimalString,
  minimum: DecimalString,
  withdrawable: DecimalString,
  leftToday: DecimalString,
  needsReview: Type.Boolean(),
  expiresAt: Timestamp,
})
/**
 * What a withdrawal costs now, for one request within a minute. `withdrawable` may leave at most;
 * `leftToday` is in USDT.
 */
export type WithdrawalQuote = ValueOf<typeof WithdrawalQuote>

/** An asset that can be withdrawn, and over which networks. */
export const WithdrawalCoin = Type.Object({
  asset: Type.String(),
  decimals: Type.Integer({ minimum: 0 }),
  withdrawable: DecimalString,
  networks: Type.Array(
    Type.Object({
      network: Type.String(),
      name: Type.String(),
      fee: DecimalString,
      minimum: DecimalString,
      blockSeconds: Type.Number(),
      confirmations: Type.Integer({ minimum: 0 }),
      decimals: Type.Integer({ minimum: 0 }),
      suspended: Type.Boolean(),
    }),
  ),
})
export type WithdrawalCoin = ValueOf<typeof WithdrawalCoin>

/** What a user set about withdrawals, and what is left of today. */
export const WithdrawalSettings = Type.Object({
  whitelist: Type.Boolean(),
  noPasswordCap: nullable(DecimalString),
  stoppedUntil: nullable(Timestamp),
  dailyCap: DecimalString,
  leftToday: DecimalString,
  coins: Type.Array(WithdrawalCoin),
})
/**
 * What a user set about withdrawals. Amounts are in USDT; `noPasswordCap` is null where each
 * withdrawal asks for a step-up, `stoppedUntil` where none is stopped.
 */
export type WithdrawalSettings = ValueOf<typeof WithdrawalSettings>

/** An address that the user keeps. */
export const BookEntry = Type.Object({
  bookId: Type.String(),
  network: Type.String(),
  address: Type.String(),
  tag: nullable(Type.String()),
  label: Type.String(),
  createdAt: Timestamp,
  usableAt: Timestamp,
})
/** An address that the user keeps; before `usableAt` it may not receive. */
export type BookEntry = ValueOf<typeof BookEntry>

/** The user's address book. */
export const AddressBook = Type.Object({ whitelist: Type.Boolean(), items: Type.Array(BookEntry) })
export type AddressBook = ValueOf<typeof AddressBook>

const network = Type.String({ ...FieldText, description: 'A network, such as `evm-a`.' })
const asset = Type.String({ ...FieldText, description: 'Asset, such as `USDT`.' })
const address = Type.String({ maxLength: 128 })
const tag = Type.Optional(Type.String({ maxLength: 64 }))
const read = { method: 'GET', access: 'private', signing: '1', realms: ['live'] } as const
const write = { method: 'POST', access: 'private', signing: '2', realms: ['live'] } as const
const owner = { roles: ['trader'] } as const
const stepUpWrite = { ...write, ...owner, encrypted: true } as const

/** Withdrawals to addresses on chains; live realm, main accounts only. */
export const withdrawals = {
  settings: endpoint({
    ...read,
    ...owner,
    path: '/v1/spot/withdraw/settings',
    summary: 'What may be withdrawn, over which networks, and how much of it today.',
    response: WithdrawalSettings,
    errors: [],
  }),
  quote: endpoint({
    ...read,
    ...owner,
    path: '/v1/spot/withdraw/quote',
    summary: 'The fee of a withdrawal, valid for one request within 60 seconds.',
    request: Type.Object({ asset, network, amount: amountText('What leaves the account.') }),
    response: WithdrawalQuote,
    errors: ['40203', '40204', '40401'],
  }),
  apply: endpoint({
    ...stepUpWrite,
    path: '/v1/spot/withdraw/apply',
    summary: 'Withdraws to an address; takes a step-up token for `withdraw`.',
    request: Type.Object({
      asset,
      network,
      address: Type.Optional(address),
      bookId: Type.Optional(FieldText),
      tag,
      amount: amountText('What leaves the account, the fee in it.'),
      quoteId: requiredText(64),
      clientOid: Type.String({ ...FieldText, description: 'Key of the request.' }),
      verifyToken: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: Withdrawal,
    errors: [
      '00004',
      '00005',
      '40201',
      '40203',
      '40204',
      '40209',
      '40230',
      '40231',
      '40302',
      '40401',
      '40902',
    ],
  }),
  cancel: endpoint({
    ...write,
    ...owner,
    path: '/v1/spot/withdraw/cancel',
    summary: 'Cancels a withdrawal that is not signed yet.',
    request: Type.Object({ withdrawalId: requiredText(20) }),
    response: Withdrawal,
    errors: ['40401'],
  }),
  history: endpoint({
    ...read,
    path: '/v1/spot/withdraw/history',
    summary: 'Withdrawals of the user, the latest first.',
    request: Type.Object({
      cursor: Type.Optional(FieldText),
      limit: Type.Optional(FieldText),
      asset: Type.Optional(FieldText),
    }),
    response: pageOf(Withdrawal),
    errors: [],
  }),
  detail: endpoint({
    ...read,
    path: '/v1/spot/withdraw/detail',
    summary: 'One withdrawal, by its id or its clientOid.',
    request: Type.Object({
      withdrawalId: Type.Optional(FieldText),
      clientOid: Type.Optional(FieldText),
    }),
    response: Withdrawal,
    errors: ['40401'],
  }),
  batchQuery: endpoint({
    ...write,
    path: '/v1/spot/withdraw/batchQuery',
    summary: 'States of up to 100 withdrawals; those of others are left out.',
    request: Type.Object({ ids: Type.Array(requiredText(20), { minItems: 1, maxItems: 100 }) }),
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          withdrawalId: Type.String(),
          state: WithdrawalState,
          txHash: nullable(Type.String()),
        }),
      ),
    }),
    errors: [],
  }),
  noPassword: endpoint({
    ...stepUpWrite,
    path: '/v1/user/security/withdrawNoPassword',
    summary:
      'Lets entries of the address book receive without a step-up, up to an amount a day; ' +
      'takes a step-up token for `withdrawNoPassword`.',
    request: Type.Object({
      enabled: Type.Boolean(),
      dailyCap: Type.Optional(amountText('In USDT; needed to enable it.')),
      verifyToken,
    }),
    response: Type.Object({ noPasswordCap: nullable(DecimalString), stoppedUntil: Timestamp }),
    errors: ['00005'],
  }),
} as const

/** Addresses that the user keeps for withdrawals. */
export const addressBook = {
  list: endpoint({
    ...read,
    ...owner,
    path: '/v1/asset/book/list',
    summary: 'The address book of the user.',
    response: AddressBook,
    errors: [],
  }),
  add: endpoint({
    ...stepUpWrite,
    path: '/v1/asset/book/add',
    summary: 'Keeps an address, usable after 24 hours; takes a step-up token for `addressBook`.',
    request: Type.Object({ network, address, tag, label: requiredText(40), verifyToken }),
    response: BookEntry,
    errors: ['00005', '40230'],
  }),
  remove: endpoint({
    ...stepUpWrite,
    path: '/v1/asset/book/remove',
    summary: 'Removes an address; takes a step-up token for `addressBook`.',
    request: Type.Object({ bookId: requiredText(64), verifyToken }),
    response: AddressBook,
    errors: ['00005', '40401'],
  }),
  whitelist: endpoint({
    ...stepUpWrite,
    path: '/v1/asset/book/whitelist',
    summary:
      'Lets only entries of the book receive, or ends that, which stops withdrawals for 24 ' +
      'hours; takes a step-up token for `addressBook`.',
    request: Type.Object({ enabled: Type.Boolean(), verifyToken }),
    response: AddressBook,
    errors: ['00005'],
  }),
} as const
