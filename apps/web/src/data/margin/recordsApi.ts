import type { MarginLiquidation, MarginLoan } from '@x/api'
import { useMemo } from 'react'
import type { Page } from '../spot/model.ts'
import { readPages } from '../spot/readPages.ts'
import type { DataServices } from '../store/dataServices.ts'
import { selectSessionKey } from '../store/slice.ts'
import type { AppDispatch, AppState } from '../store/store.ts'
import { marginApi } from './api.ts'

/** The records of each kind. */
interface MarginRecords {
  readonly loans: MarginLoan
  readonly repayments: MarginLoan
  readonly interest: MarginLoan
  readonly liquidations: MarginLiquidation
}
export type MarginRecordKind = keyof MarginRecords
type AnyRecord = MarginRecords[MarginRecordKind]

/** How the server narrows a list: `cross` or a pair, times in milliseconds as text. */
export type MarginFilter = Readonly<Partial<Record<'symbol' | 'from' | 'to', string>>>

const PATHS: Readonly<Record<MarginRecordKind, string>> = {
  loans: '/margin/loans',
  repayments: '/margin/loans',
  interest: '/margin/interest',
  liquidations: '/margin/liquidation/list',
}

interface Wanted {
  readonly kind: MarginRecordKind
  readonly filter: MarginFilter
}

const pageRequest = (
  { kind, filter }: Wanted,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: string },
) => ({
  path: PATHS[kind],
  data: {
    limit,
    ...filter,
    ...(kind === 'repayments' ? { kind: 'repay' } : {}),
    ...(cursor && { cursor }),
  },
  silent: true,
})

const recordsApi = marginApi.injectEndpoints({
  endpoints: (build) => ({
    marginRecords: build.infiniteQuery<Page<AnyRecord>, Wanted, string>({
      query: ({ queryArg, pageParam }) => pageRequest(queryArg, { cursor: pageParam, limit: '50' }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      keepUnusedDataFor: 0,
      providesTags: ['MarginRecords'],
    }),
  }),
})

export const marginRecordKey = (record: AnyRecord): string =>
  'loanId' in record ? record.loanId : record.stepId

/** Records of a kind that pass a filter, page by page, the latest first. */
export function useMarginRecords<K extends MarginRecordKind>(kind: K, filter: MarginFilter) {
  const query = recordsApi.useMarginRecordsInfiniteQuery({ kind, filter })
  const pages = query.currentData?.pages
  const rows = useMemo(() => pages?.flatMap(({ items }) => items), [pages])
  return { ...query, rows: rows as readonly MarginRecords[K][] | undefined }
}

/**
 * Every record that passes a filter, for the export; `undefined` where the page has turned to
 * another account meanwhile.
 * @throws RequestError
 */
export const readAllMarginRecords =
  (kind: MarginRecordKind, filter: MarginFilter) =>
  async (
    _dispatch: AppDispatch,
    getState: () => AppState,
    { client }: DataServices,
  ): Promise<readonly AnyRecord[] | undefined> => {
    const owner = selectSessionKey(getState())
    const { items, error } = await readPages<AnyRecord, 'left'>(async (cursor) => {
      const { path, data, silent } = pageRequest({ kind, filter }, { cursor, limit: '200' })
      const page = await client.get<Page<AnyRecord>>(path, { data, silent })
      return selectSessionKey(getState()) === owner ? { data: page } : { error: 'left' }
    })
    return error === undefined ? items : undefined
  }
