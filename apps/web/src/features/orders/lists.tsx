import { Button } from '@x/ui/button'
import { DataTable } from '@x/ui/data-table'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages.ts'
import { NARROW, useMedia } from '../media/useMedia.ts'
import { failureOf } from '../errors/serverText.ts'
import { useFillsInfiniteQuery, useOpenOrdersQuery, useOrderHistoryInfiniteQuery } from './api.ts'
import type { SpotFill, SpotOrder, SpotSymbol } from './model.ts'
import styles from './orders.module.css'
import { useFillColumns } from './useFillColumns.tsx'
import { useOrderColumns } from './useOrderColumns.tsx'

interface ListProps {
  readonly symbols: readonly SpotSymbol[]
}

interface Faces {
  readonly isLoading: boolean
  readonly error?: unknown
  readonly refetch: () => unknown
}

/** Loading, failed, or what there is. What is there stays while it is asked for again. */
function useFace() {
  const t = useMessages()
  return ({ isLoading, error, refetch }: Faces, hasData: boolean) => {
    if (isLoading) return { kind: 'loading' } as const
    if (hasData || !error) return { kind: 'ready' } as const
    const { traceId } = failureOf(error)
    return { kind: 'error', title: t('orders.failed'), onRetry: () => void refetch(), ...(traceId === undefined ? {} : { traceId }) } as const
  }
}

export function OpenOrders({ symbols }: ListProps) {
  const t = useMessages()
  const faceOf = useFace()
  const query = useOpenOrdersQuery()
  const columns = useOrderColumns('open', { symbols, isNarrow: useMedia(NARROW) })
  return (
    <div className={styles['list']}>
      <DataTable label={t('orders.open')} columns={columns} rows={query.data ?? NO_ORDERS} rowKey={({ orderId }) => orderId} headerHeight={28} status={faceOf(query, query.data !== undefined)} empty={{ text: t('orders.openEmpty') }} />
    </div>
  )
}

export function OrderHistory({ symbols }: ListProps) {
  const t = useMessages()
  const faceOf = useFace()
  const query = useOrderHistoryInfiniteQuery()
  const columns = useOrderColumns('history', { symbols, isNarrow: useMedia(NARROW) })
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? NO_ORDERS
  return (
    <LongList {...query}>
      <DataTable label={t('orders.history')} columns={columns} rows={rows} rowKey={({ orderId }) => orderId} headerHeight={28} virtual={false} status={faceOf(query, query.data !== undefined)} empty={{ text: t('orders.historyEmpty') }} />
    </LongList>
  )
}

export function Fills({ symbols }: ListProps) {
  const t = useMessages()
  const faceOf = useFace()
  const query = useFillsInfiniteQuery()
  const columns = useFillColumns({ symbols })
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? NO_FILLS
  return (
    <LongList {...query}>
      <DataTable label={t('orders.fills')} columns={columns} rows={rows} rowKey={({ fillId }) => fillId} headerHeight={28} virtual={false} status={faceOf(query, query.data !== undefined)} empty={{ text: t('orders.fillsEmpty') }} />
    </LongList>
  )
}

const NO_ORDERS: readonly SpotOrder[] = []
const NO_FILLS: readonly SpotFill[] = []

interface LongListProps {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
  readonly children: ReactNode
}

function LongList({ hasNextPage, isFetchingNextPage, fetchNextPage, children }: LongListProps) {
  const t = useMessages()
  return (
    <div className={styles['list']}>
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
