import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  DecimalString,
  FieldText,
  nullable,
  oneOf,
  pageOf,
  Side,
  Timestamp,
  type ValueOf,
} from './schema.ts'

/**
 * What a notice is about: an order that traded and ended, an order whose trigger was reached, a
 * log-in, an announcement, a deposit, a withdrawal, a payment from another user, a liquidation, a
 * margin account at its call level, a change of what secures the account, a step of P2P
 * trading, copy trading, a fixed term of earn, a red packet, a rebate of fees, or a price alert
 * that was reached.
 */
export const UserNoticeKind = oneOf([
  'filled',
  'triggered',
  'login',
  'announcement',
  'deposit',
  'withdrawal',
  'payment',
  'liquidation',
  'marginCall',
  'security',
  'p2p',
  'copy',
  'earn',
  'redPacket',
  'rebate',
  'priceAlert',
])
export type UserNoticeKind = ValueOf<typeof UserNoticeKind>

/** A notice that the gateway keeps for a user. */
export const UserNotice = Type.Object({
  noticeId: Type.String(),
  kind: UserNoticeKind,
  createdAt: Timestamp,
  isRead: Type.Boolean(),
  order: nullable(
    Type.Object({
      orderId: Type.String(),
      symbol: Type.String(),
      side: Side,
      size: DecimalString,
      price: nullable(DecimalString),
    }),
  ),
  isNewDevice: nullable(Type.Boolean()),
  title: nullable(Type.String()),
  subject: nullable(
    Type.Object({
      state: Type.String(),
      asset: nullable(Type.String()),
      amount: nullable(DecimalString),
      symbol: nullable(Type.String()),
      id: Type.Optional(Type.String()),
    }),
  ),
})
/**
 * A notice that the gateway keeps for a user. `order` is `null` unless the notice is about one: of
 * `filled` and of a copied order it has the filled size and the average price, of `triggered` the
 * ordered size and the limit price, which is `null` at the market. `isNewDevice` is `null` except
 * of a log-in, `title` except of an announcement.
 *
 * `subject` is `null` of those four kinds. Its `state` is `credited` or `reversed` of a deposit,
 * `completed`, `rejected` or `failed` of a withdrawal, `received` of a payment, the step of a
 * liquidation, `called` of a margin call, and what was done of `security`. `amount` is the level of
 * a margin account that was called. `symbol` is the contract or the pair of the margin account that
 * was liquidated or called, `null` of a cross account.
 *
 * Of `p2p` the state is `taken`, `paid`, `released`, `cancelled`, `expired`, `appealed`,
 * `toBuyer` or `toSeller`, and `id` names the order. Of `copy` it is `copied`, or `skip.` and the
 * reason, with the pair; how a follow ended, `close`, `stopLoss` or `leadCloses`; or `sharePaid` or
 * `shareReceived`. Of `earn` it is `matured` or `renewed`, with the interest; of a red packet
 * `returned`, `finished` or `received`; of a rebate `received`; of a price alert `rise` or `fall`,
 * with the price as the `amount` and the pair or contract as the `symbol`.
 */
export type UserNotice = ValueOf<typeof UserNotice>

/** Whether notices of a kind go by mail. */
export const NoticeMail = Type.Object({
  kind: UserNoticeKind,
  mail: Type.Boolean(),
  isFixed: Type.Boolean({ description: 'It guards the account and cannot be changed.' }),
})
/** Whether notices of a kind go by mail; what guards the account always does. */
export type NoticeMail = ValueOf<typeof NoticeMail>

const mailSettings = Type.Object({
  items: Type.Array(NoticeMail),
  hasAddress: Type.Boolean({ description: 'Whether the account has an e-mail address.' }),
})

const unread = Type.Integer({ minimum: 0, description: 'Notices of the realm not read yet.' })

/** Notices of the logged-in user, kept for 90 days and the same on every device. */
export const userNotices = {
  list: endpoint({
    method: 'GET',
    path: '/v1/user/notice/list',
    summary: 'Notices of the user, the latest first.',
    access: 'private',
    signing: '1',
    request: Type.Object({
      cursor: Type.Optional(FieldText),
      limit: Type.Optional(FieldText),
    }),
    response: Type.Object({ ...pageOf(UserNotice).properties, unread }),
    errors: [],
  }),
  read: endpoint({
    method: 'POST',
    path: '/v1/user/notice/read',
    summary: 'Marks notices as read on every device.',
    access: 'private',
    signing: '2',
    request: Type.Object({
      noticeIds: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
          minItems: 1,
          maxItems: 100,
          description: 'The notices; absent: all.',
        }),
      ),
    }),
    response: Type.Object({ unread }),
    errors: [],
  }),
  mail: endpoint({
    method: 'GET',
    path: '/v1/user/notice/mail',
    summary: 'Which kinds of notices of live funds go by mail.',
    access: 'private',
    signing: '1',
    response: mailSettings,
    errors: [],
  }),
  setMail: endpoint({
    method: 'POST',
    path: '/v1/user/notice/mail/change',
    summary: 'Lets notices of a kind go by mail, or not; 40010 for a kind that is fixed.',
    access: 'private',
    signing: '2',
    request: Type.Object({ kind: UserNoticeKind, mail: Type.Boolean() }),
    response: mailSettings,
    errors: [],
  }),
} as const
