import { api } from '../../api.ts'
import type { Services } from '../../services.ts'
import type { AppDispatch } from '../../store.ts'
import { allPages } from '../orders/allPages.ts'
import type { Page, SpotFill, SpotOrder } from '../orders/model.ts'
import type { Wanted } from './filter.ts'

const PAGE_SIZE = '100'
const EXPORT_PAGE_SIZE = '200'
const PATHS = { history: '/spot/order/history', fills: '/spot/order/fills' } as const
export type LongKind = keyof typeof PATHS

const pageOf = (kind: LongKind, { wanted, cursor, limit = PAGE_SIZE }: { readonly wanted: Wanted; readonly cursor: string | null; readonly limit?: string }) => ({
  path: PATHS[kind],
  data: { limit, ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value)), ...(cursor && { cursor }) },
})

/** Records, page by page, as the server narrows them (decision 177). */
const recordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    pastOrders: build.infiniteQuery<Page<SpotOrder>, Wanted, string>({
      query: ({ queryArg: wanted, pageParam }) => pageOf('history', { wanted, cursor: pageParam }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next ?? undefined },
      providesTags: ['History'],
    }),
    pastFills: build.infiniteQuery<Page<SpotFill>, Wanted, string>({
      query: ({ queryArg: wanted, pageParam }) => pageOf('fills', { wanted, cursor: pageParam }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next ?? undefined },
      providesTags: ['Fills'],
    }),
  }),
})
export const { usePastOrdersInfiniteQuery, usePastFillsInfiniteQuery } = recordsApi

/** A narrowed list from its beginning to its end, for the export. @throws RequestError */
export function readAll<R>(kind: LongKind, wanted: Wanted) {
  return async (_dispatch: AppDispatch, _getState: unknown, { client }: Services): Promise<readonly R[]> => {
    const { items } = await allPages<R>(async (cursor) => {
      const { path, data } = pageOf(kind, { wanted, cursor, limit: EXPORT_PAGE_SIZE })
      return { data: await client.get(path, { data, silent: true }) }
    })
    return items
  }
}
