import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  AmountByAsset,
  DecimalString,
  FieldText,
  pageOf,
  Timestamp,
  type ValueOf,
} from './schema.ts'

/** The invitations of a user. */
export const ReferralOverview = Type.Object({
  code: Type.String({ description: 'A registration names it as `commonCode`.' }),
  percent: DecimalString,
  days: Type.Integer({ minimum: 1 }),
  invited: Type.Integer({ minimum: 0 }),
  received: AmountByAsset,
})
/**
 * The invitations of a user: `percent` of the trading fees of each invited user is paid every day,
 * for `days` days from the registration on.
 */
export type ReferralOverview = ValueOf<typeof ReferralOverview>

/** An invited user. */
export const InvitedUser = Type.Object({
  user: Type.String({ description: 'A masked name.' }),
  at: Timestamp,
})
/** An invited user, with the time of the registration. */
export type InvitedUser = ValueOf<typeof InvitedUser>

/** A share of fees that was paid. */
export const ReferralRebate = Type.Object({
  rebateId: Type.String(),
  at: Timestamp,
  asset: Type.String(),
  amount: DecimalString,
})
/** A share of the fees of one day that was paid to an inviter. */
export type ReferralRebate = ValueOf<typeof ReferralRebate>

const read = {
  method: 'GET',
  access: 'private',
  signing: '1',
  realms: ['live'],
  roles: ['trader', 'agency'],
  errors: [],
} as const
const page = { cursor: Type.Optional(FieldText), limit: Type.Optional(FieldText) }

/** Invitations and their rebates; live realm, main accounts. */
export const referrals = {
  overview: endpoint({
    ...read,
    path: '/v1/user/referral/detail',
    summary: 'The code of the user, what it pays, and what it has paid.',
    response: ReferralOverview,
  }),
  invited: endpoint({
    ...read,
    path: '/v1/user/referral/invited',
    summary: 'Users who registered with the code, the latest first.',
    request: Type.Object(page),
    response: pageOf(InvitedUser),
  }),
  rebates: endpoint({
    ...read,
    path: '/v1/user/referral/rebates',
    summary: 'Shares of fees that were paid, the latest first.',
    request: Type.Object(page),
    response: pageOf(ReferralRebate),
  }),
} as const
