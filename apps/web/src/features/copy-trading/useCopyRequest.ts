import { useState } from 'react'
import { useAppDispatch } from '../../data/store/hooks.ts'
import type { AppDispatch } from '../../data/store/store.ts'
import type { Submitted } from '../../data/submissions/createSubmitter.ts'
import { serverText } from '../../lib/errors/serverText.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'

type Thunk<Answer> = (dispatch: AppDispatch) => Promise<Answer>

/** Sends requests of copy trading one at a time and says in a toast what became of them. */
export function useCopyRequest() {
  const t = useCopyMessages()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)

  /** Whether it was done. */
  async function run(thunk: Thunk<void>, done?: string): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    try {
      await dispatch(thunk)
      if (done !== undefined) toasts.success(done)
      return true
    } catch (error) {
      toasts.error(serverText(error, t))
      return false
    } finally {
      setBusy(false)
    }
  }

  /** The same of what has a key and may be sent again. */
  async function submit<Answer>(thunk: Thunk<Submitted<Answer>>, done: string): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    const submitted = await dispatch(thunk)
    setBusy(false)
    if (submitted.status === 'accepted') {
      toasts.success(done)
      return true
    }
    toasts.error(submitted.isUnknown ? t('copy.unknown') : serverText(submitted.error, t))
    return false
  }

  return { isBusy, run, submit }
}
