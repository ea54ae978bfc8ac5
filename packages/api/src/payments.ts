import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  amountText,
  DecimalString,
  FieldText,
  oneOf,
  pageOf,
  requiredText,
  Timestamp,
  type ValueOf,
} from './schema.ts'

/** A price for a conversion that holds until `expiresAt`. */
export const ConvertQuote = Type.Object({
  quoteId: Type.String(),
  fromAsset: Type.String(),
  toAsset: Type.String(),
  amount: DecimalString,
  receive: DecimalString,
  price: Type.String({ description: 'How much of `toAsset` one of `fromAsset` brings.' }),
  spread: Type.String({ description: 'Percent that the price has in it, as a decimal.' }),
  expiresAt: Timestamp,
})
/** A price for a conversion that holds until `expiresAt`; `spread` percent are in it. */
export type ConvertQuote = ValueOf<typeof ConvertQuote>

/** A conversion that was made. */
export const Conversion = Type.Object({
  convertId: Type.String(),
  clientOid: Type.String(),
  fromAsset: Type.String(),
  toAsset: Type.String(),
  amount: DecimalString,
  receive: DecimalString,
  at: Timestamp,
})
export type Conversion = ValueOf<typeof Conversion>

/** A payment from user to user. */
export const UserPayment = Type.Object({
  sendId: Type.String(),
  clientOid: Type.String(),
  direction: oneOf(['sent', 'received']),
  userId: Type.String({ description: 'Of whom it was sent to, or came from.' }),
  asset: Type.String(),
  amount: DecimalString,
  at: Timestamp,
})
/** A payment from user to user; `clientOid` is empty for what was received. */
export type UserPayment = ValueOf<typeof UserPayment>

const write = { method: 'POST', access: 'private', signing: '2', realms: ['live'] } as const
const read = { method: 'GET', access: 'private', signing: '1', realms: ['live'] } as const
const clientOid = Type.String({ ...FieldText, description: 'Key of the request.' })
const page = Type.Object({ cursor: Type.Optional(FieldText), limit: Type.Optional(FieldText) })

/** Conversions at a quoted price; live realm. */
export const convert = {
  quote: endpoint({
    ...write,
    path: '/v1/convert/quote',
    summary: 'A price for an amount, from the displayed books, that holds for eight seconds.',
    request: Type.Object({
      fromAsset: Type.String({ ...FieldText, description: 'What is paid, such as `USDT`.' }),
      toAsset: Type.String({ ...FieldText, description: 'What is received.' }),
      amount: amountText('How much of `fromAsset`, above zero.'),
    }),
    response: ConvertQuote,
    errors: [],
  }),
  accept: endpoint({
    ...write,
    path: '/v1/convert/accept',
    summary: 'Converts at the price of a quote, within its life and once.',
    request: Type.Object({ quoteId: requiredText(64), clientOid }),
    response: Conversion,
    errors: ['00004', '40201', '40231', '40302', '40902'],
  }),
  history: endpoint({
    ...read,
    path: '/v1/convert/history',
    summary: 'Conversions of the user, the latest first.',
    request: page,
    response: pageOf(Conversion),
    errors: [],
  }),
} as const

/** Payments from user to user; live realm, main accounts. */
export const sends = {
  send: endpoint({
    ...write,
    roles: ['trader', 'agency'],
    encrypted: true,
    path: '/v1/asset/send',
    summary:
      'Pays another user at once, within the daily cap of withdrawals; takes a step-up token for ' +
      '`send`.',
    request: Type.Object({
      to: requiredText(100),
      asset: Type.String({ ...FieldText, description: 'Asset, such as `USDT`.' }),
      amount: amountText('How much of `asset`, above zero.'),
      clientOid,
      verifyToken: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: UserPayment,
    errors: ['00004', '00005', '40201', '40209', '40302', '40401', '40902'],
  }),
  history: endpoint({
    ...read,
    roles: ['trader', 'agency'],
    path: '/v1/asset/send/history',
    summary: 'What the user sent to users and received from them, the latest first.',
    request: page,
    response: pageOf(UserPayment),
    errors: [],
  }),
} as const
