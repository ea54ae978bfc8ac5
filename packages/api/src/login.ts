import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { foreignObject, oneOf, Realm, requiredText, UserId, type ValueOf } from './schema.ts'

/** A way to prove a second factor; `google` is any authenticator app. */
export const FactorMethod = oneOf(['passkey', 'google', 'email', 'mobile'])
export type FactorMethod = ValueOf<typeof FactorMethod>

/** `data` of every log-in that succeeded; the session is in the cookies. */
export const LoginResult = Type.Object({
  userInfo: Type.Object({ userId: UserId }),
  realm: Realm,
})
export type LoginResult = ValueOf<typeof LoginResult>

/** A second factor is due before the log-in succeeds. */
export const SecondFactorRequired = Type.Object({
  verifyToken: Type.String(),
  methods: Type.Array(FactorMethod),
  passkey: Type.Optional(foreignObject('PublicKeyCredentialRequestOptionsJSON of WebAuthn.')),
})
/** A second factor is due: one of `methods` is proved with `verifyToken` at `/login/verify`. */
export type SecondFactorRequired = ValueOf<typeof SecondFactorRequired>

/** A log-in that succeeded, or the second factor that it needs first. */
export const LoginStep = Type.Union([LoginResult, SecondFactorRequired])
export type LoginStep = ValueOf<typeof LoginStep>

/** The browser's `PublicKeyCredential.toJSON()`; the server verifies what is in it. */
export const PasskeyCredential = Type.Object({
  id: requiredText(1400),
  rawId: requiredText(1400),
  type: Type.Literal('public-key'),
  response: Type.Object({}),
})

/**
 * A telephone area code as people write it: `86`, `+86` or `0086`. It is short and of few
 * characters, so that a tampered log-in cannot hide noise in it (docs/adr/signing.md).
 */
export const AreaCode = Type.Union([
  Type.String({ maxLength: 12, pattern: '^[-+() 0-9]*$' }),
  Type.Number(),
])

/** Proofs of second factors; at least one is needed. */
export const factorFields = {
  emailCode: Type.Optional(requiredText(12)),
  mobileCode: Type.Optional(requiredText(12)),
  googleCode: Type.Optional(requiredText(12)),
  passkey: Type.Optional(PasskeyCredential),
}

export const LoginRequest = Type.Object({
  loginName: requiredText(254),
  pwd: requiredText(256),
  areaCode: Type.Optional(AreaCode),
  bizId: Type.Optional(requiredText(64)),
})
/** A log-in by password; `bizId` names a captcha that was solved. */
export type LoginRequest = ValueOf<typeof LoginRequest>

const VerifyRequest = Type.Object({ verifyToken: requiredText(64), ...factorFields })

/** Scenes that a verification code is sent for. */
export const CodeScene = oneOf(['register', 'login', 'securityVerify', 'newAddress'])
export type CodeScene = ValueOf<typeof CodeScene>

const login_ = { method: 'POST', access: 'public', signing: 'none', encrypted: true } as const
const passwordErrors = ['00004', '40101', '40103'] as const
const factorErrors = ['00004', '40102'] as const
const EmailFields = { email: requiredText(254), emailCode: requiredText(12) }
const MobileFields = {
  areaCode: Type.Union([Type.String(), Type.Number()]),
  mobile: requiredText(32),
  mobileCode: requiredText(12),
}
const AccountFields = { pwd: requiredText(512), bizId: Type.Optional(requiredText(64)) }
const registerErrors = ['40102', '40103'] as const

/** Log-in with a password, the second factor of every log-in, and log-out. */
export const login = {
  password: endpoint({
    ...login_,
    path: '/v1/user/login',
    summary: 'Logs in with a password.',
    request: LoginRequest,
    response: LoginStep,
    errors: passwordErrors,
  }),
  passwordWithDeviceToken: endpoint({
    ...login_,
    path: '/v1/user/auth/login',
    summary: 'Logs in with a password, under its name in the list of protected endpoints.',
    request: LoginRequest,
    response: LoginStep,
    errors: passwordErrors,
  }),
  agency: endpoint({
    ...login_,
    path: '/v1/user/agency/login',
    summary: 'Logs in with a password; the session of an agent gets the role `agency`.',
    request: LoginRequest,
    response: LoginStep,
    errors: passwordErrors,
  }),
  verify: endpoint({
    ...login_,
    path: '/v1/user/login/verify',
    summary: 'Completes a log-in with the second factor.',
    request: VerifyRequest,
    response: LoginResult,
    errors: factorErrors,
  }),
  verifyV2: endpoint({
    ...login_,
    path: '/v1/user/login/verify/v2',
    summary: 'Completes a log-in with the second factor; the result is in `accessTokenResVO`.',
    request: VerifyRequest,
    response: Type.Object({ accessTokenResVO: LoginResult }),
    errors: factorErrors,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/v1/user/logout',
    summary: 'Ends the session and removes its cookies; without a session only the cookies.',
    access: 'public',
    signing: 'none',
    response: Type.Null(),
    errors: [],
  }),
} as const

/** Registration of a new account; codes of referral links travel as further fields. */
export const registration = {
  email: endpoint({
    ...login_,
    path: '/v1/user/register/email',
    summary: 'Opens an account for an e-mail address and logs in.',
    request: Type.Object({ ...AccountFields, ...EmailFields }),
    response: LoginResult,
    errors: registerErrors,
  }),
  mobile: endpoint({
    ...login_,
    path: '/v1/user/register/mobile',
    summary: 'Opens an account for a mobile number and logs in.',
    request: Type.Object({ ...AccountFields, ...MobileFields }),
    response: LoginResult,
    errors: registerErrors,
  }),
  mobileAndEmail: endpoint({
    ...login_,
    path: '/v1/user/register/mobileAndEmail',
    summary: 'Opens an account for a mobile number and an e-mail address and logs in.',
    request: Type.Object({ ...AccountFields, ...MobileFields, ...EmailFields }),
    response: LoginResult,
    errors: registerErrors,
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/v1/user/message/sendCode',
    summary: 'Sends a verification code to an e-mail address or a mobile number.',
    access: 'public',
    signing: 'none',
    request: Type.Object({
      scene: CodeScene,
      email: Type.Optional(Type.String({ maxLength: 254 })),
      mobile: Type.Optional(Type.String({ maxLength: 32 })),
      areaCode: Type.Optional(Type.Union([Type.String(), Type.Number()])),
      bizId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: Type.Null(),
    errors: ['401', '40103', '40301'],
  }),
} as const
