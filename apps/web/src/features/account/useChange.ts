import { useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { accountText } from '../auth/index.ts'
import type { Params } from '../../data/services/call.ts'
import { type AccountChange, changeAccount, refetchAccount } from '../../data/account/changes.ts'
import type { Paths, ResponseOf } from '@x/api'
import { type StepUpAction, useStepUp } from './stepUp.ts'

export interface ChangeTools {
  /** `undefined`: the user left the step-up, and nothing is to happen. */
  readonly prove: (action: StepUpAction) => Promise<string | undefined>
  /**
   * Sends one call of the change. An answer that renews the session is followed at once: the old
   * one has ended.
   */
  readonly send: <Key extends AccountChange>(
    key: Key,
    data: Params<Key>,
  ) => Promise<ResponseOf<Paths[Key]>>
}

/**
 * Runs a change of the account: proof first, then its calls, then everything on screen anew. `run`
 * answers what to say when it is done.
 */
export function useChange() {
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const t = usePageMessages()
  const prove = useStepUp()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const change = async (
    run: (tools: ChangeTools) => Promise<string | undefined>,
  ): Promise<boolean> => {
    setBusy(true)
    setError(undefined)
    let isChanged = false
    const send: ChangeTools['send'] = async (key, data) => {
      const answer = await dispatch(changeAccount(key, data))
      isChanged = true
      return answer
    }
    try {
      const done = await run({ prove, send })
      if (done === undefined) return false
      isChanged = true
      toasts.success(done)
      return true
    } catch (failure) {
      setError(accountText(failure, t))
      return false
    } finally {
      // Of several calls the first may stand although the next was refused, or its proof left.
      if (isChanged) dispatch(refetchAccount())
      setBusy(false)
    }
  }
  return { isBusy, error, change }
}
