import { SkeletonRows } from '@x/ui/skeleton'
import { Tabs } from '@x/ui/tabs'
import { type ReactNode, Suspense, useState } from 'react'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import {
  LazyOpenOrders,
  LazyRecordList,
  LazyTriggers,
  PositionsList,
} from '../futures-panel/index.ts'
import styles from './futuresRecords.module.css'
import { RecordBar, useRecordFilter } from './RecordBar.tsx'

const PRODUCTS = ['usdt', 'coin'] as const

/** `/order/mcp`: positions and orders of futures, of both products. */
export default function FuturesOrdersPage() {
  const t = useFuturesMessages()
  const [chosen, choose] = useState('positions')
  const { filter, ...bar } = useRecordFilter()
  const both = (list: (product: (typeof PRODUCTS)[number]) => ReactNode) =>
    PRODUCTS.map((product) => (
      <Suspense key={product} fallback={<SkeletonRows rows={3} />}>
        {list(product)}
      </Suspense>
    ))
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{t('positions.ordersTitle')}</h1>
      {chosen === 'history' ? <RecordBar kind="orders" {...bar} filter={filter} /> : null}
      <Tabs
        aria-label={t('positions.ordersTitle')}
        className={styles['card']}
        value={chosen}
        onChange={choose}
        items={[
          {
            value: 'positions',
            label: t('positions.title'),
            panel: both((product) => <PositionsList product={product} />),
          },
          {
            value: 'open',
            label: t('orders.open'),
            panel: both((product) => <LazyOpenOrders product={product} />),
          },
          {
            value: 'trigger',
            label: t('orders.triggers'),
            panel: both((product) => <LazyTriggers product={product} />),
          },
          {
            value: 'history',
            label: t('orders.history'),
            panel: (
              <Suspense fallback={<SkeletonRows rows={3} />}>
                <LazyRecordList kind="orders" filter={filter} />
              </Suspense>
            ),
          },
        ]}
      />
    </div>
  )
}
