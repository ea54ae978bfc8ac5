import { api } from '../../api.ts'
import type { Services } from '../../services.ts'
import type { AppDispatch } from '../../store.ts'
import { allPages } from '../orders/allPages.ts'
import type { Page, SpotFill, SpotOrder } from '../orders/model.ts'

const PAGE_SIZE = '100'
const PATHS = { history: '/spot/order/history', fills: '/spot/order/fills' } as const
export type LongKind = keyof typeof PATHS

interface Wanted {
  readonly symbol?: string | undefined
}

const pageOf = (kind: LongKind, { symbol, cursor }: { symbol?: string | undefined; cursor: string | null }) => ({ path: PATHS[kind], data: { limit: PAGE_SIZE, ...(symbol && { symbol }), ...(cursor && { cursor }) } })

/** Records of a pair or of all, page by page: the server narrows by pair, the page by the rest. */
const recordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    pastOrders: build.infiniteQuery<Page<SpotOrder>, Wanted, string>({
      query: ({ queryArg: { symbol }, pageParam }) => pageOf('history', { symbol, cursor: pageParam }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next ?? undefined },
      providesTags: ['History'],
    }),
    pastFills: build.infiniteQuery<Page<SpotFill>, Wanted, string>({
      query: ({ queryArg: { symbol }, pageParam }) => pageOf('fills', { symbol, cursor: pageParam }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next ?? undefined },
      providesTags: ['Fills'],
    }),
  }),
})
export const { usePastOrdersInfiniteQuery, usePastFillsInfiniteQuery } = recordsApi

/** A list from its beginning to its end, for the export. @throws RequestError */
export function readAll<R>(kind: LongKind, { symbol }: Wanted) {
  return async (_dispatch: AppDispatch, _getState: unknown, { client }: Services): Promise<readonly R[]> => {
    const { items } = await allPages<R>(async (cursor) => {
      const { path, data } = pageOf(kind, { symbol, cursor })
      return { data: await client.get(path, { data, silent: true }) }
    })
    return items
  }
}
