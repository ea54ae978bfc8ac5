import type { Move, MoveRequest } from '@x/api'
import { futuresApi } from './api.ts'

/** A wallet of one account. */
export type WalletName = 'spot' | 'futures' | 'margin' | `margin:${string}`

const moveApi = futuresApi.enhanceEndpoints({ addTagTypes: ['Margin'] }).injectEndpoints({
  endpoints: (build) => ({
    move: build.mutation<Move, MoveRequest>({
      query: (data) => ({ method: 'POST', path: '/asset/move', data, silent: true }),
      // Whatever was answered: no answer is no sign that nothing happened.
      invalidatesTags: ['Assets', 'FuturesAccount', 'FuturesRecords', 'Margin'],
    }),
  }),
})

/** Moves funds between the wallets of the account: `[move, { isLoading }]`. */
export const useMove = () => moveApi.useMoveMutation()
