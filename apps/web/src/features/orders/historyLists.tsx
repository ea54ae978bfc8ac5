import { Button } from '@x/ui/button'
import { DataTable } from '@x/ui/data-table'
import { type ReactNode, useMemo } from 'react'
import { useMessages } from '../../lib/messages/messages.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { type AvailableWidth, useAvailableWidth } from '../../lib/media/useAvailableWidth.ts'
import { useFillHistory, useOrderHistory } from '../../data/history/api.ts'
import { NewRowsBanner } from '../history/index.ts'
import { useBufferedRows } from '../../data/history/useBufferedRows.ts'
import { FillCards } from './FillCards.tsx'
import { OrderList } from './lists.tsx'
import { type AgainTarget, orderAgain, OrderAgainContext } from './orderAgain.ts'
import type { Page, SpotFill, SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import styles from './orders.module.css'
import { useFillColumns } from './useFillColumns.tsx'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useOrderDetail } from './useOrderDetail.tsx'

/** All pairs, in pages of what can be drawn at once. */
const ALL = { limit: '50' }

/** The same of one pair, or of all. */
const useWanted = (symbol: string | undefined) =>
  useMemo(() => (symbol === undefined ? ALL : { ...ALL, symbol }), [symbol])

interface PairProps {
  readonly symbol?: string | undefined
  /** The pair in front. */
  readonly spec: SpotSymbol
  readonly prices: AgainTarget | undefined
}

export function OrderHistory({ symbol, ...front }: PairProps) {
  const t = useMessages()
  const wanted = useWanted(symbol)
  const statusOf = useListStatus()
  const query = useOrderHistory(wanted)
  const { shown, ...held } = useBufferedRows({
    kind: 'history',
    wanted,
    rows: useRows(query.data),
    keyOf: orderKey,
  })
  const { box, width } = useAvailableWidth()
  return (
    <LongList box={box} held={held} {...front} {...query}>
      <OrderList
        kind="history"
        width={width}
        label={t('orders.history')}
        empty={t('orders.historyEmpty')}
        orders={shown}
        status={statusOf(query, { hasData: query.data !== undefined })}
      />
    </LongList>
  )
}

export function Fills({ symbol, ...front }: PairProps) {
  const t = useMessages()
  const wanted = useWanted(symbol)
  const statusOf = useListStatus()
  const query = useFillHistory(wanted)
  const { shown, ...held } = useBufferedRows({
    kind: 'fills',
    wanted,
    rows: useRows(query.data),
    keyOf: fillKey,
  })
  const isPhone = useMedia(PHONE)
  const { show, detail } = useOrderDetail()
  const { box, width } = useAvailableWidth()
  const columns = useFillColumns({ rows: shown, onDetail: show, width })
  const status = statusOf(query, { hasData: query.data !== undefined })
  return (
    <LongList box={box} held={held} {...front} {...query}>
      {isPhone ? (
        <FillCards
          label={t('orders.fills')}
          fills={shown}
          status={status}
          empty={t('orders.fillsEmpty')}
        />
      ) : (
        <DataTable
          label={t('orders.fills')}
          columns={columns}
          rows={shown}
          rowKey={fillKey}
          headerHeight={28}
          virtual={false}
          status={status}
          empty={{ text: t('orders.fillsEmpty') }}
        />
      )}
      {detail}
    </LongList>
  )
}

const orderKey = ({ orderId }: SpotOrder): string => orderId
const fillKey = ({ fillId }: SpotFill): string => fillId

const useRows = <R,>(data: { readonly pages: readonly Page<R>[] } | undefined): readonly R[] =>
  useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])

interface LongListProps extends Omit<PairProps, 'symbol'> {
  readonly box: AvailableWidth['box']
  readonly held: Omit<ReturnType<typeof useBufferedRows>, 'shown'>
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
  readonly children: ReactNode
}

function LongList({
  spec,
  prices,
  box,
  held,
  hasNextPage,
  isFetchingNextPage,
  fetchNextPage,
  children,
}: LongListProps) {
  const t = useMessages()
  const again = useMemo(() => orderAgain(spec, prices), [spec, prices])
  return (
    <NewRowsBanner isBounded {...held}>
      <div ref={box} className={styles['list']}>
        <OrderAgainContext value={again}>{children}</OrderAgainContext>
        {hasNextPage ? (
          <div className={styles['more']}>
            <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('orders.loadMore')}
            </Button>
          </div>
        ) : null}
      </div>
    </NewRowsBanner>
  )
}
