import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { AreaCode, LoginResult } from './login.ts'
import {
  FieldText,
  nullable,
  oneOf,
  pageOf,
  requiredText,
  Timestamp,
  type ValueOf,
} from './schema.ts'
import { verifyToken } from './security.ts'

/** What the history of an account's security holds. */
export const SecurityEventKind = oneOf([
  'login',
  'newDevice',
  'passwordChanged',
  'passwordReset',
  'factorChanged',
  'identityChanged',
  'apiKeyChanged',
  'antiphishingChanged',
  'disowned',
  'emailChanged',
  'mobileChanged',
  'changeAsked',
  'changeStopped',
  'deviceTrusted',
  'subAccountChanged',
  'accountClosed',
  'verificationChanged',
])
export type SecurityEventKind = ValueOf<typeof SecurityEventKind>

/** A log-in, or a change of what guards the account. */
export const SecurityEvent = Type.Object({
  eventId: Type.String(),
  kind: SecurityEventKind,
  at: Timestamp,
  address: Type.String({ description: 'The address it came from, as the gateway saw it.' }),
  userAgent: nullable(Type.String()),
})
/** A log-in, or a change of what guards the account; the user reads those of 90 days. */
export type SecurityEvent = ValueOf<typeof SecurityEvent>

const pwd = requiredText(512)
const code = Type.Optional(requiredText(12))
const write = { method: 'POST', access: 'private', signing: '2', encrypted: true } as const
const read = { method: 'GET', access: 'private', signing: '1' } as const
const anonymous = { method: 'POST', access: 'public', signing: 'none', encrypted: true } as const

/** Password, anti-phishing code and history of an account. */
export const accountSecurity = {
  changePassword: endpoint({
    ...write,
    path: '/v1/user/password/change',
    summary:
      'Sets a new password with a step-up token for `password`; renews the session, ends all ' +
      'others, and holds withdrawals and P2P for 24 hours.',
    request: Type.Object({ pwd, verifyToken }),
    response: LoginResult,
    errors: ['00005'],
  }),
  forgotPassword: endpoint({
    ...anonymous,
    path: '/v1/user/password/forgot',
    summary:
      'Sends a code for a new password; the answer is the same whether the account exists. A ' +
      'mobile number needs its area code.',
    request: Type.Object({
      loginName: requiredText(254),
      areaCode: Type.Optional(AreaCode),
      bizId: requiredText(64),
    }),
    response: Type.Object({ token: Type.String() }),
    errors: ['40103'],
  }),
  resetPassword: endpoint({
    ...anonymous,
    path: '/v1/user/password/reset',
    summary:
      'Sets a new password with the code that was sent and that of the authenticator, where ' +
      'there is one (else 40010 with its field); ends all sessions, holds withdrawals for a day.',
    request: Type.Object({
      token: requiredText(64),
      emailCode: code,
      mobileCode: code,
      googleCode: code,
      pwd,
    }),
    response: Type.Null(),
    errors: ['40102'],
  }),
  overview: endpoint({
    ...read,
    path: '/v1/user/security/overview',
    summary:
      'The anti-phishing code of every mail, masked, and until when withdrawals and P2P are ' +
      'held; `null` without one.',
    response: Type.Object({
      antiphishing: nullable(Type.String()),
      heldUntil: nullable(Timestamp),
    }),
    errors: [],
  }),
  setAntiphishing: endpoint({
    ...write,
    path: '/v1/user/security/antiphishing',
    summary: 'Sets the anti-phishing code with a step-up token for `antiphishing`.',
    request: Type.Object({
      code: Type.String({ pattern: '^[A-Za-z0-9]{4,20}$' }),
      verifyToken,
    }),
    response: Type.Object({ code: Type.String() }),
    errors: ['00005'],
  }),
  history: endpoint({
    ...read,
    path: '/v1/user/security/history',
    signRule: 'exact',
    summary: 'Log-ins and changes of the account’s security in 90 days, the latest first.',
    request: Type.Object({
      cursor: Type.Optional(FieldText),
      limit: Type.Optional(FieldText),
    }),
    response: pageOf(SecurityEvent),
    errors: [],
  }),
  disown: endpoint({
    method: 'POST',
    access: 'private',
    signing: '2',
    path: '/v1/user/security/history/disown',
    summary:
      'Says that an entry of the history was not the user: ends all other sessions, ' +
      'forgets known devices, and holds withdrawals and P2P for 24 hours.',
    request: Type.Object({ eventId: Type.String({ pattern: '^[0-9]{1,16}$' }) }),
    response: Type.Object({ ended: Type.Integer({ minimum: 0 }), heldUntil: Timestamp }),
    errors: ['40401'],
  }),
} as const
