import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { InfiniteData } from '@reduxjs/toolkit/query'
import { RequestError } from '@x/request'
import { api } from '../../api.ts'
import type { Services } from '../../services.ts'
import type { AppDispatch, AppState } from '../../store.ts'
import { allPages } from '../orders/allPages.ts'
import type { Page, SpotFill, SpotOrder } from '../orders/model.ts'
import { selectRealm, selectUserId } from '../session/slice.ts'
import type { RecordKind, Wanted } from './filter.ts'
import { withNews } from './withNews.ts'

const PAGE_SIZE = '100'
const EXPORT_PAGE_SIZE = '200'
/** What the server says of a session of the other funds. */
const REALM_MISMATCH = '40901'
const PATHS: Readonly<Record<RecordKind, string>> = { open: '/spot/order/open', trigger: '/spot/order/trigger', history: '/spot/order/history', fills: '/spot/order/fills' }

const pageOf = (kind: RecordKind, { wanted, cursor, limit = PAGE_SIZE }: { readonly wanted: Wanted; readonly cursor: string | null; readonly limit?: string }) => ({
  path: PATHS[kind],
  data: { limit, ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value)), ...(cursor && { cursor }) },
})

/** Records, page by page, as the server narrows them (decision 177). `bringNews` keeps those in sight up to date, and nobody the others. */
const recordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    pastOrders: build.infiniteQuery<Page<SpotOrder>, Wanted, string>({
      query: ({ queryArg: wanted, pageParam }) => pageOf('history', { wanted, cursor: pageParam }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next ?? undefined },
      keepUnusedDataFor: 0,
    }),
    pastFills: build.infiniteQuery<Page<SpotFill>, Wanted, string>({
      query: ({ queryArg: wanted, pageParam }) => pageOf('fills', { wanted, cursor: pageParam }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next ?? undefined },
      keepUnusedDataFor: 0,
    }),
  }),
})
export const { usePastOrdersInfiniteQuery, usePastFillsInfiniteQuery } = recordsApi

export type PastKind = Extract<RecordKind, 'history' | 'fills'>
type PastRecord = SpotOrder | SpotFill
/** This module has brought the cache: its part of the state is there. */
type CacheState = AppState & { readonly api: ReturnType<typeof api.reducer> }
export type CacheDispatch = ThunkDispatch<CacheState, Services, UnknownAction>

const keyOf = (record: PastRecord): string => ('fillId' in record ? record.fillId : record.orderId)
/** Pages of what is new at a time; where it is more, the list begins anew. */
const MOST_NEWS = 5

/** Asks what has come on top of a list, and puts it there. Answers whether to try again: a page of the list is on its way, and would be written over it. */
export function bringNews(kind: PastKind, wanted: Wanted, { onNews }: { readonly onNews: () => void }) {
  return async (dispatch: CacheDispatch, getState: () => CacheState, { client }: Services): Promise<boolean> => {
    const owner = ownerOf(getState())
    const list = () => recordsApi.endpoints[kind === 'fills' ? 'pastFills' : 'pastOrders'].select(wanted)(getState())
    const known = () => list().data?.pages ?? []
    let newest: Page<PastRecord> = { items: [], next: '' }
    try {
      for (let count = 0; count < MOST_NEWS && newest.next !== null && !(count > 0 && withNews(known(), newest, keyOf)); count++) {
        const { path, data } = pageOf(kind, { wanted, cursor: newest.next || null })
        // One after the other: where a page ends is known only then.
        // oxlint-disable-next-line no-await-in-loop
        const page = await client.get<Page<PastRecord>>(path, { data, silent: true })
        newest = { items: [...newest.items, ...page.items], next: page.next }
      }
    } catch {
      // The next news asks again.
      return false
    }
    if (list().status === 'pending') return true
    if (ownerOf(getState()) !== owner || !list().data) return false
    const page = withNews(known(), newest, keyOf) ?? newest
    if (isSame(known().flatMap(({ items }) => items as readonly PastRecord[]), page.items)) return false
    onNews()
    const pages = { pages: [page], pageParams: [''] }
    dispatch(kind === 'fills' ? recordsApi.util.updateQueryData('pastFills', wanted, () => pages as InfiniteData<Page<SpotFill>, string>) : recordsApi.util.updateQueryData('pastOrders', wanted, () => pages as InfiniteData<Page<SpotOrder>, string>))
    return false
  }
}

/** What is new is on top: where as many rows begin with the same, none is. */
const isSame = (before: readonly PastRecord[], after: readonly PastRecord[]): boolean => before.length === after.length && before[0] === after[0]

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
