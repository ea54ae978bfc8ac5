import { api } from '../store/api.ts'

/** `GET /v1/asset/history`: one worth of the account, in the quote asset. */
export interface WorthPoint {
  /** Milliseconds since the epoch: a UTC midnight; of the last point the moment of asking. */
  readonly at: number
  readonly value: string
  readonly netDeposits: string
}

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
