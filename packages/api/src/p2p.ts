import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  amountText,
  DecimalString,
  extend,
  FieldText,
  nullable,
  oneOf,
  pageOf,
  queryOneOf,
  requiredText,
  Side,
  Timestamp,
  type ValueOf,
} from './schema.ts'

/** A kind of payment, and what a payer must know of it. */
export const P2pPaymentType = Type.Object({
  type: Type.String(),
  fiats: Type.Array(Type.String(), { description: 'Currencies that it is usual for.' }),
  fields: Type.Array(Type.String(), { description: 'Names of its fields, all of them needed.' }),
})
/** A kind of payment, such as a bank transfer, and the fields that a payer must know. */
export type P2pPaymentType = ValueOf<typeof P2pPaymentType>

/** What P2P trading offers, and its rules. */
export const P2pConfig = Type.Object({
  assets: Type.Array(Type.String()),
  fiats: Type.Array(Type.Object({ fiat: Type.String(), areaCode: Type.String() })),
  paymentTypes: Type.Array(P2pPaymentType),
  feePercent: DecimalString,
  index: Type.Array(
    Type.Object({ asset: Type.String(), fiat: Type.String(), price: DecimalString }),
  ),
})
/**
 * What P2P trading offers. `areaCode` is the telephone code of the country that a currency is the
 * first of; `feePercent` is taken of the coins that a buyer gets; `index` has the prices that
 * adverts with a margin follow.
 */
export type P2pConfig = ValueOf<typeof P2pConfig>

/** Somebody who trades, as others see them. */
export const P2pTrader = Type.Object({
  nickname: Type.String({ description: 'Text that the trader wrote.' }),
  orders: Type.Integer({ minimum: 0 }),
  completionPercent: nullable(DecimalString),
})
/** Somebody who trades: orders of the last 30 days, and how many of them were completed. */
export type P2pTrader = ValueOf<typeof P2pTrader>

const advertFields = {
  advertId: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  side: Side,
  asset: Type.String(),
  fiat: Type.String(),
  price: DecimalString,
  marginPercent: nullable(DecimalString),
  remaining: DecimalString,
  minimum: DecimalString,
  maximum: DecimalString,
  payMinutes: Type.Integer({ minimum: 15, maximum: 60 }),
  paymentTypes: Type.Array(Type.String()),
  terms: Type.String({ description: 'Text that the owner wrote.' }),
}

/** An advert as others see it. */
export const P2pAdvert = Type.Object({
  ...advertFields,
  owner: P2pTrader,
})
/**
 * An advert as others see it; `side` is its owner's. `price` is fiat for a whole coin at this
 * moment, and follows the index where `marginPercent` is there; `minimum` and `maximum` bound an
 * order in fiat.
 */
export type P2pAdvert = ValueOf<typeof P2pAdvert>

/** An advert as its owner sees it. */
export const P2pOwnAdvert = Type.Object({
  ...advertFields,
  status: oneOf(['online', 'paused', 'closed']),
  methodIds: Type.Array(Type.String()),
  openOrders: Type.Integer({ minimum: 0 }),
  createdAt: Timestamp,
})
/** An advert as its owner sees it; `methodIds` are the own payment methods of one that sells. */
export type P2pOwnAdvert = ValueOf<typeof P2pOwnAdvert>

/** A way to be paid. */
export const P2pPaymentMethod = Type.Object({
  methodId: Type.String(),
  type: Type.String(),
  holder: Type.String({ description: 'Text: whose account it is.' }),
  fields: Type.Record(Type.String(), Type.String()),
})
/** A way to be paid: what a payer must know. */
export type P2pPaymentMethod = ValueOf<typeof P2pPaymentMethod>

/** State of a P2P order. */
export const P2pOrderStatus = oneOf([
  'awaitingPayment',
  'paid',
  'appealed',
  'expired',
  'cancelled',
  'released',
  'refunded',
])
/** State of a P2P order; the last four are its ends. */
export type P2pOrderStatus = ValueOf<typeof P2pOrderStatus>

/** A P2P order as one of its two parties sees it. */
export const P2pOrder = Type.Object({
  orderId: Type.String(),
  advertId: Type.String(),
  role: oneOf(['buyer', 'seller']),
  asset: Type.String(),
  fiat: Type.String(),
  price: DecimalString,
  amount: DecimalString,
  fee: DecimalString,
  total: DecimalString,
  status: P2pOrderStatus,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  paidAt: nullable(Timestamp),
  appealFrom: nullable(Timestamp),
  appeal: nullable(
    Type.Object({
      isOwn: Type.Boolean(),
      reason: Type.String({ description: 'Text that the party wrote.' }),
      at: Timestamp,
    }),
  ),
  ruling: nullable(Type.Object({ reason: Type.String({ description: 'Text of the operator.' }) })),
  updatedAt: Timestamp,
})
/**
 * A P2P order as one of its two parties sees it: `amount` coins for `total` fiat. The buyer gets
 * `amount` less `fee`, pays until `expiresAt`, and either party may appeal from `appealFrom` on.
 */
