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

const FOLLOW_STATUSES = ['active', 'paused', 'closing', 'closed'] as const
const FOLLOW_MODES = ['ratio', 'amount'] as const

/** A lead trader as everybody sees them. */
export const CopyLeader = Type.Object({
  leadId: Type.String(),
  nickname: Type.String(),
  pairs: Type.Array(Type.String()),
  share: DecimalString,
  minimum: DecimalString,
  followers: Type.Integer({ minimum: 0 }),
  maxFollowers: Type.Integer({ minimum: 1 }),
  return: DecimalString,
  drawdown: DecimalString,
  startedAt: Timestamp,
  ended: Type.Integer({ minimum: 0 }),
  lost: Type.Integer({ minimum: 0 }),
  losing: Type.Integer({ minimum: 0 }),
})
/**
 * A lead trader as everybody sees them. `share` of profits, time-weighted `return` and `drawdown`
 * are in percent, `minimum` in USDT. Of the follows that `ended` so many `lost` money; of those
 * that run so many are `losing`.
 */
export type CopyLeader = ValueOf<typeof CopyLeader>

/** A lead trader with their performance and holdings. */
export const CopyLeaderDetail = extend(CopyLeader, {
  days: Type.Array(Type.Object({ day: Timestamp, return: DecimalString })),
  holdings: Type.Array(Type.Object({ asset: Type.String(), part: DecimalString })),
})
/** `days`: the time-weighted return in percent at the end of each; `holdings` in percent. */
export type CopyLeaderDetail = ValueOf<typeof CopyLeaderDetail>

/** The funds that the user leads with. */
export const CopyLead = extend(CopyLeader, {
  worth: DecimalString,
  available: DecimalString,
  holdings: Type.Array(Type.Object({ asset: Type.String(), available: DecimalString })),
  paidIn: DecimalString,
  takenOut: DecimalString,
  shared: DecimalString,
})
/**
 * The funds that the user leads with, in USDT; `holdings` are coins that can be sold, `shared` is
 * what followers have paid.
 */
export type CopyLead = ValueOf<typeof CopyLead>

