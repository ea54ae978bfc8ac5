import { Button } from '@x/ui/button'
import { DataTable } from '@x/ui/data-table'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages.ts'
import { PHONE, useMedia } from '../media/useMedia.ts'
import { type Room, useRoom } from '../media/useRoom.ts'
import { usePastFillsInfiniteQuery, usePastOrdersInfiniteQuery } from '../past/api.ts'
import { useNews } from '../past/useNews.ts'
import { FillCards } from './FillCards.tsx'
import { type ListProps, NO_ORDERS, OrderList } from './lists.tsx'
import type { SpotFill } from './model.ts'
import styles from './orders.module.css'
import { useFillColumns } from './useFillColumns.tsx'
import { useListFace } from './useListFace.ts'
import { useOrderDetail } from './useOrderDetail.tsx'

/** All pairs, in pages of what can be drawn at once. */
const ALL = { limit: '50' }

export function OrderHistory({ symbols }: ListProps) {
  const t = useMessages()
  const faceOf = useListFace()
  const query = usePastOrdersInfiniteQuery(ALL)
  useNews({ kind: 'history', wanted: ALL })
  const orders = query.data?.pages.flatMap(({ items }) => items) ?? NO_ORDERS
  const { box, width } = useRoom()
  return (
    <LongList box={box} {...query}>
      <OrderList symbols={symbols} kind="history" width={width} label={t('orders.history')} empty={t('orders.historyEmpty')} orders={orders} face={faceOf(query, { hasData: query.data !== undefined })} />
    </LongList>
  )
}

export function Fills({ symbols }: ListProps) {
  const t = useMessages()
  const faceOf = useListFace()
  const query = usePastFillsInfiniteQuery(ALL)
  useNews({ kind: 'fills', wanted: ALL })
  const isPhone = useMedia(PHONE)
  const { show, detail } = useOrderDetail(symbols)
  const { box, width } = useRoom()
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? NO_FILLS
  const columns = useFillColumns({ symbols, rows, onDetail: show, width })
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
