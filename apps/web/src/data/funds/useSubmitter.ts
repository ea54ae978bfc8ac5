import { useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppServices } from '../services/appServices.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { sessionKey } from '../session/captureSession.ts'
import {
  createSubmitter,
  type Submitter,
  type SubmitterOptions,
} from '../submissions/createSubmitter.ts'
import { createPendingSubmissions, type SubmissionKind } from '../submissions/pendingSubmissions.ts'

/**
 * The submitter of a form that moves funds; what had no answer outlives it, as long as the tab.
 */
export function useSubmitter<Terms extends object>(
  kind: Exclude<SubmissionKind, 'orders' | 'futuresOrders'>,
  { decided }: Pick<SubmitterOptions, 'decided'>,
): Submitter<Terms> {
  const { client, serverClock: clock } = useAppServices()
  const { random, session } = useServices()
  const dispatch = useAppDispatch()
  const [submitter] = useState(() =>
    createSubmitter<Terms>({
      client,
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
