import { api } from '../../api.ts'
import type { Services } from '../../services.ts'
import type { AppDispatch } from '../../store.ts'
import type { Submissions } from '../spot/form/createSubmissions.ts'
import { isFateUnknown } from '../spot/form/isFateUnknown.ts'

export interface TopUp {
  readonly asset: string
  readonly amount: string
}

const CHANGED = ['Assets', 'OpenOrders', 'History', 'Fills'] as const

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

/** Begins a new season. Not repeated: each time it is heard it cancels what has been placed since. */
export function resetPaper() {
  return async (dispatch: AppDispatch, _getState: unknown, { client }: Services): Promise<void> => {
    await client.post('/spot/paper/reset', { data: {}, silent: true }).finally(() => dispatch(api.util.invalidateTags([...CHANGED])))
  }
}
