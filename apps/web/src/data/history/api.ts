import { api } from '../store/api.ts'
import type { Page, SpotFill, SpotOrder } from '../spot/model.ts'
import { pageOf, type RecordKind, type Wanted } from './pageOf.ts'

export type PastKind = Extract<RecordKind, 'history' | 'fills'>

/**
 * What is over, page by page. `useNews` keeps what is in sight up to date, and nobody the others: a
 * list that is left is forgotten (docs/adr/web.md).
 */
export const pastApi = api.injectEndpoints({
  endpoints: (build) => ({
    pastOrders: build.infiniteQuery<Page<SpotOrder>, Wanted, string>({
      query: ({ queryArg: wanted, pageParam }) => pageOf('history', { wanted, cursor: pageParam }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      keepUnusedDataFor: 0,
    }),
    pastFills: build.infiniteQuery<Page<SpotFill>, Wanted, string>({
      query: ({ queryArg: wanted, pageParam }) => pageOf('fills', { wanted, cursor: pageParam }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      keepUnusedDataFor: 0,
    }),
  }),
})
export const { usePastOrdersInfiniteQuery, usePastFillsInfiniteQuery } = pastApi
