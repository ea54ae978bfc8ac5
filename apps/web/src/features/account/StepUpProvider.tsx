import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { beginStepUp } from '../../data/account/changes.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { readChallenge } from '../auth/index.ts'
import { type Prove, StepUpContext } from './stepUp.ts'
import { type PendingStepUp, StepUpDialog } from './StepUpDialog.tsx'

/**
 * Holds the one step-up dialog of a page. A later step-up takes the place of an earlier one, which
 * then counts as left; so does one whose page goes away.
 */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const dispatch = useAppDispatch()
  const [pending, setPending] = useState<PendingStepUp>()
  const shown = useRef<PendingStepUp>(undefined)
  const prove = useMemo<Prove>(
    () => async (action) => {
      const { serialNO, ...asked } = await dispatch(beginStepUp(action))
      return new Promise((resolve) => {
        const stepUp: PendingStepUp = {
          serialNO,
          challenge: readChallenge(asked),
          settle(verifyToken) {
            resolve(verifyToken)
            // An answer that arrives late must not close the dialog of another step-up.
            if (shown.current !== stepUp) return
            shown.current = undefined
            setPending(undefined)
          },
        }
        shown.current?.settle()
        shown.current = stepUp
        setPending(stepUp)
      })
    },
    [dispatch],
  )
  useEffect(() => () => shown.current?.settle(), [])
  return (
    <StepUpContext value={prove}>
      {children}
      {pending ? <StepUpDialog key={pending.serialNO} pending={pending} /> : null}
    </StepUpContext>
  )
}
