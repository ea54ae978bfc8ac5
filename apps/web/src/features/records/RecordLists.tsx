import { Button } from '@x/ui/button'
import { DataTable } from '@x/ui/data-table'
import { useMemo } from 'react'
import { usePageMessages } from '../../messages.ts'
import { PHONE, useMedia } from '../media/useMedia.ts'
import { useRoom } from '../media/useRoom.ts'
import { useOpenOrdersQuery } from '../orders/api.ts'
import { FillCards } from '../orders/FillCards.tsx'
import { isArmed, isBookStatus, type SpotOrder, type SpotSymbol } from '../orders/model.ts'
import { OrderCards } from '../orders/OrderCards.tsx'
import { useFillColumns } from '../orders/useFillColumns.tsx'
import { type ListFace, useListFace } from '../orders/useListFace.ts'
import { type OrderKind, useOrderColumns } from '../orders/useOrderColumns.tsx'
import { useOrderDetail } from '../orders/useOrderDetail.tsx'
import { usePastFillsInfiniteQuery, usePastOrdersInfiniteQuery } from './api.ts'
import { isNarrowed, passes, type RecordFilter, wantedOf } from './filter.ts'
import styles from './records.module.css'
import { useDayOf } from './useDayOf.ts'

interface ListProps {
  readonly symbols: readonly SpotSymbol[]
  readonly filter: RecordFilter
}

export function LiveRecords({ kind, symbols, filter }: ListProps & { readonly kind: 'open' | 'trigger' }) {
  const t = usePageMessages()
  const dayOf = useDayOf()
  const query = useOpenOrdersQuery()
  const face = useListFace()(query, { hasData: query.data !== undefined })
  const orders = (query.data ?? []).filter((order) => isLive(kind, order) && passes(order, filter, { kind, dayOf }))
  const empty = kind === 'open' ? t('orders.openEmpty') : t('orders.triggersEmpty')
  return <Orders kind={kind} label={kind === 'open' ? t('orders.open') : t('orders.triggers')} symbols={symbols} orders={orders} face={face} empty={isNarrowed(filter, kind) ? t('records.noMatch') : empty} />
}

export const isLive = (kind: 'open' | 'trigger', order: SpotOrder): boolean => (kind === 'open' ? isBookStatus(order.status) : isArmed(order))

export function PastOrders({ symbols, filter }: ListProps) {
  const t = usePageMessages()
  const dayOf = useDayOf()
  const query = usePastOrdersInfiniteQuery(wantedOf(filter, { kind: 'history', dayOf }))
  const { rows, face } = useRows(query)
  return (
    <>
      <Orders kind="history" label={t('orders.history')} symbols={symbols} orders={rows} face={face} empty={isNarrowed(filter, 'history') ? t('records.noMatch') : t('orders.historyEmpty')} />
      <More {...query} />
    </>
  )
}

export function PastFills({ symbols, filter }: ListProps) {
  const t = usePageMessages()
  const dayOf = useDayOf()
  const query = usePastFillsInfiniteQuery(wantedOf(filter, { kind: 'fills', dayOf }))
  const { rows, face } = useRows(query)
  const { show, detail } = useOrderDetail(symbols)
  const { box, width } = useRoom()
  const columns = useFillColumns({ symbols, onDetail: show, width })
  const isPhone = useMedia(PHONE)
  const shown = { label: t('orders.fills'), face, empty: isNarrowed(filter, 'fills') ? t('records.noMatch') : t('orders.fillsEmpty') }
  return (
    <>
      <div ref={box} className={styles['list']}>
        {isPhone ? <FillCards {...shown} symbols={symbols} fills={rows} /> : <DataTable label={shown.label} columns={columns} rows={rows} rowKey={({ fillId }) => fillId} headerHeight={32} status={face} empty={{ text: shown.empty }} />}
      </div>
      <More {...query} />
      {detail}
    </>
  )
}

interface LongQuery<R> {
  readonly currentData?: { readonly pages: readonly { readonly items: readonly R[] }[] } | undefined
  readonly isFetching: boolean
  readonly error?: unknown
  readonly refetch: () => unknown
}

/** What this very filter has brought so far: the rows of the filter before are no answer to it. */
function useRows<R>({ currentData, isFetching, error, refetch }: LongQuery<R>): { readonly rows: readonly R[]; readonly face: ListFace } {
  const face = useListFace()({ isLoading: isFetching && !currentData, error, refetch }, { hasData: currentData !== undefined })
  const rows = useMemo(() => currentData?.pages.flatMap(({ items }) => items) ?? [], [currentData])
  return { rows, face }
}

function Orders({ kind, label, symbols, orders, face, empty }: { kind: OrderKind; label: string; symbols: readonly SpotSymbol[]; orders: readonly SpotOrder[]; face: ListFace; empty: string }) {
  const isPhone = useMedia(PHONE)
  const { show, detail } = useOrderDetail(symbols)
  const { box, width } = useRoom()
  const columns = useOrderColumns(kind, { symbols, width, onDetail: show })
  return (
    <div ref={box} className={styles['list']}>
      {isPhone ? (
        <OrderCards kind={kind} label={label} symbols={symbols} orders={orders} face={face} empty={empty} onDetail={show} />
      ) : (
        <DataTable label={label} columns={columns} rows={orders} rowKey={({ orderId }) => orderId} headerHeight={32} status={face} empty={{ text: empty }} />
      )}
      {detail}
    </div>
  )
}

function More({ hasNextPage, isFetchingNextPage, fetchNextPage }: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => unknown }) {
  const t = usePageMessages()
  if (!hasNextPage) return null
  return (
    <div className={styles['more']}>
      <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>{t('orders.loadMore')}</Button>
    </div>
  )
}
