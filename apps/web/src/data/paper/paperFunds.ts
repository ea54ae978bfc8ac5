import type { Paths, RequestOf } from '@x/api'
import { api } from '../store/api.ts'
import type { DataServices } from '../store/dataServices.ts'
import type { AppDispatch } from '../store/store.ts'
import { type FundsSending, submitFunds } from '../submissions/submitFunds.ts'

export type TopUp = Omit<RequestOf<Paths['POST /v1/spot/paper/topup']>, 'clientOid'>

const CHANGED = ['Assets', 'OpenOrders', 'Fills'] as const

/** The day's cap is judged after the key has been looked up. */
export const DECIDED = ['40010']

/** Adds paper funds. */
export const topUpPaper = (terms: TopUp, sending: FundsSending<TopUp>) =>
  submitFunds(terms, {
    ...sending,
    path: '/spot/paper/topup',
    changed: [api.util.invalidateTags([...CHANGED])],
  })

/**
 * Ends the season. Repeated requests end it once: orders placed since stay
 * (docs/adr/paper.md).
 */
export function resetPaper(season: number) {
  return async (
    dispatch: AppDispatch,
    _getState: unknown,
    { client }: DataServices,
  ): Promise<void> => {
    await client
      .post('/spot/paper/reset', {
        data: { season: String(season) },
        silent: true,
        idempotencyField: 'season',
        retries: 1,
      })
      .finally(() => dispatch(api.util.invalidateTags([...CHANGED])))
  }
}