export type P2pOrder = ValueOf<typeof P2pOrder>

/** A P2P order in a list. */
export const P2pOrderRow = extend(P2pOrder, {
  counterparty: Type.String({ description: 'Nickname, text that the other party wrote.' }),
})
/** A P2P order in a list, with the name of the other party. */
export type P2pOrderRow = ValueOf<typeof P2pOrderRow>

/** A P2P order with what its parties need. */
export const P2pOrderDetail = extend(P2pOrderRow, {
  terms: Type.String({ description: 'Text that the owner of the advert wrote.' }),
  payTo: Type.Array(P2pPaymentMethod),
})
/** A P2P order with how the seller is paid; `payTo` is empty once the order has ended. */
export type P2pOrderDetail = ValueOf<typeof P2pOrderDetail>

/** A message of a party of an order. */
export const P2pMessage = Type.Object({
  messageId: Type.String(),
  orderId: Type.String(),
  from: oneOf(['buyer', 'seller']),
  isOwn: Type.Boolean(),
  text: Type.String({ description: 'Text that the party wrote.' }),
  fileId: nullable(Type.String()),
  at: Timestamp,
})
/** A message of a party of an order: text, or a picture. */
export type P2pMessage = ValueOf<typeof P2pMessage>

/** A picture of an order's messages. */
export const P2pFile = Type.Object({
  mediaType: oneOf(['image/png', 'image/jpeg']),
  picture: Type.String({ description: 'Base64 of the picture.' }),
})
/** A picture that a party of an order sent, encoded again by the gateway. */
export type P2pFile = ValueOf<typeof P2pFile>

/** The user as a P2P trader. */
export const P2pProfile = extend(P2pTrader, {
  cancelsToday: Type.Integer({ minimum: 0 }),
  stoppedUntil: nullable(Timestamp),
})
/** The user as a P2P trader; purchases are stopped until `stoppedUntil`. */
export type P2pProfile = ValueOf<typeof P2pProfile>

/** An appeal as an operator sees it. */
export const P2pAppealCase = Type.Object({
  orderId: Type.String(),
  buyer: Type.String(),
  seller: Type.String(),
  asset: Type.String(),
  amount: DecimalString,
  fiat: Type.String(),
  total: DecimalString,
  paidAt: nullable(Timestamp),
  appealedBy: oneOf(['buyer', 'seller']),
  reason: Type.String({ description: 'Text that the party wrote.' }),
  appealedAt: Timestamp,
  messages: Type.Array(Type.Omit(P2pMessage, ['isOwn'])),
})
/** An appeal that waits for the ruling of an operator, with what the parties wrote. */
export type P2pAppealCase = ValueOf<typeof P2pAppealCase>

/** Base64 of a picture of 2 MiB, and the JSON around it. */
const MOST_FILE_BASE64 = 2_796_204
const MOST_FILE_BODY = 2_800_000

const parties = { realms: ['live'], roles: ['trader', 'agency'] } as const
const write = { method: 'POST', access: 'private', signing: '2', ...parties } as const
const read = { method: 'GET', access: 'private', signing: '1', ...parties } as const
const provedWrite = { ...write, encrypted: true } as const
const verifyToken = Type.Optional(Type.String({ maxLength: 64 }))
const clientOid = Type.String({ ...FieldText, description: 'Key of the request.' })
const advertId = requiredText(20)
const orderId = requiredText(20)
const page = { cursor: Type.Optional(FieldText), limit: Type.Optional(FieldText) }
const terms = {
  price: Type.Optional(
    Type.String({ ...FieldText, description: 'Fiat for a whole coin; or `marginPercent`.' }),
  ),
  marginPercent: Type.Optional(
    Type.String({ ...FieldText, description: 'Distance from the index, from -20 to 20.' }),
  ),
  amount: amountText('Coins that are offered or wanted.'),
  minimum: amountText('The smallest order in fiat.'),
  maximum: amountText('The largest order in fiat.'),
  payMinutes: Type.Integer({ minimum: 15, maximum: 60 }),
  paymentTypes: Type.Array(requiredText(32), { maxItems: 5, description: 'Of one that buys.' }),
  methodIds: Type.Array(requiredText(20), { maxItems: 5, description: 'Of one that sells.' }),
  terms: Type.Optional(Type.String({ maxLength: 1000 })),
}

