import { api } from '../../api.ts'
import type { Services } from '../../services.ts'
import type { AppDispatch } from '../../store.ts'
import type { Submissions } from '../spot/form/createSubmissions.ts'
import { isFateUnknown } from '../spot/form/isFateUnknown.ts'

export interface TopUp {
  readonly asset: string
  readonly amount: string
}

const CHANGED = ['Assets', 'OpenOrders', 'Fills'] as const

/** Adds paper funds. The same `clientOid` makes a repeated attempt count once (wire protocol, section 10); it is kept until the server has answered. */
export function topUpPaper(terms: TopUp, { submissions }: { readonly submissions: Submissions<TopUp> }) {
  return async (dispatch: AppDispatch, _getState: unknown, { client }: Services): Promise<void> => {
    try {
      await client.post('/spot/paper/topup', { data: submissions.begin(terms), silent: true, idempotencyField: 'clientOid', retries: 1 })
      submissions.end('answered')
    } catch (error) {
      submissions.end(isFateUnknown(error) ? 'unknown' : 'answered')
      throw error
    } finally {
      dispatch(api.util.invalidateTags([...CHANGED]))
    }
  }
}

/** Leaves the season. It is left once, however often that is heard: what has been placed since stays (decision 075). */
export function resetPaper(season: number) {
  return async (dispatch: AppDispatch, _getState: unknown, { client }: Services): Promise<void> => {
    await client.post('/spot/paper/reset', { data: { season: String(season) }, silent: true, idempotencyField: 'season', retries: 1 }).finally(() => dispatch(api.util.invalidateTags([...CHANGED])))
  }
}
