import { Button } from '@x/ui/button'
import { DataTable } from '@x/ui/data-table'
import { type ReactNode, useMemo } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useAvailableWidth } from '../../lib/media/useAvailableWidth.ts'
import { useOpenOrders } from '../../data/orders/hooks.ts'
import {
  FillCards,
  OrderCards,
  type OrderKind,
  useFillColumns,
  useOrderColumns,
  useOrderDetail,
  useOrderEdit,
} from '../orders/index.ts'
import { isBookStatus, isOnlyArmed, type SpotFill, type SpotOrder } from '../../data/spot/model.ts'
import { type ListStatus, useListStatus } from '../../lib/lists/useListStatus.ts'
import { useFillHistory, useOrderHistory } from '../../data/history/api.ts'
import { NewRowsBanner } from '../history/index.ts'
import { useBufferedRows } from '../../data/history/useBufferedRows.ts'
import { isNarrowed, passes, type RecordFilter, wantedOf } from './filter.ts'
import { Pictured } from '../../lib/pictures/Pictured.tsx'
import styles from './records.module.css'
import { useDayOf } from './useDayOf.ts'
import { useSeasonColumn } from './useSeasonColumn.tsx'

interface ListProps {
  readonly filter: RecordFilter
  /** Whether there were several paper seasons, so that records say which is theirs. */
  readonly hasSeasons: boolean
}

export function LiveRecords({
  kind,
  filter,
}: Omit<ListProps, 'hasSeasons'> & { readonly kind: 'open' | 'trigger' }) {
  const t = usePageMessages()
  const dayOf = useDayOf()
  const query = useOpenOrders()
  const status = useListStatus()(query, { hasData: query.data !== undefined })
  const orders = (query.data ?? []).filter(
    (order) => isLive(kind, order) && passes(order, filter, { kind, dayOf }),
  )
  const empty = kind === 'open' ? t('orders.openEmpty') : t('orders.triggersEmpty')
  return (
    <Orders
      kind={kind}
      label={kind === 'open' ? t('orders.open') : t('orders.triggers')}
      orders={orders}
      status={status}
      empty={isNarrowed(filter, kind) ? t('records.noMatch') : empty}
    />
  )
}

const isLive = (kind: 'open' | 'trigger', order: SpotOrder): boolean =>
  kind === 'open' ? isBookStatus(order.status) : isOnlyArmed(order)

export function PastOrders({ filter, hasSeasons }: ListProps) {
  const t = usePageMessages()
  const dayOf = useDayOf()
  const wanted = wantedOf(filter, { kind: 'history', dayOf })
  const query = useOrderHistory(wanted)
  const { rows, status } = useRows(query)
  const { shown, ...held } = useBufferedRows({ kind: 'history', wanted, rows, keyOf: orderKey })
  return (
    <NewRowsBanner {...held}>
      <Orders
        kind="history"
        hasSeasons={hasSeasons}
        label={t('orders.history')}
        orders={shown}
        status={status}
        empty={isNarrowed(filter, 'history') ? t('records.noMatch') : t('orders.historyEmpty')}
      />
      <More {...query} />
    </NewRowsBanner>
  )
}

export function PastFills({ filter, hasSeasons }: ListProps) {
  const t = usePageMessages()
  const dayOf = useDayOf()
  const wanted = wantedOf(filter, { kind: 'fills', dayOf })
  const query = useFillHistory(wanted)
  const { rows: all, status } = useRows(query)
  const { shown: rows, ...held } = useBufferedRows({
    kind: 'fills',
    wanted,
    rows: all,
    keyOf: fillKey,
  })
  const { show, detail } = useOrderDetail()
  const { box, width } = useAvailableWidth()
  const seasons = useSeasonColumn({ isShown: hasSeasons, width })
  const columns = seasons.with(useFillColumns({ rows, onDetail: show, width: seasons.left }))
  const isPhone = useMedia(PHONE)
  const shown = {
    label: t('orders.fills'),
    status,
    empty: isNarrowed(filter, 'fills') ? t('records.noMatch') : t('orders.fillsEmpty'),
  }
  return (
    <NewRowsBanner {...held}>
      <div ref={box} className={styles['list']}>
        {isPhone ? (
          <BySeason rows={rows} isApart={hasSeasons}>
            {(fills) => <FillCards {...shown} fills={fills} />}
          </BySeason>
        ) : (
          <DataTable
            label={shown.label}
            columns={columns}
            rows={rows}
            rowKey={fillKey}
            headerHeight={32}
            status={status}
            empty={{ text: <Pictured of="list">{shown.empty}</Pictured> }}
          />
        )}
      </div>
      <More {...query} />
      {detail}
    </NewRowsBanner>
  )
}

