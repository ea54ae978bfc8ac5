import { useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppServices } from '../../data/services/appServices.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { accountText } from '../auth/index.ts'
import { enterSession } from '../../data/session/thunks.ts'
import type { Realm } from '../../data/store/userInfo.ts'
import { accountApi } from '../../data/account/accountApi.ts'
import { type StepUpAction, useStepUp } from './stepUp.ts'

export interface ChangeTools {
  /** `undefined`: the user left the step-up, and nothing is to happen. */
  readonly prove: (action: StepUpAction) => Promise<string | undefined>
  /**
   * Sends one call of the change. An answer that renews the session is followed at once: the old
   * one has ended.
   */
  readonly send: <T>(path: string, data: object) => Promise<T>
}

/**
 * Runs a change of the account: proof first, then its calls, then everything on screen anew. `run`
 * answers what to say when it is done.
 */
export function useChange() {
  const { client } = useAppServices()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const t = usePageMessages()
  const prove = useStepUp()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const send: ChangeTools['send'] = async <T>(path: string, data: object) => {
    const answer = await client.post<T & { readonly realm?: Realm }>(path, { data, silent: true })
    if (answer?.realm !== undefined) await dispatch(enterSession({ realm: answer.realm })).unwrap()
    return answer
  }
  const change = async (
    run: (tools: ChangeTools) => Promise<string | undefined>,
  ): Promise<boolean> => {
    setBusy(true)
    setError(undefined)
    try {
      const done = await run({ prove, send })
      if (done === undefined) return false
      toasts.show({ kind: 'success', text: done })
      dispatch(accountApi.util.invalidateTags(['Security', 'SubAccounts']))
      return true
    } catch (failure) {
      setError(accountText(failure, t))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, change }
}
