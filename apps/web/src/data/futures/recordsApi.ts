import type { ClosedPosition, FundingRate, FuturesBill, FuturesFill, Liquidation } from '@x/api'
import { useMemo } from 'react'
import type { Page } from '../spot/model.ts'
import type { PageQuestion } from '../spot/readAllPages.ts'
import { futuresApi } from './api.ts'
import type { FuturesOrder } from './ordersApi.ts'

/** The records of each kind. */
export interface FuturesRecords {
  readonly positions: ClosedPosition
  readonly orders: FuturesOrder
  readonly fills: FuturesFill
  readonly bills: FuturesBill
  readonly liquidations: Liquidation
  readonly funding: FundingRate
}
export type RecordKind = keyof FuturesRecords

const PATHS: Readonly<Record<RecordKind, string>> = {
  positions: '/futures/position/history',
  orders: '/futures/order/history',
  fills: '/futures/order/fills',
  bills: '/futures/bills',
  liquidations: '/futures/liquidation/list',
  funding: '/futures/public/funding',
}

/** How the server narrows a list; times in milliseconds, as text. */
export type RecordFilter = Readonly<
  Partial<Record<'symbol' | 'from' | 'to' | 'side' | 'status', string>>
>

/** Whether an order that the page holds anyway passes a filter of records. */
export const passesFilter = (
  { symbol, side, createdAt }: FuturesOrder,
  filter: Omit<RecordFilter, 'status'>,
): boolean =>
  symbol === (filter.symbol ?? symbol) &&
  side === (filter.side ?? side) &&
  createdAt >= Number(filter.from ?? 0) &&
  createdAt <= Number(filter.to ?? Infinity)

/** What the server narrows a list by, besides days and contract. */
export const NARROWED_BY: Readonly<Record<RecordKind, readonly ('side' | 'status')[]>> = {
  orders: ['side', 'status'],
  fills: ['side'],
  positions: [],
  bills: [],
  liquidations: [],
  funding: [],
}

interface Wanted {
  readonly kind: RecordKind
  readonly filter: RecordFilter
}
type AnyRecord = FuturesRecords[RecordKind]

const PAGE_SIZE = '50'
const EXPORT_PAGE_SIZE = '200'

const pageRequest = (
  { kind, filter }: Wanted,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: string },
) => ({
  path: PATHS[kind],
  data: { limit, ...filter, ...(cursor && { cursor }) },
  silent: true,
})

const recordsApi = futuresApi.injectEndpoints({
  endpoints: (build) => ({
    futuresRecords: build.infiniteQuery<Page<AnyRecord>, Wanted, string>({
      query: ({ queryArg, pageParam }) =>
        pageRequest(queryArg, { cursor: pageParam, limit: PAGE_SIZE }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      keepUnusedDataFor: 0,
      providesTags: ['FuturesRecords'],
    }),
  }),
})

/** The name of a record in its list. */
export function recordKey(record: AnyRecord): string {
  if ('liquidationId' in record) return record.liquidationId
  if ('fillId' in record) return record.fillId
  if ('billId' in record) return record.billId
  if ('orderId' in record) return record.orderId
  return 'orderNo' in record ? record.orderNo : `${record.symbol} ${record.at}`
}

/** Records of a kind that pass a filter, page by page, the latest first. */
export function useFuturesRecords<K extends RecordKind>(kind: K, filter: RecordFilter = {}) {
  const query = recordsApi.useFuturesRecordsInfiniteQuery({ kind, filter })
  const pages = query.currentData?.pages
  const rows = useMemo(() => pages?.flatMap(({ items }) => items), [pages])
  return { ...query, rows: rows as readonly FuturesRecords[K][] | undefined }
}

/** Asks for records that pass a filter, for a file. */
export const futuresRecordsExport =
  (kind: RecordKind, filter: RecordFilter): PageQuestion =>
  (cursor) =>
    pageRequest({ kind, filter }, { cursor, limit: EXPORT_PAGE_SIZE })
