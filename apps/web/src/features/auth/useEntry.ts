import { useState } from 'react'
import { useAppServices } from '../../data/services/appServices.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { enterSession } from '../../data/session/thunks.ts'
import type { Realm } from '../../data/store/userInfo.ts'
import { accountText } from './accountText.ts'
import { type Challenge, type Proof, readChallenge } from './proof.ts'

/**
 * What every way into an account answers: a session, or the second factor first (wire protocol,
 * section 10).
 */
export interface EntryAnswer {
  readonly realm?: Realm
  readonly verifyToken?: string
  readonly methods?: unknown
  readonly passkey?: unknown
}

export interface FactorDue {
  readonly verifyToken: string
  readonly challenge: Challenge
}

/** The last steps of every way in: the second factor where one is due, then the session. */
export function useEntry() {
  const { client } = useAppServices()
  const dispatch = useAppDispatch()
  const t = usePageMessages()
  const [due, setDue] = useState<FactorDue>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const take = async (answer: EntryAnswer): Promise<void> => {
    if (answer.verifyToken)
      setDue({ verifyToken: answer.verifyToken, challenge: readChallenge(answer) })
    else await dispatch(enterSession({ realm: answer.realm ?? 'live' })).unwrap()
  }
  /** Runs one step. What it answers is taken; `undefined`: it has seen to everything. */
  const attempt = async (run: () => Promise<EntryAnswer | undefined>): Promise<void> => {
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
      due
        ? client.post<EntryAnswer>('/user/login/verify', {
            data: { verifyToken: due.verifyToken, ...proof },
            silent: true,
          })
        : undefined,
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
