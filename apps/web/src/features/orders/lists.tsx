import { Button } from '@x/ui/button'
import { DataTable } from '@x/ui/data-table'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages.ts'
import { PHONE, useMedia } from '../media/useMedia.ts'
import { type Room, useRoom } from '../media/useRoom.ts'
import { useFillsInfiniteQuery, useOpenOrdersQuery, useOrderHistoryInfiniteQuery } from './api.ts'
import { FillCards } from './FillCards.tsx'
import { isArmed, isBookStatus, type SpotFill, type SpotOrder, type SpotSymbol } from './model.ts'
import { OrderCards } from './OrderCards.tsx'
import styles from './orders.module.css'
import { useFillColumns } from './useFillColumns.tsx'
import { type ListFace, useListFace } from './useListFace.ts'
import { useOrderDetail } from './useOrderDetail.tsx'
import { type OrderKind, useOrderColumns } from './useOrderColumns.tsx'

interface ListProps {
  readonly symbols: readonly SpotSymbol[]
}

export function OpenOrders({ symbols }: ListProps) {
  const t = useMessages()
  return <LiveOrders symbols={symbols} kind="open" label={t('orders.open')} empty={t('orders.openEmpty')} isShown={({ status }) => isBookStatus(status)} />
}

export function TriggerOrders({ symbols }: ListProps) {
  const t = useMessages()
  return <LiveOrders symbols={symbols} kind="trigger" label={t('orders.triggers')} empty={t('orders.triggersEmpty')} isShown={isArmed} />
}

function LiveOrders({ symbols, kind, label, empty, isShown }: ListProps & { kind: OrderKind; label: string; empty: string; isShown: (order: SpotOrder) => boolean }) {
  const faceOf = useListFace()
  const query = useOpenOrdersQuery()
  const orders = query.data?.filter(isShown) ?? NO_ORDERS
  const { box, width } = useRoom()
  return (
    <div ref={box} className={styles['list']}>
      <OrderList symbols={symbols} kind={kind} label={label} empty={empty} width={width} orders={orders} face={faceOf(query, { hasData: query.data !== undefined })} />
    </div>
  )
}

export function OrderHistory({ symbols }: ListProps) {
  const t = useMessages()
  const faceOf = useListFace()
  const query = useOrderHistoryInfiniteQuery()
  const orders = query.data?.pages.flatMap(({ items }) => items) ?? NO_ORDERS
  const { box, width } = useRoom()
  return (
    <LongList box={box} {...query}>
      <OrderList symbols={symbols} kind="history" width={width} label={t('orders.history')} empty={t('orders.historyEmpty')} orders={orders} face={faceOf(query, { hasData: query.data !== undefined })} />
    </LongList>
  )
}

interface OrderListProps extends ListProps {
  readonly kind: OrderKind
  readonly label: string
  readonly empty: string
  readonly width: number | undefined
  readonly orders: readonly SpotOrder[]
  readonly face: ListFace
}

function OrderList({ symbols, kind, label, empty, width, orders, face }: OrderListProps) {
  const isPhone = useMedia(PHONE)
  const { show, detail } = useOrderDetail(symbols)
  const columns = useOrderColumns(kind, { symbols, width, onDetail: show })
  return (
    <>
      {isPhone ? (
        <OrderCards kind={kind} label={label} symbols={symbols} orders={orders} face={face} empty={empty} onDetail={show} />
      ) : (
        <DataTable label={label} columns={columns} rows={orders} rowKey={({ orderId }) => orderId} headerHeight={28} {...(kind === 'history' ? { virtual: false } : {})} status={face} empty={{ text: empty }} />
      )}
      {detail}
    </>
  )
}

export function Fills({ symbols }: ListProps) {
  const t = useMessages()
  const faceOf = useListFace()
  const query = useFillsInfiniteQuery()
  const isPhone = useMedia(PHONE)
  const { show, detail } = useOrderDetail(symbols)
  const { box, width } = useRoom()
  const columns = useFillColumns({ symbols, onDetail: show, width })
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? NO_FILLS
  const face = faceOf(query, { hasData: query.data !== undefined })
  return (
    <LongList box={box} {...query}>
      {isPhone ? (
        <FillCards label={t('orders.fills')} symbols={symbols} fills={rows} face={face} empty={t('orders.fillsEmpty')} />
      ) : (
        <DataTable label={t('orders.fills')} columns={columns} rows={rows} rowKey={({ fillId }) => fillId} headerHeight={28} virtual={false} status={face} empty={{ text: t('orders.fillsEmpty') }} />
      )}
      {detail}
    </LongList>
  )
}

const NO_ORDERS: readonly SpotOrder[] = []
const NO_FILLS: readonly SpotFill[] = []

interface LongListProps {
  readonly box: Room['box']
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
  readonly children: ReactNode
}

function LongList({ box, hasNextPage, isFetchingNextPage, fetchNextPage, children }: LongListProps) {
  const t = useMessages()
  return (
    <div ref={box} className={styles['list']}>
      {children}
      {hasNextPage ? (
        <div className={styles['more']}>
          <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('orders.loadMore')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
