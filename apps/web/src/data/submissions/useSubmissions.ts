import { useState } from 'react'
import { useAppDispatch, useServices } from '../../app/servicesContext.ts'
import { ownerNow } from '../session/pinOwner.ts'
import {
  createSubmissions,
  type Submissions,
  type SubmissionsOptions,
} from './createSubmissions.ts'
import { createUnanswered, type SubmissionKind } from './createUnanswered.ts'

/** The submissions of one form; what had no answer outlives it, as long as the tab. */
export function useSubmissions<Terms extends object>(
  kind: SubmissionKind,
  { decided }: Pick<SubmissionsOptions, 'decided'>,
): Submissions<Terms> {
  const { serverClock: clock, random, session } = useServices()
  const dispatch = useAppDispatch()
  const [submissions] = useState(() =>
    createSubmissions<Terms>({
      random,
      decided,
      unanswered: createUnanswered({
        kind,
        storage: session,
        clock,
        whose: () => ownerNow(dispatch),
      }),
    }),
  )
  return submissions
}
