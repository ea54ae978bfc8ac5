import type { WorthPoint } from '@x/api'
import type { QueryView } from '../store/queryView.ts'
import { api } from '../store/api.ts'

export type { WorthPoint }

export const RANGES = ['7d', '30d', '90d', '1y'] as const
export type Range = (typeof RANGES)[number]

const worthHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    worthHistory: build.query<readonly WorthPoint[], Range>({
      query: (range) => ({ path: '/asset/history', data: { range }, silent: true }),
      transformResponse: ({ points }: { readonly points: readonly WorthPoint[] }) => points,
      providesTags: ['Assets'],
    }),
  }),
})

/** What the account was worth over a range; undefined while another range is fetched. */
export function useWorthHistory(range: Range): QueryView<readonly WorthPoint[]> {
  const { currentData, error, isLoading, refetch } = worthHistoryApi.useWorthHistoryQuery(range)
  return { data: currentData, error, isLoading, refetch }
}
