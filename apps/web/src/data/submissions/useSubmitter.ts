import { useState } from 'react'
import { useAppDispatch, useServices } from '../../app/servicesContext.ts'
import { sessionKey } from '../session/captureSession.ts'
import { createSubmitter, type Submitter, type SubmitterOptions } from './createSubmitter.ts'
import { createPendingSubmissions, type SubmissionKind } from './pendingSubmissions.ts'

/** The submitter of one form; what had no answer outlives it, as long as the tab. */
export function useSubmitter<Terms extends object>(
  kind: SubmissionKind,
  { decided }: Pick<SubmitterOptions, 'decided'>,
): Submitter<Terms> {
  const { serverClock: clock, random, session } = useServices()
  const dispatch = useAppDispatch()
  const [submitter] = useState(() =>
    createSubmitter<Terms>({
      random,
      decided,
      pending: createPendingSubmissions({
        kind,
        storage: session,
        clock,
        owner: () => sessionKey(dispatch),
      }),
    }),
  )
  return submitter
}
