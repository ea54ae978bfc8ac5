import type { DocumentSide, Paths, ResponseOf, StepUpAction } from '@x/api'
import { call, type Params } from '../services/call.ts'
import { enterSession } from '../session/thunks.ts'
import type { DataServices } from '../store/dataServices.ts'
import type { AppDispatch } from '../store/store.ts'
import type { Realm } from '../store/userInfo.ts'
import { accountApi } from './api.ts'

const SILENT = { silent: true } as const

/** Begins a step-up for one action; the answer names the proofs that count. */
export const beginStepUp = (action: StepUpAction) =>
  call('POST /v1/user/security/stepUp', { action }, SILENT)

/** Proves the user once more; the answer is the token of the action. */
export const proveStepUp = (data: Params<'POST /v1/user/securityVerify'>) =>
  call('POST /v1/user/securityVerify', data, SILENT)

/** Creates a secret for an authenticator app. */
export const createTotp = () => call('POST /v1/user/security/totp/create', undefined, SILENT)

/** The endpoints that change what guards the account, or who else is in it. */
export type AccountChange =
  | 'POST /v1/user/security/secondFactor'
  | 'POST /v1/user/security/sessions/revoke'
  | `POST /v1/user/security/fido2/${'create' | 'register' | 'remove'}`
  | `POST /v1/user/security/third/${'bind' | 'unbind'}`
  | 'POST /v1/user/password/change'
  | 'POST /v1/user/security/antiphishing'
  | 'POST /v1/user/security/history/disown'
  | `POST /v1/user/sub-account/${'create' | 'rename' | 'rights' | 'freeze' | 'unfreeze' | 'login'}`
  | 'POST /v1/user/security/address/change'
  | `POST /v1/user/recovery/${'ask' | 'stop' | 'cancel'}`
  | `POST /v1/user/security/devices/${'rename' | 'trust' | 'distrust'}`
  | 'POST /v1/user/verification/submit'
  | 'POST /v1/user/account/close'
  | `POST /v1/user/api/${'create' | 'change' | 'remove'}`

/**
 * Sends one change of the account. An answer that renews the session is followed by the new
 * session at once, because the old one has ended.
 * @throws RequestError
 */
export function changeAccount<Key extends AccountChange>(key: Key, data: Params<Key>) {
  return async (
    dispatch: AppDispatch,
    _getState: unknown,
    services: Pick<DataServices, 'client'>,
  ): Promise<ResponseOf<Paths[Key]>> => {
    const answer = await call(key, data, SILENT)(dispatch, _getState, services)
    const { realm } = (answer ?? {}) as { readonly realm?: Realm }
    if (realm !== undefined) await dispatch(enterSession({ realm })).unwrap()
    return answer
  }
}

/** Puts a picture into the identity form. @throws RequestError */
export const uploadPicture =
  (data: { readonly side: DocumentSide; readonly file: Blob }) =>
  (
    _dispatch: unknown,
    _getState: unknown,
    { client }: Pick<DataServices, 'client'>,
  ): Promise<unknown> =>
    client.upload('/user/verification/file', { data, silent: true, timeoutMs: UPLOAD_MS })

const UPLOAD_MS = 60_000

/** Fetches what is on screen of the account anew. */
export const refetchAccount = () =>
  accountApi.util.invalidateTags(['Security', 'SubAccounts', 'ApiKeys'])
