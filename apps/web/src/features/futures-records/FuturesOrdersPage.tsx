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

/** What each list can be narrowed by, besides days and contract; positions are few. */
const FIELDS = {
  open: ['side'],
  trigger: ['side'],
  history: NARROWED_BY.orders,
} as const
const hasFields = (list: string): list is keyof typeof FIELDS => Object.hasOwn(FIELDS, list)

function FuturesOrderTabs() {
  const t = useFuturesMessages()
  const [chosen, choose] = useState('positions')
  const fields = hasFields(chosen) ? FIELDS[chosen] : []
  const { filter, count, clear, ...bar } = useDatedFilter(fields)
  const wanted = count > 0 ? filter : undefined
  const lazily = (list: ReactNode) => (
    <Suspense fallback={<SkeletonRows rows={3} />}>{list}</Suspense>
  )
  return (
    <RecordPage
      title={t('positions.ordersTitle')}
      {...(chosen === 'history'
        ? { actions: <RecordsExport kind="orders" filter={filter} /> }
        : {})}
      {...(hasFields(chosen)
        ? {
            filters: <RecordFilters {...bar} fields={fields} />,
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
            panel: lazily(<LazyOpenOrders filter={wanted} />),
          },
          {
            value: 'trigger',
            label: t('orders.triggers'),
            panel: lazily(<LazyTriggers filter={wanted} />),
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
