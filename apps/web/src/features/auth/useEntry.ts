import { useState } from 'react'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { enterSession } from '../../data/session/thunks.ts'
import {
  checkDevice,
  type LoginStep,
  needsProof,
  type Proof,
  proveLogin,
} from '../../data/login/api.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { accountText } from './accountText.ts'
import { type Challenge, readChallenge } from './proof.ts'

export interface FactorDue {
  readonly verifyToken: string
  readonly challenge: Challenge
}

/** The last steps of every way in: the second factor where one is due, then the session. */
export function useEntry({ onEntered }: { readonly onEntered?: () => void } = {}) {
  const dispatch = useAppDispatch()
  const t = usePageMessages()
  const { toasts } = useServices()
  const [due, setDue] = useState<FactorDue>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const take = async (answer: LoginStep): Promise<void> => {
    if (needsProof(answer))
      setDue({ verifyToken: answer.verifyToken, challenge: readChallenge(answer) })
    else {
      await dispatch(enterSession({ realm: answer.realm ?? 'live' })).unwrap()
      onEntered?.()
      void reportNewDevice()
    }
  }
  /** A device that nothing vouches for: its user hears of it and may trust it in the settings. */
  const reportNewDevice = () =>
    dispatch(checkDevice()).then(
      (checked) => {
        if (checked?.device === 'new') toasts.warning(t('login.newDevice'))
      },
      // The log-in stands; the gateway reports a new device by mail as well.
      () => {},
    )
  /** Runs one step. What it answers is taken; `undefined`: it has seen to everything. */
  const attempt = async (run: () => Promise<LoginStep | undefined>): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      const answer = await run()
      if (answer) await take(answer)
    } catch (failure) {
      setError(accountText(failure, t))
    } finally {
      setBusy(false)
    }
  }
  const verify = (proof: Proof) =>
    attempt(async () =>
      due ? dispatch(proveLogin({ verifyToken: due.verifyToken, ...proof })) : undefined,
    )

  return {
    due,
    isBusy,
    error,
    setError,
    attempt,
    verify,
    restart: () => (setDue(undefined), setError(undefined)),
  }
}