/** Funds of the user that copy a lead trader. */
export const CopyFollow = Type.Object({
  followId: Type.String(),
  leadId: Type.String(),
  nickname: Type.String(),
  status: oneOf(FOLLOW_STATUSES),
  endedBy: nullable(oneOf(['close', 'stopLoss', 'leadCloses', 'reset'])),
  mode: oneOf(FOLLOW_MODES),
  amount: nullable(DecimalString),
  slippage: nullable(DecimalString),
  stopLoss: nullable(DecimalString),
  dailyCap: nullable(DecimalString),
  share: DecimalString,
  paidIn: DecimalString,
  takenOut: DecimalString,
  shared: DecimalString,
  worth: DecimalString,
  available: DecimalString,
  profit: DecimalString,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
/**
 * Funds of the user that copy a lead trader; amounts in USDT, `slippage`, `stopLoss` and `share` in
 * percent. `profit` is after what was `shared`.
 */
export type CopyFollow = ValueOf<typeof CopyFollow>

/** What became of a fill of a lead trader, or a sale of a follow that closes. */
export const CopyOrder = Type.Object({
  copyId: Type.String(),
  followId: Type.String(),
  leadId: Type.String(),
  leadFillId: nullable(Type.String()),
  symbol: Type.String(),
  side: Side,
  price: DecimalString,
  size: DecimalString,
  orderId: nullable(Type.String()),
  reason: nullable(
    oneOf(['minimum', 'funds', 'slippage', 'dailyCap', 'pair', 'paused', 'backlog']),
  ),
  at: Timestamp,
})
/** `price` is the limit, `reason` why nothing was traded; `leadFillId` is `null` at closing. */
export type CopyOrder = ValueOf<typeof CopyOrder>

/** A movement of funds of copy trading. */
export const CopyRecord = Type.Object({
  recordId: Type.String(),
  kind: oneOf(['in', 'out', 'share']),
  of: oneOf(['lead', 'follow']),
  id: Type.String(),
  asset: Type.String(),
  amount: DecimalString,
  at: Timestamp,
})
/** A movement between the spot account and a lead or follow, or a profit share. */
export type CopyRecord = ValueOf<typeof CopyRecord>

/** A profit share that the user paid or received. */
export const CopyShare = Type.Object({
  shareId: Type.String(),
  role: oneOf(['paid', 'received']),
  followId: Type.String(),
  leadId: Type.String(),
  amount: DecimalString,
  profit: DecimalString,
  at: Timestamp,
})
/** `profit` of the follow since it began, before this share; all in USDT. */
export type CopyShare = ValueOf<typeof CopyShare>

const write = {
  method: 'POST',
  access: 'private',
  signing: '2',
  roles: ['trader', 'agency'],
} as const
const read = {
  method: 'GET',
  access: 'private',
  signing: '1',
  roles: ['trader', 'agency'],
} as const
const open = { method: 'GET', access: 'public', signing: 'none' } as const
const clientOid = Type.String({ ...FieldText, description: 'Key of the request.' })
const realm = Type.Optional(queryOneOf(['live', 'paper'], { description: 'Default: live.' }))
const page = {
  cursor: Type.Optional(FieldText),
  limit: Type.Optional(FieldText),
}
const part = Type.Optional(
  Type.String({ ...FieldText, description: 'Part of the nickname; default: all.' }),
)
const leadId = Type.String(FieldText)
const followId = Type.String(FieldText)
const direction = oneOf(['in', 'out'])
const money = amountText('USDT.')
const leadTerms = {
  nickname: requiredText(20),
  pairs: Type.Array(Type.String({ maxLength: 32 }), { minItems: 1, maxItems: 50 }),
  share: amountText('Percent of the profit of followers, 0 to 30.'),
  minimum: amountText('Least amount of a follow, USDT.'),
  maxFollowers: Type.Integer({ minimum: 1, maximum: 300 }),
}
const followTerms = {
  mode: oneOf(FOLLOW_MODES, {
    description: '`ratio`: as the funds of both stand; `amount`: the same for each copied buy.',
  }),
  amount: Type.Optional(amountText('Of each copied buy, USDT; mode `amount` only.')),
  slippage: Type.Optional(amountText('Percent; default 0.3 for BTC and ETH, else 0.5.')),
  stopLoss: Type.Optional(
    amountText('Whole percents of the funds, 1 to 95, after whose loss all is sold.'),
  ),
  dailyCap: Type.Optional(amountText('USDT of buys on a UTC day.')),
}

/** Copy trading on spot, in both realms; main accounts. */
export const copy = {
  leaders: endpoint({
    ...open,
    path: '/v1/copy/public/leaders',
    summary: 'Lead traders of a realm, the best time-weighted return first.',
    request: Type.Object({ realm, nickname: part, ...page }),
    response: pageOf(CopyLeader),
    errors: [],
  }),
  leader: endpoint({
    ...open,
    path: '/v1/copy/public/leader',
    summary: 'One lead trader with performance and holdings.',
    request: Type.Object({ leadId }),
    response: CopyLeaderDetail,
    errors: ['40401'],
  }),
  lead: endpoint({
    ...read,
    path: '/v1/copy/lead/own',
    summary: 'The funds that the user leads with; `null` for a user who does not lead.',
    response: nullable(CopyLead),
    errors: [],
  }),
  openLead: endpoint({
    ...write,
    path: '/v1/copy/lead/open',
    summary: 'Becomes a lead trader with funds of the spot account.',
    request: Type.Object({ ...leadTerms, amount: money, clientOid }),
    response: CopyLead,
    errors: ['40201', '40302', '40902'],
  }),
  changeLead: endpoint({
    ...write,
    path: '/v1/copy/lead/change',
    summary: 'Changes what new followers agree to.',
    request: Type.Object({ leadId, ...leadTerms }),
    response: CopyLead,
    errors: ['40401'],
  }),
  fundLead: endpoint({
    ...write,
    path: '/v1/copy/lead/fund',
    summary: 'Pays into the funds that the user leads with, or takes out of them.',
    request: Type.Object({ leadId, direction, amount: money, clientOid }),
    response: CopyLead,
    errors: ['40201', '40302', '40401', '40902'],
  }),
  closeLead: endpoint({
    ...write,
    path: '/v1/copy/lead/close',
    summary: 'Ends leading: every follow is sold, and the funds go back as they are.',
    request: Type.Object({ leadId }),
    response: Type.Object({ leadId: Type.String() }),
    errors: ['40401'],
  }),
  openFollow: endpoint({
    ...write,
    path: '/v1/copy/follow/open',
    summary: 'Copies a lead trader with funds of the spot account.',
    request: Type.Object({ leadId, ...followTerms, allocation: money, clientOid }),
    response: CopyFollow,
    errors: ['40201', '40302', '40401', '40902'],
  }),
  changeFollow: endpoint({
    ...write,
    path: '/v1/copy/follow/change',
    summary: 'Changes how a lead trader is copied from now on.',
    request: Type.Object({ followId, ...followTerms }),
    response: CopyFollow,
    errors: ['40401'],
  }),
  pauseFollow: endpoint({
    ...write,
    path: '/v1/copy/follow/pause',
    summary: 'Stops copying; what was bought is kept.',
    request: Type.Object({ followId }),
    response: CopyFollow,
    errors: ['40401'],
  }),
  resumeFollow: endpoint({
    ...write,
    path: '/v1/copy/follow/resume',
    summary: 'Goes on copying.',
    request: Type.Object({ followId }),
    response: CopyFollow,
    errors: ['40401'],
  }),
  closeFollow: endpoint({
    ...write,
    path: '/v1/copy/follow/close',
    summary: 'Sells what was bought, pays the profit share and brings the funds back.',
    request: Type.Object({ followId }),
    response: CopyFollow,
    errors: ['40401'],
  }),
  fundFollow: endpoint({
    ...write,
    path: '/v1/copy/follow/fund',
    summary: 'Pays into a follow, or takes out of it after the profit share.',
    request: Type.Object({ followId, direction, amount: money, clientOid }),
    response: CopyFollow,
    errors: ['40201', '40302', '40401', '40902'],
  }),
  follows: endpoint({
    ...read,
    path: '/v1/copy/follows',
    summary: 'What the user follows and followed, the latest first.',
    request: Type.Object(page),
    response: pageOf(CopyFollow),
    errors: [],
  }),
  orders: endpoint({
    ...read,
    path: '/v1/copy/orders',
    summary: 'What became of the fills of lead traders, the latest first.',
    request: Type.Object({ ...page, followId: Type.Optional(FieldText) }),
    response: pageOf(CopyOrder),
    errors: ['40401'],
  }),
  records: endpoint({
    ...read,
    path: '/v1/copy/records',
    summary: 'Funds that went into leads and follows and came out of them, the latest first.',
    request: Type.Object(page),
    response: pageOf(CopyRecord),
    errors: [],
  }),
  shares: endpoint({
    ...read,
    path: '/v1/copy/shares',
    summary: 'Profit shares that the user paid and received, the latest first.',
    request: Type.Object(page),
    response: pageOf(CopyShare),
    errors: [],
  }),
} as const
