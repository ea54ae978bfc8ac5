import { Type, type TObject } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { AreaCode, LoginResult, SecondFactorRequired } from './login.ts'
import { verifyToken } from './security.ts'
import { extend, nullable, oneOf, requiredText, Timestamp, type ValueOf } from './schema.ts'

/** A third party that an account can be opened with; `oidc` is the operator's own provider. */
export const ThirdParty = oneOf(['apple', 'google', 'wallet', 'tg', 'oidc'])
/** A third party that an account can be opened with; `oidc` is the operator's own provider. */
export type ThirdParty = ValueOf<typeof ThirdParty>

/** A sign-in with a third party that was begun. */
export const ThirdPartyChallenge = Type.Object({
  serialNO: Type.String(),
  nonce: Type.String(),
  expiresIn: Type.Integer({ minimum: 0, description: 'Seconds.' }),
  clientId: Type.Optional(Type.String()),
  issuer: Type.Optional(Type.String()),
  authorizeUrl: Type.Optional(Type.String()),
  botId: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
})
/**
 * A sign-in that was begun. Apple, Google and `oidc` need `clientId`, `issuer` and
 * `authorizeUrl`, Telegram `botId`, and a wallet signs `message`.
 */
export type ThirdPartyChallenge = ValueOf<typeof ThirdPartyChallenge>

/** A proved identity that opens no account yet. */
export const UnboundIdentity = Type.Object({
  token: Type.String(),
  provider: ThirdParty,
  next: oneOf(['bind', 'register']),
  email: nullable(Type.String()),
})
/**
 * A proved identity that opens no account yet. `next` is `bind` where its e-mail address has an
 * account; `email` is the masked address that the third party vouches for.
 */
export type UnboundIdentity = ValueOf<typeof UnboundIdentity>

/** What a proof of a third party leads to: a session, a second factor, or an unbound identity. */
export const ThirdPartyStep = Type.Union([LoginResult, SecondFactorRequired, UnboundIdentity])
export type ThirdPartyStep = ValueOf<typeof ThirdPartyStep>

/** A third party that opens the account. */
export const BoundIdentity = Type.Object({ provider: ThirdParty, boundAt: Timestamp })
export type BoundIdentity = ValueOf<typeof BoundIdentity>

const OauthProvider = oneOf(['apple', 'google', 'oidc'])
const proof = {
  serialNO: requiredText(64),
  isBinding: Type.Optional(Type.Boolean()),
}
const TokenProof = Type.Object({
  ...proof,
  token: requiredText(8192),
  signature: Type.Optional(requiredText(512)),
})
const SignatureProof = Type.Object({
  ...proof,
  signature: requiredText(512),
  token: Type.Optional(requiredText(8192)),
})
const RegisterRequest = Type.Object({
  token: requiredText(64),
  email: Type.Optional(requiredText(254)),
  emailCode: Type.Optional(requiredText(12)),
  pwd: Type.Optional(requiredText(512)),
  bizId: Type.Optional(requiredText(64)),
})
const CheckRequest = Type.Object({ loginName: Type.Optional(requiredText(64)) })
const named = { provider: OauthProvider }
const post = { method: 'POST', access: 'public', signing: 'none', encrypted: true } as const

/** The three steps of one third party. */
const steps = <const Name extends string, Check extends TObject, Proof extends TObject>(
  name: Name,
  { check, sign }: { readonly check: Check; readonly sign: Proof },
) => ({
  check: endpoint({
    ...post,
    path: `/v1/user/third/${name}/check`,
    summary: 'Begins a sign-in: what the page needs to ask the third party.',
    request: check,
    response: ThirdPartyChallenge,
    errors: [],
  }),
  sign: endpoint({
    ...post,
    path: `/v1/user/third/${name}/sign`,
    summary: 'Takes the proof of the third party and logs in, or says what to bind.',
    request: sign,
    response: ThirdPartyStep,
    errors: ['00004', '40102'],
  }),
  register: endpoint({
    ...post,
    path: `/v1/user/third/${name}/register`,
    summary: 'Opens an account for a proved identity that opens none yet.',
    request: RegisterRequest,
    response: LoginResult,
    errors: ['40102', '40103'],
  }),
})

const encryptedWrite = {
  method: 'POST',
  access: 'private',
  signing: '2',
  encrypted: true,
} as const
const identities = { identities: Type.Array(BoundIdentity) }

/** Log-in with Apple, Google, Telegram or a wallet. */
export const thirdParty = {
  apple: steps('apple', { check: CheckRequest, sign: TokenProof }),
  google: steps('google', { check: CheckRequest, sign: TokenProof }),
  wallet: steps('wallet', { check: CheckRequest, sign: SignatureProof }),
  tg: steps('tg', { check: CheckRequest, sign: TokenProof }),
  oauth: steps('oauth', {
    check: Type.Object(named),
    sign: Type.Object({ ...named, ...TokenProof.properties }),
  }),
  describeIdentity: endpoint({
    ...post,
    path: '/v1/user/third/bind/check',
    summary: 'Whether the address of a proved identity has an account to bind.',
    request: Type.Object({ token: requiredText(64) }),
    response: UnboundIdentity,
    errors: ['40102'],
  }),
  bindByPassword: endpoint({
    ...post,
    path: '/v1/user/third/bind/choose',
    summary: 'Binds a proved identity to the account whose password is given, and logs in.',
    request: Type.Object({
      token: requiredText(64),
      loginName: requiredText(254),
      areaCode: Type.Optional(AreaCode),
      pwd: requiredText(256),
      bizId: Type.Optional(requiredText(64)),
    }),
    response: Type.Union([LoginResult, SecondFactorRequired]),
    errors: ['00004', '40101', '40102', '40103'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/v1/user/security/third/list',
    summary: 'The third parties that open this account.',
    access: 'private',
    signing: '1',
    response: Type.Array(BoundIdentity),
    errors: [],
  }),
  bind: endpoint({
    ...encryptedWrite,
    path: '/v1/user/security/third/bind',
    summary: 'Lets a proved identity open this account; takes a step-up token for `thirdParty`.',
    request: Type.Object({ token: requiredText(64), verifyToken }),
    response: extend(LoginResult, identities),
    errors: ['00005', '40102'],
  }),
  unbind: endpoint({
    ...encryptedWrite,
    path: '/v1/user/security/third/unbind',
    summary: 'Removes a third party from this account; takes a step-up token for `thirdParty`.',
    request: Type.Object({ provider: ThirdParty, verifyToken }),
    response: extend(LoginResult, identities),
    errors: ['00005', '40401'],
  }),
} as const
