import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { factorFields, FactorMethod, LoginResult, PasskeyCredential } from './login.ts'
import {
  extend,
  foreignObject,
  nullable,
  oneOf,
  Realm,
  requiredText,
  Timestamp,
  UserId,
  type ValueOf,
} from './schema.ts'

/** The logged-in user. */
export const UserInfo = Type.Object({
  userId: UserId,
  realm: Realm,
  roles: Type.Array(oneOf(['trader', 'sub-account', 'agency', 'viewer'])),
  enteredFrom: nullable(UserId),
  vipLevel: Type.Integer({ minimum: 0 }),
  email: nullable(Type.String()),
  mobile: nullable(Type.String()),
  preferences: Type.Record(Type.String(), Type.Unknown()),
  secondFactors: Type.Array(FactorMethod),
})
/**
 * The logged-in user. A `viewer` is a sub-account that sends no order and moves no funds.
 * `enteredFrom` is the main account that a session of a sub-account may go back to; `email` and
 * `mobile` are masked.
 */
export type UserInfo = ValueOf<typeof UserInfo>

/** A live session of the user. */
export const DeviceSession = Type.Object({
  sessionId: Type.String(),
  realm: Realm,
  userAgent: nullable(Type.String()),
  createdAt: Timestamp,
  seenAt: Timestamp,
  isCurrent: Type.Boolean(),
  name: nullable(Type.String()),
  isTrusted: Type.Boolean(),
})
/** A live session of the user; `name` is what the user calls its device. */
export type DeviceSession = ValueOf<typeof DeviceSession>

/** A registered passkey. */
export const Passkey = Type.Object({
  credentialId: Type.String(),
  label: Type.String(),
  isBackedUp: Type.Boolean(),
  createdAt: Timestamp,
  usedAt: nullable(Timestamp),
})
/** A registered passkey; `usedAt` is `null` before its first use. */
export type Passkey = ValueOf<typeof Passkey>

/** What a step-up token allows; a token for one action allows no other. */
export const StepUpAction = oneOf([
  'secondFactor',
  'passkey',
  'thirdParty',
  'subAccount',
  'qrLogin',
  'apiKey',
  'withdraw',
  'addressBook',
  'withdrawNoPassword',
  'redPacket',
  'p2pAdvert',
  'p2pPayment',
  'p2pRelease',
  'password',
  'antiphishing',
  'send',
  'address',
  'device',
  'closeAccount',
])
export type StepUpAction = ValueOf<typeof StepUpAction>

/** The answer to beginning a step-up. */
export const StepUpChallenge = Type.Object({
  serialNO: Type.String(),
  methods: Type.Array(FactorMethod),
  passkey: Type.Optional(foreignObject('PublicKeyCredentialRequestOptionsJSON of WebAuthn.')),
})
/** A step-up that was begun: one of `methods` is proved with `serialNO` at `/securityVerify`. */
export type StepUpChallenge = ValueOf<typeof StepUpChallenge>

/** The step-up token of a sensitive change. */
export const verifyToken = requiredText(64)

const read = { method: 'GET', access: 'private', signing: '1' } as const
const write = { method: 'POST', access: 'private', signing: '2' } as const
const encryptedWrite = { ...write, encrypted: true } as const

/** The logged-in user and the check of the user's device. */
export const user = {
  info: endpoint({
    ...read,
    path: '/v1/user/overview/userinfo',
    summary: 'The logged-in user and the realm of the session.',
    signRule: 'exact',
    response: UserInfo,
    errors: [],
  }),
  checkDevice: endpoint({
    ...write,
    path: '/v1/user/device/check',
    summary: 'Whether a key of an earlier log-in vouches for this device.',
    request: Type.Object({
      userCheckDeviceSign: Type.Optional(Type.String({ maxLength: 1024 })),
      lastAlgorithm: Type.Optional(oneOf(['rsa1024', 'rsa2048'])),
    }),
    response: Type.Object({ device: oneOf(['known', 'new']) }),
    errors: [],
  }),
} as const

