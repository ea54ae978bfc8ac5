import type { CodeScene, LoginResult, LoginStep } from '@x/api'
import { call, type CallClient, type Params } from '../services/call.ts'

/** What every way into an account answers: a session, or the second factor that it needs first. */
export type { LoginStep }

/** Proofs of a second factor; one is enough. */
export type Proof = Omit<Params<'POST /v1/user/login/verify'>, 'verifyToken'>

const SILENT = { silent: true } as const

/** What a log-in with a password is for; each has a verb of the server's. */
export type LoginPurpose = 'first' | 'again' | 'agency'

const LOGIN_VERBS = {
  first: 'POST /v1/user/login',
  again: 'POST /v1/user/auth/login',
  agency: 'POST /v1/user/agency/login',
} as const

/**
 * Logs in with a password: for the first time, again after a session that ended, or as an agent.
 */
export const logIn = (data: Params<'POST /v1/user/login'>, purpose: LoginPurpose = 'first') =>
  call(LOGIN_VERBS[purpose], data, SILENT)

/** Completes a log-in with a second factor. */
export const proveLogin =
  (data: Params<'POST /v1/user/login/verify/v2'>) =>
  async (...thunk: Parameters<ReturnType<typeof sendProof>>): Promise<LoginResult> =>
    (await sendProof(data)(...thunk)).accessTokenResVO

const sendProof = (data: Params<'POST /v1/user/login/verify/v2'>) =>
  call('POST /v1/user/login/verify/v2', data, SILENT)

/**
 * Asks whether this device has logged in before; the signer adds what proves it (wire 5).
 * `undefined`: nobody is logged in, or the gateway did not say who.
 */
export const checkDevice =
  () =>
  async (
    dispatch: unknown,
    getState: () => { readonly session: { readonly user?: unknown } },
    services: { readonly client: CallClient },
  ) =>
    getState().session.user
      ? call('POST /v1/user/device/check', {}, SILENT)(dispatch, getState, services)
      : undefined

/** Sends a verification code to an address, or to the user's own for a step-up. */
export const sendCode = (
  data: Params<'POST /v1/user/message/sendCode'> & { readonly scene: CodeScene },
) => call('POST /v1/user/message/sendCode', data, SILENT)

export type Registration =
  | ({ readonly by: 'email' } & Params<'POST /v1/user/register/email'>)
  | ({ readonly by: 'mobile' } & Params<'POST /v1/user/register/mobile'>)
  | ({ readonly by: 'both' } & Params<'POST /v1/user/register/mobileAndEmail'>)

/** Opens an account; codes of a referral link travel as further fields. */
export const register = (registration: Registration, { codes }: { readonly codes: object }) => {
  if (registration.by === 'email') {
    const { by: _by, ...data } = registration
    return call('POST /v1/user/register/email', { ...data, ...codes }, SILENT)
  }
  if (registration.by === 'both') {
    const { by: _by, ...data } = registration
    return call('POST /v1/user/register/mobileAndEmail', { ...data, ...codes }, SILENT)
  }
  const { by: _by, ...data } = registration
  return call('POST /v1/user/register/mobile', { ...data, ...codes }, SILENT)
}

/** Sends a code for a new password; the answer says nothing about the account. */
export const forgotPassword = (data: Params<'POST /v1/user/password/forgot'>) =>
  call('POST /v1/user/password/forgot', data, SILENT)

/** Sets a new password with that code. */
export const resetPassword = (data: Params<'POST /v1/user/password/reset'>) =>
  call('POST /v1/user/password/reset', data, SILENT)

/** In development: the codes that were sent to an address. */
export const readMailbox = (to: string, { signal }: { readonly signal: AbortSignal }) =>
  call('GET /v1/dev/mailbox', { to }, { access: 'public', silent: true, signal })

/** Whether the log-in needs a second factor before it succeeds. */
export const needsProof = (step: LoginStep): step is Exclude<LoginStep, LoginResult> =>
  'verifyToken' in step && step.verifyToken !== ''
