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

/** `/order/mcp`: positions and orders of futures, of both products. */
export default function FuturesOrdersPage() {
  const t = useFuturesMessages()
  const [chosen, choose] = useState('positions')
  const { filter, ...bar } = useRecordFilter()
  const lazily = (list: ReactNode) => (
    <Suspense fallback={<SkeletonRows rows={3} />}>{list}</Suspense>
  )
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
            panel: <PositionsList />,
          },
          {
            value: 'open',
            label: t('orders.open'),
            panel: lazily(<LazyOpenOrders />),
          },
          {
            value: 'trigger',
            label: t('orders.triggers'),
            panel: lazily(<LazyTriggers />),
          },
          {
            value: 'history',
            label: t('orders.history'),
            panel: lazily(<LazyRecordList kind="orders" filter={filter} />),
          },
        ]}
      />
    </div>
  )
}
