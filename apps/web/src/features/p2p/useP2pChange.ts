import type { StepUpAction } from '@x/api'
import { useState } from 'react'
import { useAppDispatch } from '../../data/store/hooks.ts'
import type { AppDispatch } from '../../data/store/store.ts'
import type { Submitted } from '../../data/submissions/createSubmitter.ts'
import { leavingErrorText } from '../../lib/errors/leavingErrorText.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { type P2pMessages, useP2pMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useStepUp } from '../account/index.ts'

type Thunk<Answer> = (dispatch: AppDispatch) => Promise<Answer>
interface Change {
  readonly thunk: Thunk<void>
  /** What a refusal for the state of things means here. */
  readonly inState?: keyof P2pMessages & `${'advert' | 'payment' | 'p2p'}.in${string}`
}
/** Something has the wrong state, or there are too many. */
const WRONG_STATE = '40241'

/** Sends one change at a time and says what became of it. */
export function useP2pChange() {
  const t = useP2pMessages()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const prove = useStepUp()
  const [isBusy, setBusy] = useState(false)

  async function alone(work: () => Promise<boolean>, inState?: Change['inState']) {
    if (isBusy) return false
    setBusy(true)
    try {
      return await work()
    } catch (error) {
      const isKnown = inState !== undefined && failureOf(error).code === WRONG_STATE
      toasts.error(isKnown ? t(inState) : leavingErrorText(error, t))
      return false
    } finally {
      setBusy(false)
    }
  }

  /** Answers whether it was done. */
  const change = ({ thunk, inState }: Change) =>
    alone(async () => {
      await dispatch(thunk)
      toasts.success(t('advert.done'))
      return true
    }, inState)

  /** The same after the user proved themselves. */
  const changeProved = (
    action: StepUpAction,
    { make, inState }: Pick<Change, 'inState'> & { make(verifyToken: string): Thunk<void> },
  ) =>
    alone(async () => {
      const verifyToken = await prove(action)
      if (verifyToken === undefined) return false
      await dispatch(make(verifyToken))
      toasts.success(t('advert.done'))
      return true
    }, inState)

  /** The same of what has a key and may be sent again. */
  const submitProved = (
    action: StepUpAction,
    make: (verifyToken: string) => Thunk<Submitted<unknown>>,
  ) =>
    alone(async () => {
      const verifyToken = await prove(action)
      if (verifyToken === undefined) return false
      const submitted = await dispatch(make(verifyToken))
      if (submitted.status === 'accepted') {
        toasts.success(t('advert.done'))
        return true
      }
      if (!submitted.isUnknown) throw submitted.error
      toasts.error(t('advert.unknown'))
      return false
    })

  return { isBusy, change, changeProved, submitProved }
}
