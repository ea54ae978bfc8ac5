import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { InfiniteData } from '@reduxjs/toolkit/query'
import { isTransient } from '@x/request'
import type { api } from '../store/api.ts'
import type { DataServices } from '../store/dataServices.ts'
import type { AppState } from '../store/store.ts'
import type { Page, SpotFill, SpotOrder } from '../spot/model.ts'
import { readPages } from '../spot/readPages.ts'
import { selectSessionKey } from '../store/slice.ts'
import { type HistoryKind, historyListsApi } from './api.ts'
import { pageRequest, type HistoryFilter } from './pageRequest.ts'
import { prependPage } from './prependPage.ts'

type HistoryRecord = SpotOrder | SpotFill
/** This module has brought the cache: its part of the state is there. */
type CacheState = AppState & { readonly api: ReturnType<typeof api.reducer> }
export type CacheDispatch = ThunkDispatch<CacheState, DataServices, UnknownAction>

const keyOf = (record: HistoryRecord): string =>
  'fillId' in record ? record.fillId : record.orderId
/** Pages of what is new at a time; where it is more, the list begins anew. */
const MOST_NEW_PAGES = 5

/**
 * Asks what has come on top of a list, and puts it there. Answers whether to try again: it could
 * not be had, or a page of the list is on its way and would be written over it.
 */
export function refreshHead(
  kind: HistoryKind,
  wanted: HistoryFilter,
  { onNewRows }: { readonly onNewRows: () => void },
) {
  return async (
    dispatch: CacheDispatch,
    getState: () => CacheState,
    { client }: DataServices,
  ): Promise<boolean> => {
    const owner = selectSessionKey(getState())
    const list = () =>
      historyListsApi.endpoints[kind === 'fills' ? 'fillHistory' : 'orderHistory'].select(wanted)(
        getState(),
      )
    const known = () => list().data?.pages ?? []
    const ask = async (cursor: string | null) => {
      const { path, data } = pageRequest(kind, { wanted, cursor })
      return client.get(path, { data, silent: true }).then(
        (page) => ({ data: page }),
        (error: unknown) => ({ error }),
      )
    }
    const newest = await readPages<HistoryRecord>(ask, {
      isEnough: (read, { pages }) =>
        pages === MOST_NEW_PAGES || prependPage(known(), read, keyOf) !== undefined,
    })
    // What is refused is asked again with the next news.
    if (newest.error !== undefined) return isTransient(newest.error)
    if (list().status === 'pending') return true
    if (selectSessionKey(getState()) !== owner || !list().data) return false
    const page = prependPage(known(), newest, keyOf) ?? { items: newest.items, next: newest.next }
    if (
      isSame(
        known().flatMap(({ items }) => items as readonly HistoryRecord[]),
        page.items,
      )
    )
      return false
    onNewRows()
    const pages = { pages: [page], pageParams: [''] }
    dispatch(
      kind === 'fills'
        ? historyListsApi.util.updateQueryData(
            'fillHistory',
            wanted,
            () => pages as InfiniteData<Page<SpotFill>, string>,
          )
        : historyListsApi.util.updateQueryData(
            'orderHistory',
            wanted,
            () => pages as InfiniteData<Page<SpotOrder>, string>,
          ),
    )
    return false
  }
}

/** What is new is on top: where as many rows begin with the same, none is. */
const isSame = (before: readonly HistoryRecord[], after: readonly HistoryRecord[]): boolean =>
  before.length === after.length && before[0] === after[0]
