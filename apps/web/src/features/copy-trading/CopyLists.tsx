import type { CopyRecord, CopyShare } from '@x/api'
import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { Tabs } from '@x/ui/tabs'
import { useMemo } from 'react'
import {
  type CopyOrder,
  useCopyOrders,
  useCopyRecords,
  useCopyShares,
} from '../../data/copy/api.ts'
import { usePairName } from '../../data/symbols/usePairName.ts'
import { HistoryList } from '../../lib/lists/HistoryList.tsx'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import own from './copy.module.css'
import { useCopyFigures } from './useCopyFigures.tsx'

const FIGURE = { digits: 8, trim: true } as const

/** What became of fills, the profit shares, and the funds that went in and out. */
export function CopyLists() {
  const t = useCopyMessages()
  return (
    <section className={styles['table']}>
      <Tabs
        aria-label={t('copy.orders')}
        items={[
          { value: 'orders', label: t('copy.orders'), panel: <Orders /> },
          { value: 'shares', label: t('copy.shares'), panel: <Shares /> },
          { value: 'records', label: t('copy.records'), panel: <Records /> },
        ]}
      />
    </section>
  )
}

function useTime() {
  const t = useCopyMessages()
  const dates = useDates()
  return useMemo(
    () => ({
      key: 'at',
      header: t('orders.time'),
      minWidth: 168,
      cell: ({ at }: { readonly at: number }) => (
        <NumberText tone="muted">{dates.timestamp(at)}</NumberText>
      ),
    }),
    [t, dates],
  )
}

function Orders() {
  const t = useCopyMessages()
  const numbers = useNumbers('trading')
  const time = useTime()
  const pairName = usePairName()
  const columns = useMemo(
    () =>
      [
        time,
        {
          key: 'symbol',
          header: t('orders.pair'),
          minWidth: 96,
          cell: ({ symbol }) => <bdi>{pairName(symbol)}</bdi>,
        },
        {
          key: 'side',
          header: t('orders.side'),
          minWidth: 72,
          cell: ({ side }) => (
            <span data-tone={side === 'buy' ? 'up' : 'down'} className={own['side']}>
              {t(side === 'buy' ? 'spot.buy' : 'spot.sell')}
            </span>
          ),
        },
        {
          key: 'price',
          header: t('spot.price'),
          kind: 'number',
          minWidth: 112,
          cell: ({ price }) => <NumberText>{numbers.number(price, FIGURE)}</NumberText>,
        },
        {
          key: 'size',
          header: t('orders.amount'),
          kind: 'number',
          minWidth: 112,
          cell: ({ size }) => <NumberText>{numbers.number(size, FIGURE)}</NumberText>,
        },
        {
          key: 'status',
          header: t('orders.status'),
          minWidth: 168,
          cell: ({ reason }) => t(OUTCOMES[reason ?? 'copied']),
        },
      ] satisfies Column<CopyOrder>[],
    [t, numbers, time, pairName],
  )
  return (
    <HistoryList
      label={t('copy.orders')}
      empty={t('copy.none')}
      query={useCopyOrders()}
      columns={columns}
      rowKey={({ copyId }) => copyId}
    />
  )
}

function Shares() {
  const t = useCopyMessages()
  const { figure } = useCopyFigures()
  const time = useTime()
  const columns = useMemo(
    () =>
      [
        time,
        {
          key: 'role',
          header: t('orders.type'),
          minWidth: 96,
          cell: ({ role }) => t(`copy.${role}`),
        },
        {
          key: 'amount',
          header: t('orders.amount'),
          kind: 'number',
          minWidth: 128,
          cell: ({ amount }) => figure(amount),
        },
        {
          key: 'profit',
          header: t('copy.profit'),
          kind: 'number',
          minWidth: 128,
          cell: ({ profit }) => figure(profit),
        },
      ] satisfies Column<CopyShare>[],
    [t, figure, time],
  )
  return (
    <HistoryList
      label={t('copy.shares')}
      empty={t('copy.none')}
      query={useCopyShares()}
      columns={columns}
      rowKey={({ shareId }) => shareId}
    />
  )
}

function Records() {
  const t = useCopyMessages()
  const numbers = useNumbers('trading')
  const time = useTime()
  const columns = useMemo(
    () =>
      [
        time,
        {
          key: 'kind',
          header: t('orders.type'),
          minWidth: 120,
          cell: ({ kind }) => t(KINDS[kind]),
        },
        {
          key: 'amount',
          header: t('orders.amount'),
          kind: 'number',
          minWidth: 152,
          cell: ({ amount, asset }) => (
            <NumberText unit={asset}>{numbers.number(amount, FIGURE)}</NumberText>
          ),
        },
      ] satisfies Column<CopyRecord>[],
    [t, numbers, time],
  )
  return (
    <HistoryList
      label={t('copy.records')}
      empty={t('copy.none')}
      query={useCopyRecords()}
      columns={columns}
      rowKey={({ recordId, asset }) => `${recordId} ${asset}`}
    />
  )
}

const OUTCOMES = {
  copied: 'copy.copied',
  minimum: 'notice.skip.minimum',
  funds: 'notice.skip.funds',
  slippage: 'notice.skip.slippage',
  dailyCap: 'notice.skip.dailyCap',
  pair: 'notice.skip.pair',
  paused: 'copy.paused',
  backlog: 'notice.skip.backlog',
} as const
const KINDS = { in: 'copy.in', out: 'copy.out', share: 'copy.share' } as const
