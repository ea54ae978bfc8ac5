import type { WorthPoint } from '@x/api'
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
export const { useWorthHistoryQuery } = worthHistoryApi