/** Second factors, step-ups and sessions of the logged-in user. */
export const security = {
  beginStepUp: endpoint({
    ...write,
    path: '/v1/user/security/stepUp',
    summary: 'Begins a step-up for one action; the answer names the proofs that count.',
    request: Type.Object({ action: StepUpAction }),
    response: StepUpChallenge,
    errors: [],
  }),
  proveStepUp: endpoint({
    ...encryptedWrite,
    path: '/v1/user/securityVerify',
    summary:
      'Proves the user again; the token allows the action once, within five minutes. ' +
      'Without `serialNO` the action is `secondFactor`.',
    request: Type.Object({ serialNO: Type.Optional(requiredText(64)), ...factorFields }),
    response: Type.Object({ verifyToken: Type.String(), action: StepUpAction }),
    errors: ['40102'],
  }),
  createTotp: endpoint({
    ...write,
    path: '/v1/user/security/totp/create',
    summary: 'Creates a secret for an authenticator app; it is valid once it is confirmed.',
    response: Type.Object({ secret: Type.String(), uri: Type.String() }),
    errors: [],
  }),
  setSecondFactor: endpoint({
    ...encryptedWrite,
    path: '/v1/user/security/secondFactor',
    summary: 'Turns a second factor on or off; takes a step-up token for `secondFactor`.',
    request: Type.Object({
      method: oneOf(['google', 'email', 'mobile']),
      enabled: Type.Boolean(),
      verifyToken,
      googleCode: Type.Optional(requiredText(12)),
    }),
    response: extend(LoginResult, { secondFactors: Type.Array(FactorMethod) }),
    errors: ['00005', '40102'],
  }),
  sessions: endpoint({
    ...read,
    path: '/v1/user/security/sessions',
    summary: 'The live sessions of the user, the one used last first.',
    signRule: 'exact',
    response: Type.Array(DeviceSession),
    errors: [],
  }),
  revokeSession: endpoint({
    ...write,
    path: '/v1/user/security/sessions/revoke',
    summary: 'Ends one session of the user, or all others.',
    request: Type.Object(
      {
        sessionId: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
        others: Type.Optional(Type.Literal(true)),
      },
      { anyOf: [{ required: ['sessionId'] }, { required: ['others'] }] },
    ),
    response: Type.Object({ ended: Type.Integer({ minimum: 0 }) }),
    errors: ['40401'],
  }),
} as const

/** Passkeys of the logged-in user (WebAuthn). */
export const passkeys = {
  list: endpoint({
    ...read,
    path: '/v1/user/security/fido2/list',
    summary: 'The passkeys of the user.',
    response: Type.Array(Passkey),
    errors: [],
  }),
  create: endpoint({
    ...encryptedWrite,
    path: '/v1/user/security/fido2/create',
    summary: 'WebAuthn options to create a passkey with; takes a step-up token for `passkey`.',
    request: Type.Object({ verifyToken }),
    response: foreignObject('PublicKeyCredentialCreationOptionsJSON of WebAuthn.'),
    errors: ['00005'],
  }),
  register: endpoint({
    ...write,
    path: '/v1/user/security/fido2/register',
    summary: 'Registers the passkey that the browser created; renews the session.',
    request: Type.Object({
      credential: PasskeyCredential,
      label: Type.Optional(requiredText(64)),
    }),
    response: extend(LoginResult, { passkeys: Type.Array(Passkey) }),
    errors: ['40102'],
  }),
  remove: endpoint({
    ...encryptedWrite,
    path: '/v1/user/security/fido2/remove',
    summary: 'Removes a passkey with a step-up token for `passkey`; renews the session.',
    request: Type.Object({ credentialId: requiredText(1400), verifyToken }),
    response: extend(LoginResult, { passkeys: Type.Array(Passkey) }),
    errors: ['00005', '40401'],
  }),
} as const