/** Coins against fiat between users, with the coins in escrow; live realm, main accounts. */
export const p2p = {
  config: endpoint({
    method: 'GET',
    access: 'public',
    signing: 'none',
    path: '/v1/p2p/public/config',
    summary: 'Assets, currencies and kinds of payment, the fee, and the index prices.',
    response: P2pConfig,
    errors: [],
  }),
  market: endpoint({
    method: 'GET',
    access: 'public',
    signing: 'none',
    path: '/v1/p2p/public/market',
    summary: 'Adverts that can be taken, the best price first.',
    request: Type.Object({
      side: oneOf(['buy', 'sell'], { description: 'What the caller does.' }),
      asset: FieldText,
      fiat: FieldText,
      paymentType: Type.Optional(FieldText),
      amount: Type.Optional(FieldText),
      ...page,
    }),
    response: pageOf(P2pAdvert),
    errors: [],
  }),
  publish: endpoint({
    ...provedWrite,
    path: '/v1/p2p/advert/publish',
    summary: 'Publishes an advert; takes a step-up token for `p2pAdvert`.',
    request: Type.Object({
      side: Side,
      asset: FieldText,
      fiat: FieldText,
      ...terms,
      clientOid,
      verifyToken,
    }),
    response: P2pOwnAdvert,
    errors: ['00004', '00005', '40201', '40241', '40302', '40401', '40902'],
  }),
  edit: endpoint({
    ...provedWrite,
    path: '/v1/p2p/advert/edit',
    summary: 'Changes an advert that is paused; takes a step-up token for `p2pAdvert`.',
    request: Type.Object({ advertId, ...terms, verifyToken }),
    response: P2pOwnAdvert,
    errors: ['00004', '00005', '40201', '40241', '40302', '40401'],
  }),
  pause: endpoint({
    ...write,
    path: '/v1/p2p/advert/pause',
    summary: 'Takes an advert off the market; open orders go on.',
    request: Type.Object({ advertId }),
    response: P2pOwnAdvert,
    errors: ['40241', '40401'],
  }),
  resume: endpoint({
    ...write,
    path: '/v1/p2p/advert/resume',
    summary: 'Brings a paused advert back.',
    request: Type.Object({ advertId }),
    response: P2pOwnAdvert,
    errors: ['00004', '40241', '40302', '40401'],
  }),
  close: endpoint({
    ...write,
    path: '/v1/p2p/advert/close',
    summary: 'Ends an advert; the coins that nobody has taken come back.',
    request: Type.Object({ advertId }),
    response: P2pOwnAdvert,
    errors: ['40241', '40401'],
  }),
  ownAdverts: endpoint({
    ...read,
    path: '/v1/p2p/advert/list',
    summary: 'Adverts of the user, the latest first.',
    request: Type.Object(page),
    response: pageOf(P2pOwnAdvert),
    errors: [],
  }),
  addPayment: endpoint({
    ...provedWrite,
    path: '/v1/p2p/payment/add',
    summary: 'Adds a payment method; takes a step-up token for `p2pPayment`.',
    request: Type.Object({
      type: requiredText(32),
      holder: requiredText(100),
      fields: Type.Record(Type.String({ maxLength: 32 }), Type.String({ maxLength: 200 })),
      verifyToken,
    }),
    response: P2pPaymentMethod,
    errors: ['00005', '40241', '40302'],
  }),
  removePayment: endpoint({
    ...provedWrite,
    path: '/v1/p2p/payment/remove',
    summary: 'Removes a payment method; takes a step-up token for `p2pPayment`.',
    request: Type.Object({ methodId: requiredText(20), verifyToken }),
    response: Type.Null(),
    errors: ['00005', '40241', '40401'],
  }),
  payments: endpoint({
    ...read,
    path: '/v1/p2p/payment/list',
    summary: 'Payment methods of the user.',
    response: Type.Array(P2pPaymentMethod),
    errors: [],
  }),
  createOrder: endpoint({
    ...write,
    path: '/v1/p2p/order/create',
    summary: 'Takes an advert for an amount of coins or of fiat.',
    request: Type.Object({
      advertId,
      version: Type.Integer({ minimum: 1, description: 'Of the advert as it was shown.' }),
      price: amountText('The price that was shown; a worse one is refused.'),
      amount: Type.Optional(FieldText),
      total: Type.Optional(FieldText),
      methodIds: Type.Optional(
        Type.Array(requiredText(20), { maxItems: 5, description: 'Of a caller who sells.' }),
      ),
      clientOid,
    }),
    response: P2pOrder,
    errors: ['00004', '40201', '40205', '40240', '40241', '40302', '40401', '40902'],
  }),
  paid: endpoint({
    ...write,
    path: '/v1/p2p/order/paid',
    summary: 'The buyer has paid.',
    request: Type.Object({ orderId }),
    response: P2pOrder,
    errors: ['40241', '40401'],
  }),
  cancel: endpoint({
    ...write,
    path: '/v1/p2p/order/cancel',
    summary: 'The buyer gives the order up; the third time of a day stops purchases for 24 hours.',
    request: Type.Object({ orderId }),
    response: P2pOrder,
    errors: ['40241', '40401'],
  }),
  release: endpoint({
    ...provedWrite,
    path: '/v1/p2p/order/confirmPutCoin',
    summary: 'The seller lets the coins go; takes a step-up token for `p2pRelease`.',
    request: Type.Object({ orderId, verifyToken }),
    response: P2pOrder,
    errors: ['00005', '40241', '40302', '40401'],
  }),
  appeal: endpoint({
    ...write,
    path: '/v1/p2p/order/appeal',
    summary: 'Asks an operator to decide, ten minutes after the payment at the earliest.',
    request: Type.Object({ orderId, reason: requiredText(500) }),
    response: P2pOrder,
    errors: ['40241', '40401'],
  }),
  sendMessage: endpoint({
    ...write,
    path: '/v1/p2p/order/message',
    summary: 'Writes to the other party, until a day after the end of the order.',
    request: Type.Object({ orderId, text: requiredText(1000), clientOid }),
    response: P2pMessage,
    errors: ['40241', '40401'],
  }),
  sendFile: endpoint({
    ...write,
    path: '/v1/p2p/order/file',
    summary: 'Sends the other party a PNG or JPEG picture of 2 MiB at most, which is encoded anew.',
    maxBodyBytes: MOST_FILE_BODY,
    request: Type.Object({
      orderId,
      picture: Type.String({
        minLength: 1,
        maxLength: MOST_FILE_BASE64,
        description: 'Base64 of the picture.',
      }),
      clientOid,
    }),
    response: P2pMessage,
    errors: ['40241', '40401'],
  }),
  file: endpoint({
    ...read,
    path: '/v1/p2p/order/picture',
    summary: 'A picture that a party of an order sent, for its two parties.',
    request: Type.Object({ orderId: FieldText, fileId: FieldText }),
    response: P2pFile,
    errors: ['40401'],
  }),
  orders: endpoint({
    ...read,
    path: '/v1/p2p/order/list',
    summary: 'Orders of the user, the latest first.',
    request: Type.Object({ status: Type.Optional(queryOneOf(['open', 'ended'])), ...page }),
    response: pageOf(P2pOrderRow),
    errors: [],
  }),
  order: endpoint({
    ...read,
    path: '/v1/p2p/order/detail',
    summary: 'An order with how the seller is paid, for its two parties.',
    request: Type.Object({ orderId: FieldText }),
    response: P2pOrderDetail,
    errors: ['40401'],
  }),
  messages: endpoint({
    ...read,
    path: '/v1/p2p/order/messages',
    summary: 'What the parties of an order wrote, the latest first.',
    request: Type.Object({ orderId: FieldText, ...page }),
    response: pageOf(P2pMessage),
    errors: ['40401'],
  }),
  profile: endpoint({
    ...read,
    path: '/v1/p2p/profile/detail',
    summary: 'The user as a P2P trader.',
    response: P2pProfile,
    errors: [],
  }),
  rename: endpoint({
    ...write,
    path: '/v1/p2p/profile/rename',
    summary: 'Sets the name under which others see the user.',
    request: Type.Object({ nickname: requiredText(40) }),
    response: P2pProfile,
    errors: [],
  }),
  appeals: endpoint({
    method: 'GET',
    access: 'private',
    signing: '1',
    signRule: 'exact',
    path: '/v1/ops/p2p/appeals',
    realms: ['live'],
    summary: 'Appeals that wait for a ruling; for operators.',
    response: Type.Array(P2pAppealCase),
    errors: [],
  }),
  rule: endpoint({
    method: 'POST',
    access: 'private',
    signing: '2',
    path: '/v1/ops/p2p/ruling',
    realms: ['live'],
    summary: 'Ends an appeal: the coins go to the buyer or back to the seller; for operators.',
    request: Type.Object({
      orderId,
      outcome: oneOf(['released', 'refunded']),
      reason: requiredText(500),
    }),
    response: Type.Null(),
    errors: ['40241', '40401'],
  }),
} as const