const orderKey = ({ orderId }: SpotOrder): string => orderId
const fillKey = ({ fillId }: SpotFill): string => fillId

interface LongQuery<R> {
  readonly currentData?: { readonly pages: readonly { readonly items: readonly R[] }[] } | undefined
  readonly isFetching: boolean
  readonly error?: unknown
  readonly refetch: () => unknown
}

/** What this very filter has brought so far: the rows of the filter before are no answer to it. */
function useRows<R>({ currentData, isFetching, error, refetch }: LongQuery<R>): {
  readonly rows: readonly R[]
  readonly status: ListStatus
} {
  const status = useListStatus()(
    { isLoading: isFetching && !currentData, error, refetch },
    { hasData: currentData !== undefined },
  )
  const rows = useMemo(() => currentData?.pages.flatMap(({ items }) => items) ?? [], [currentData])
  return { rows, status }
}

function Orders({
  kind,
  label,
  orders,
  status,
  empty,
  hasSeasons = false,
}: {
  kind: OrderKind
  hasSeasons?: boolean
  label: string
  orders: readonly SpotOrder[]
  status: ListStatus
  empty: string
}) {
  const isPhone = useMedia(PHONE)
  const { show, detail } = useOrderDetail()
  const { edit, dialog } = useOrderEdit()
  const { box, width } = useAvailableWidth()
  const seasons = useSeasonColumn({ isShown: hasSeasons, width })
  const columns = seasons.with(
    useOrderColumns(kind, {
      rows: orders,
      width: seasons.left,
      onDetail: show,
      onEdit: edit,
    }),
  )
  return (
    <div ref={box} className={styles['list']}>
      {isPhone ? (
        <BySeason rows={orders} isApart={hasSeasons}>
          {(some) => (
            <OrderCards
              kind={kind}
              label={label}
              orders={some}
              status={status}
              empty={empty}
              onDetail={show}
              onEdit={edit}
            />
          )}
        </BySeason>
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={orders}
          rowKey={orderKey}
          headerHeight={32}
          status={status}
          empty={{ text: <Pictured of="list">{empty}</Pictured> }}
        />
      )}
      {detail}
      {dialog}
    </div>
  )
}

/**
 * On a phone: a list for each season, below its name. Records come by time, so that a season lies
 * in one piece.
 */
function BySeason<R extends { readonly season?: number }>({
  rows,
  isApart,
  children,
}: {
  readonly rows: readonly R[]
  readonly isApart: boolean
  readonly children: (rows: readonly R[]) => ReactNode
}) {
  const t = usePageMessages()
  if (!isApart || rows.length === 0) return children(rows)
  const seasons = [...new Set(rows.map(({ season }) => season))]
  return seasons.map((season) => (
    <section key={season}>
      <h2 className={styles['season']}>
        {t('records.season')} {season}
      </h2>
      {children(rows.filter((row) => row.season === season))}
    </section>
  ))
}

function More({
  hasNextPage,
  isFetchingNextPage,
  fetchNextPage,
}: {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}) {
  const t = usePageMessages()
  if (!hasNextPage) return null
  return (
    <div className={styles['more']}>
      <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('orders.loadMore')}
      </Button>
    </div>
  )
}
