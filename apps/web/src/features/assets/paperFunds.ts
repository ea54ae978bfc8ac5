import { api } from '../../api.ts'
import type { Services } from '../../services.ts'
import type { AppDispatch } from '../../store.ts'
import type { Submissions, Submitted } from '../submissions/createSubmissions.ts'

export interface TopUp {
  readonly asset: string
  readonly amount: string
}

const CHANGED = ['Assets', 'OpenOrders', 'Fills'] as const

/** The day's cap is judged after the key has been looked up. */
export const DECIDED = ['40010']

interface TopUpOptions {
  readonly submissions: Submissions<TopUp>
  /** Beside the same one that had no answer. */
  readonly isAnother: boolean
}

/** Adds paper funds. The same `clientOid` makes a repeated attempt count once (wire protocol, section 10). */
export function topUpPaper(terms: TopUp, { submissions, isAnother }: TopUpOptions) {
  return async (dispatch: AppDispatch, _getState: unknown, { client }: Services): Promise<Submitted<unknown>> => {
    const submitted = await submissions.submit(terms, { isAnother, send: (data) => client.post('/spot/paper/topup', { data, silent: true, idempotencyField: 'clientOid', retries: 1 }) })
    dispatch(api.util.invalidateTags([...CHANGED]))
    return submitted
  }
}

/** Leaves the season. It is left once, however often that is heard: what has been placed since stays (decision 075). */
export function resetPaper(season: number) {
  return async (dispatch: AppDispatch, _getState: unknown, { client }: Services): Promise<void> => {
    await client.post('/spot/paper/reset', { data: { season: String(season) }, silent: true, idempotencyField: 'season', retries: 1 }).finally(() => dispatch(api.util.invalidateTags([...CHANGED])))
  }
}
