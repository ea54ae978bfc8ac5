import { type ReactNode, useMemo, useState } from 'react'
import { beginStepUp } from '../../data/account/changes.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { readChallenge } from '../auth/index.ts'
import { type Prove, StepUpContext } from './stepUp.ts'
import { type PendingStepUp, StepUpDialog } from './StepUpDialog.tsx'

/** Holds the one step-up dialog of a page. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const dispatch = useAppDispatch()
  const [pending, setPending] = useState<PendingStepUp>()
  const prove = useMemo<Prove>(
    () => async (action) => {
      const { serialNO, ...asked } = await dispatch(beginStepUp(action))
      return new Promise((resolve) => {
        setPending({
          serialNO,
          challenge: readChallenge(asked),
          settle(verifyToken) {
            setPending(undefined)
            resolve(verifyToken)
          },
        })
      })
    },
    [dispatch],
  )
  return (
    <StepUpContext value={prove}>
      {children}
      {pending ? <StepUpDialog key={pending.serialNO} pending={pending} /> : null}
    </StepUpContext>
  )
}
