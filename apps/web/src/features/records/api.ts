import { RequestError } from '@x/request'
import { api } from '../../api.ts'
import type { Services } from '../../services.ts'
import type { AppDispatch, AppState } from '../../store.ts'
import { allPages } from '../orders/allPages.ts'
import type { Page, SpotFill, SpotOrder } from '../orders/model.ts'
import { selectRealm, selectUserId } from '../session/slice.ts'
import type { RecordKind, Wanted } from './filter.ts'

const PAGE_SIZE = '100'
const EXPORT_PAGE_SIZE = '200'
/** What the server says of a session of the other funds. */
const REALM_MISMATCH = '40901'
const PATHS: Readonly<Record<RecordKind, string>> = { open: '/spot/order/open', trigger: '/spot/order/trigger', history: '/spot/order/history', fills: '/spot/order/fills' }

const pageOf = (kind: RecordKind, { wanted, cursor, limit = PAGE_SIZE }: { readonly wanted: Wanted; readonly cursor: string | null; readonly limit?: string }) => ({
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

/** A narrowed list from its beginning to its end, for the export; of one account and one kind of funds, whatever the page turns to meanwhile. @throws RequestError */
export function readAll<R>(kind: RecordKind, wanted: Wanted) {
  return async (_dispatch: AppDispatch, getState: () => AppState, { client }: Services): Promise<readonly R[]> => {
    const owner = ownerOf(getState())
    const { items } = await allPages<R>(async (cursor) => {
      const { path, data } = pageOf(kind, { wanted, cursor, limit: EXPORT_PAGE_SIZE })
      const page = await client.get(path, { data, silent: true })
      if (ownerOf(getState()) !== owner) throw new RequestError('business', { code: REALM_MISMATCH })
      return { data: page }
    })
    return items
  }
}

const ownerOf = (state: AppState): string => `${selectRealm(state)}:${selectUserId(state)}`
