import { useState } from 'react'
import { useAppDispatch, useServices } from '../../app/servicesContext.ts'
import { sessionKey } from '../session/pinOwner.ts'
import {
  createSubmitter,
  type Submitter,
  type SubmitterOptions,
} from './createSubmissions.ts'
import { createPendingSubmissions, type SubmissionKind } from './createUnanswered.ts'

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
      unanswered: createPendingSubmissions({
        kind,
        storage: session,
        clock,
        whose: () => sessionKey(dispatch),
      }),
    }),
  )
  return submitter
}
