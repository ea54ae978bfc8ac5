import type { DataServices } from '../store/dataServices.ts'
import type { AppDispatch, AppState } from '../store/store.ts'
import { readPages } from '../spot/readPages.ts'
import { pageRequest, type RecordKind, type HistoryFilter } from './pageRequest.ts'
import { selectSessionKey } from '../store/slice.ts'

const EXPORT_PAGE_SIZE = '200'

export type AllRead<R> =
  | { readonly status: 'read'; readonly items: readonly R[] }
  /** The page has turned to another account or the other funds meanwhile. */
  | { readonly status: 'left' }

/**
 * A narrowed list from its beginning to its end, for the export; of one account and one kind of
 * funds.
 * @throws RequestError
 */
export function readAll<R>(kind: RecordKind, wanted: HistoryFilter) {
  return async (
    _dispatch: AppDispatch,
    getState: () => AppState,
    { client }: DataServices,
  ): Promise<AllRead<R>> => {
    const owner = selectSessionKey(getState())
    const { items, error } = await readPages<R, 'left'>(async (cursor) => {
      const { path, data } = pageRequest(kind, {
        wanted: { ...wanted, limit: EXPORT_PAGE_SIZE },
        cursor,
      })
      const page = await client.get(path, { data, silent: true })
      return selectSessionKey(getState()) === owner ? { data: page } : { error: 'left' }
    })
    return error === undefined ? { status: 'read', items } : { status: error }
  }
}
