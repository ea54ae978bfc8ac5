import type { LoginStep, ThirdPartyChallenge, UnboundIdentity } from '@x/api'
import { call, type Params } from '../services/call.ts'
import type { ThirdParty } from '../../lib/config/thirdParties.ts'

/** A sign-in that was begun, as far as the page reads it. */
export type BegunSignIn = Omit<ThirdPartyChallenge, 'expiresIn' | 'issuer'>

/** What a third party gave: an ID token or Telegram's answer, or a wallet's signature. */
export type ThirdPartyProof = { readonly token: string } | { readonly signature: string }

/** A proved identity that opens no account yet. */
export type { UnboundIdentity }

const SILENT = { silent: true } as const

/**
 * Third parties have endpoints of their own; the operator's provider is named to those of
 * `third/oauth`.
 */
const OWN = { provider: 'oidc' } as const

/** Begins a sign-in; a wallet names its address. */
export const beginSignIn = (
  provider: ThirdParty,
  { loginName }: { readonly loginName?: string | undefined },
) =>
  provider === 'oidc'
    ? call('POST /v1/user/third/oauth/check', OWN, SILENT)
    : call(
        `POST /v1/user/third/${provider}/check`,
        loginName === undefined ? {} : { loginName },
        SILENT,
      )

/** Gives the proof of the third party: a session, a second factor, or an identity to bind. */
export const proveIdentity = (
  provider: ThirdParty,
  proof: ThirdPartyProof & { readonly serialNO: string; readonly isBinding?: boolean },
) =>
  provider === 'oidc'
    ? call('POST /v1/user/third/oauth/sign', { token: '', ...proof, ...OWN }, SILENT)
    : call(
        `POST /v1/user/third/${provider}/sign`,
        // The provider decides which of the two proofs it is; both are checked by the server.
        proof as Params<'POST /v1/user/third/tg/sign' | 'POST /v1/user/third/wallet/sign'>,
        SILENT,
      )

export const isUnbound = (step: LoginStep | UnboundIdentity): step is UnboundIdentity =>
  'next' in step

/** What a new account is opened with. */
export type RegisterFields = Params<'POST /v1/user/third/google/register'>

/** Opens an account for an identity; codes of a referral link travel as further fields. */
export const registerIdentity = (
  provider: ThirdParty,
  fields: RegisterFields & Readonly<Record<string, unknown>>,
) =>
  provider === 'oidc'
    ? call('POST /v1/user/third/oauth/register', fields, SILENT)
    : call(`POST /v1/user/third/${provider}/register`, fields, SILENT)

/** Says again whose identity was proved, for as long as the proof can be used. */
export const describeIdentity = (token: string) =>
  call('POST /v1/user/third/bind/check', { token }, SILENT)

/** Binds an identity to the account whose password is given, and logs in. */
export const bindByPassword = (fields: Params<'POST /v1/user/third/bind/choose'>) =>
  call('POST /v1/user/third/bind/choose', fields, SILENT)

const STAND_IN = { access: 'public', silent: true } as const

/** In development: an ID token of the simulated Apple or Google. */
export const simulateIdToken = (data: Params<'POST /v1/dev/oauth/idToken'>) =>
  call('POST /v1/dev/oauth/idToken', data, STAND_IN)

/** In development: the answer of the simulated Telegram. */
export const simulateTelegram = (data: Params<'POST /v1/dev/oauth/telegram'>) =>
  call('POST /v1/dev/oauth/telegram', data, STAND_IN)

/** In development: the address of the simulated wallet, and its signature of a message. */
export const simulateWallet = (data: Params<'POST /v1/dev/oauth/wallet'>) =>
  call('POST /v1/dev/oauth/wallet', data, STAND_IN)
