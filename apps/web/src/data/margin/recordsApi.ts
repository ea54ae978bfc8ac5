import type { MarginLiquidation, MarginLoan } from '@x/api'
import { useMemo } from 'react'
import type { Page } from '../spot/model.ts'
import type { PageQuestion } from '../spot/readAllPages.ts'
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

const EXPORT_PAGE_SIZE = '200'

/** Asks for records that pass a filter, for a file. */
export const marginRecordsExport =
  (kind: MarginRecordKind, filter: MarginFilter): PageQuestion =>
  (cursor) =>
    pageRequest({ kind, filter }, { cursor, limit: EXPORT_PAGE_SIZE })
