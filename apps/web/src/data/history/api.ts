import { api } from '../store/api.ts'
import type { Page, SpotFill, SpotOrder } from '../spot/model.ts'
import { pageRequest, type RecordKind, type HistoryFilter } from './pageRequest.ts'

export type HistoryKind = Extract<RecordKind, 'history' | 'fills'>

/**
 * Ended orders and fills, page by page. `useLiveRows` updates the lists on screen; a list that is
 * no longer shown is removed from the cache (docs/adr/web.md).
 */
export const historyListsApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderHistory: build.infiniteQuery<Page<SpotOrder>, HistoryFilter, string>({
      query: ({ queryArg: wanted, pageParam }) =>
        pageRequest('history', { wanted, cursor: pageParam }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      keepUnusedDataFor: 0,
    }),
    fillHistory: build.infiniteQuery<Page<SpotFill>, HistoryFilter, string>({
      query: ({ queryArg: wanted, pageParam }) =>
        pageRequest('fills', { wanted, cursor: pageParam }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      keepUnusedDataFor: 0,
    }),
  }),
})

/** Ended orders that pass a filter, page by page. */
export const useOrderHistory = (wanted: HistoryFilter) =>
  historyListsApi.useOrderHistoryInfiniteQuery(wanted)

/** Fills that pass a filter, page by page. */
export const useFillHistory = (wanted: HistoryFilter) =>
  historyListsApi.useFillHistoryInfiniteQuery(wanted)
