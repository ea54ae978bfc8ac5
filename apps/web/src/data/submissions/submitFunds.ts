import type { UnknownAction } from '@reduxjs/toolkit'
import type { AppDispatch } from '../store/store.ts'
import type { Submitter, Submitted } from './createSubmitter.ts'

export interface FundsSending<Terms extends object> {
  readonly submitter: Submitter<Terms>
  /** Beside the same one that had no answer. */
  readonly forceNew: boolean
}

interface SubmitFundsOptions<Terms extends object> extends FundsSending<Terms> {
  readonly path: string
  /**
   * What is asked for anew afterwards, whatever was answered: no answer is no sign that nothing
   * happened.
   */
  readonly changed: readonly UnknownAction[]
}

/**
 * Moves or adds funds. The same `clientOid` makes a repeated attempt count once (wire protocol,
 * section 10).
 */
export function submitFunds<Terms extends object>(
  terms: Terms,
  { path, submitter, forceNew, changed }: SubmitFundsOptions<Terms>,
) {
  return async (dispatch: AppDispatch): Promise<Submitted<unknown>> => {
    const submitted = await submitter.submit(terms, { path, forceNew })
    for (const action of changed) dispatch(action)
    return submitted
  }
}
