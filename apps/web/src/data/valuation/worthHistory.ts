import type { WorthPoint } from '@x/api'
import type { QueryView } from '../store/queryView.ts'
import { api } from '../store/api.ts'

export type { WorthPoint }

export const RANGES = ['7d', '30d', '90d', '1y'] as const
export type Range = (typeof RANGES)[number]
/** The spot account, or that and futures, margin and copies. */
export type WorthAccount = 'spot' | 'all'

interface Wanted {
  readonly range: Range
  readonly account: WorthAccount
}

const worthHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    worthHistory: build.query<readonly WorthPoint[], Wanted>({
      query: ({ range, account }) => ({
        path: '/asset/history',
        data: { range, account },
        silent: true,
      }),
      transformResponse: ({ points }: { readonly points: readonly WorthPoint[] }) => points,
      providesTags: ['Assets'],
    }),
  }),
})

/** What the account was worth over a range; undefined while another one is fetched. */
export function useWorthHistory(wanted: Wanted): QueryView<readonly WorthPoint[]> {
  const { currentData, error, isLoading, refetch } = worthHistoryApi.useWorthHistoryQuery(wanted)
  return { data: currentData, error, isLoading, refetch }
}
