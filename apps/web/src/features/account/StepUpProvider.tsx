import { type ReactNode, useMemo, useState } from 'react'
import { useAppServices } from '../../data/services/appServices.ts'
import { readChallenge } from '../auth/index.ts'
import { type Prove, StepUpContext } from './stepUp.ts'
import { type PendingStepUp, StepUpDialog } from './StepUpDialog.tsx'

/** Holds the one step-up dialog of a page. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const { client } = useAppServices()
  const [pending, setPending] = useState<PendingStepUp>()
  const prove = useMemo<Prove>(
    () => async (action) => {
      const { serialNO, ...asked } = await client.post<{
        serialNO: string
        methods: unknown
        passkey?: unknown
      }>('/user/security/stepUp', { data: { action }, silent: true })
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
    [client],
  )
  return (
    <StepUpContext value={prove}>
      {children}
      {pending ? <StepUpDialog key={pending.serialNO} pending={pending} /> : null}
    </StepUpContext>
  )
}
