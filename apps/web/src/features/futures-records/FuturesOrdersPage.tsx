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
import { NARROWED_BY } from '../../data/futures/recordsApi.ts'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { RecordPage, useDatedFilter } from '../records/index.ts'
import { RecordFilters, RecordsExport } from './RecordFilters.tsx'

/** `/order/mcp`: positions and orders of futures, of both products. */
export default function FuturesOrdersPage() {
  return (
    <PageTexts>
      <FuturesOrderTabs />
    </PageTexts>
  )
}

function FuturesOrderTabs() {
  const t = useFuturesMessages()
  const [chosen, choose] = useState('positions')
  const { filter, count, clear, ...bar } = useDatedFilter(NARROWED_BY.orders)
  const isPast = chosen === 'history'
  const lazily = (list: ReactNode) => (
    <Suspense fallback={<SkeletonRows rows={3} />}>{list}</Suspense>
  )
  return (
    <RecordPage
      title={t('positions.ordersTitle')}
      {...(isPast
        ? {
            actions: <RecordsExport kind="orders" filter={filter} />,
            filters: <RecordFilters kind="orders" {...bar} />,
            filterCount: count,
            onClear: clear,
          }
        : {})}
    >
      <Tabs
        aria-label={t('positions.ordersTitle')}
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
            panel: lazily(
              <LazyRecordList key={JSON.stringify(filter)} kind="orders" filter={filter} isPaged />,
            ),
          },
        ]}
      />
    </RecordPage>
  )
}
