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
  requiredText,
  Timestamp,
  type ValueOf,
} from './schema.ts'

/** A red packet as its sender sees it. */
export const RedPacket = Type.Object({
  packetId: Type.String(),
  code: Type.String({ description: 'Ten Crockford characters, which allow a claim.' }),
  asset: Type.String(),
  total: DecimalString,
  left: DecimalString,
  count: Type.Integer({ minimum: 1 }),
  claimed: Type.Integer({ minimum: 0 }),
  split: oneOf(['equal', 'random']),
  greeting: Type.String({ description: 'Text that the sender wrote.' }),
  status: oneOf(['open', 'finished', 'expired']),
  seedHash: Type.String({ description: 'SHA-256 of the seed, known from the start.' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
/** A red packet as its sender sees it; `left` is what nobody has claimed. */
export type RedPacket = ValueOf<typeof RedPacket>

/** A part of a red packet that the user has claimed. */
export const RedPacketClaim = Type.Object({
  packetId: Type.String(),
  asset: Type.String(),
  amount: DecimalString,
  place: Type.Integer({ minimum: 1 }),
  greeting: Type.String({ description: 'Text that the sender wrote.' }),
  at: Timestamp,
})
/** A part of a red packet that the user has claimed; `place` counts the claims from 1. */
export type RedPacketClaim = ValueOf<typeof RedPacketClaim>

/** A red packet with its claims. */
export const RedPacketDetail = extend(Type.Omit(RedPacket, ['code']), {
  isOwn: Type.Boolean(),
  unit: Type.String({ format: 'decimal', description: 'The smallest part that there can be.' }),
  seed: nullable(Type.String({ description: 'Hex; null until the packet has ended.' })),
  claims: Type.Array(
    Type.Object({
      user: Type.String({ description: 'Masked account id.' }),
      isOwn: Type.Boolean(),
      amount: DecimalString,
      at: Timestamp,
    }),
  ),
})
/**
 * A red packet with its claims, for its sender and those who have a part. After its end the seed
 * lets anybody compute every part again.
 */
export type RedPacketDetail = ValueOf<typeof RedPacketDetail>

const write = {
  method: 'POST',
  access: 'private',
  signing: '2',
  realms: ['live'],
  roles: ['trader', 'agency'],
} as const
const read = {
  method: 'GET',
  access: 'private',
  signing: '1',
  realms: ['live'],
  roles: ['trader', 'agency'],
} as const

/** Red packets: funds that a link gives to the first who open it; live realm, main accounts. */
export const redPackets = {
  create: endpoint({
    ...write,
    encrypted: true,
    path: '/v1/redpacket/create',
    summary:
      'Puts an amount into a red packet; above 100 USDT it takes a step-up token for `redPacket`.',
    request: Type.Object({
      asset: Type.String({ ...FieldText, description: 'Asset, such as `USDT`.' }),
      amount: amountText('The whole amount, with at most six decimals.'),
      count: Type.Integer({ minimum: 1, maximum: 500, description: 'Who may share in it.' }),
      split: oneOf(['equal', 'random']),
      greeting: Type.Optional(Type.String({ maxLength: 100 })),
      clientOid: Type.String({ ...FieldText, description: 'Key of the request.' }),
      verifyToken: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: RedPacket,
    errors: ['00004', '00005', '40201', '40302', '40902'],
  }),
  claim: endpoint({
    ...write,
    path: '/v1/redpacket/claim',
    summary: 'Takes the next part; repeated by the same user it answers the same part.',
    request: Type.Object({
      code: requiredText(20),
      bizId: Type.Optional(Type.String({ maxLength: 64, description: 'A solved captcha.' })),
    }),
    response: RedPacketClaim,
    errors: ['00004', '40103', '40401'],
  }),
  list: endpoint({
    ...read,
    path: '/v1/redpacket/list',
    summary: 'Red packets that the user sent, the latest first.',
    request: Type.Object({
      cursor: Type.Optional(FieldText),
      limit: Type.Optional(FieldText),
    }),
    response: pageOf(RedPacket),
    errors: [],
  }),
  received: endpoint({
    ...read,
    path: '/v1/redpacket/received',
    summary: 'Parts that the user claimed, the latest first.',
    request: Type.Object({
      cursor: Type.Optional(FieldText),
      limit: Type.Optional(FieldText),
    }),
    response: pageOf(RedPacketClaim),
    errors: [],
  }),
  detail: endpoint({
    ...read,
    path: '/v1/redpacket/detail',
    summary: 'A red packet with its claims, for its sender and those who have a part.',
    request: Type.Object({ packetId: FieldText }),
    response: RedPacketDetail,
    errors: ['40401'],
  }),
} as const
