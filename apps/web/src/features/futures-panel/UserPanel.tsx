import type { FuturesProduct } from '@x/api'
import { SkeletonRows } from '@x/ui/skeleton'
import { Tabs } from '@x/ui/tabs'
import { lazy, type ReactNode, useState } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useOrderView } from '../orders/index.ts'
import styles from './futuresPanel.module.css'
import { PanelTools } from './PanelTools.tsx'
import { PositionsList } from './PositionsList.tsx'
import { useFuturesCounts } from './useFuturesCounts.ts'
import { useFuturesNotices } from './useFuturesNotices.ts'
import { useUnansweredOrders } from './useUnansweredOrders.ts'

const live = () => import('./FuturesOrderLists.tsx')
const OpenList = lazy(async () => ({ default: (await live()).OpenFuturesOrders }))
const RecordList = lazy(() => import('./RecordList.tsx'))
const TriggerList = lazy(async () => ({ default: (await live()).FuturesTriggers }))

/** Positions, orders and records of who is logged in; inside FuturesTexts. */
export default function UserPanel({
  product,
  symbol: front,
}: {
  readonly product: FuturesProduct
  /** The contract in front. */
  readonly symbol: string
}) {
  const t = useFuturesMessages()
  const [chosen, choose] = useState('positions')
  const [{ isPairOnly }] = useOrderView()
  const symbol = isPairOnly ? front : undefined
  const counts = useFuturesCounts({ product, symbol })
  useFuturesNotices(product)
  useUnansweredOrders()
  const list = (content: ReactNode) => (
    <LazyBoundary fallback={<SkeletonRows rows={3} />}>{content}</LazyBoundary>
  )
  return (
    <Tabs
      aria-label={t('positions.panel')}
      className={styles['panel']}
      value={chosen}
      onChange={choose}
      end={<PanelTools product={product} symbol={front} list={chosen} />}
      items={[
        {
          value: 'positions',
          label: t('positions.title'),
          count: counts.positions,
          panel: list(<PositionsList product={product} symbol={symbol} />),
        },
        {
          value: 'open',
          label: t('orders.open'),
          count: counts.open,
          panel: list(<OpenList product={product} symbol={symbol} />),
        },
        {
          value: 'trigger',
          label: t('orders.triggers'),
          count: counts.waiting,
          panel: list(<TriggerList product={product} symbol={symbol} />),
        },
        {
          value: 'positionHistory',
          label: t('positions.history'),
          panel: list(<RecordList kind="positions" product={product} />),
        },
        {
          value: 'history',
          label: t('orders.history'),
          panel: list(<RecordList kind="orders" product={product} />),
        },
        {
          value: 'fills',
          label: t('orders.fills'),
          panel: list(<RecordList kind="fills" product={product} />),
        },
        {
          value: 'bills',
          label: t('positions.bills'),
          panel: list(<RecordList kind="bills" product={product} />),
        },
      ]}
    />
  )
}
