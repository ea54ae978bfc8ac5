import type { FuturesOrder, FuturesProduct } from '@x/api'
import { isWaiting, useFuturesOrders } from '../../data/futures/ordersApi.ts'
import { passesFilter, type RecordFilter } from '../../data/futures/recordsApi.ts'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { LiveOrderList, type OrderKind } from '../orders/index.ts'
import { FuturesOrders, type PanelOrder, usePanelOrders } from './futuresOrders.tsx'
import styles from './futuresPanel.module.css'

interface ListProps {
  /** Absent: both. */
  readonly product?: FuturesProduct | undefined
  /** Absent: all. */
  readonly filter?: RecordFilter | undefined
  /** Its orders alone; absent: those of all contracts. */
  readonly symbol?: string | undefined
}

/** Orders of futures in the book. */
export function OpenFuturesOrders(wanted: ListProps) {
  const t = useFuturesMessages()
  return (
    <LiveList
      {...wanted}
      kind="open"
      label={t('orders.open')}
      empty={t('orders.openEmpty')}
      isShown={(order) => !isWaiting(order)}
    />
  )
}

/** Orders of futures that wait for a trigger, exits of positions among them. */
export function FuturesTriggers(wanted: ListProps) {
  const t = useFuturesMessages()
  return (
    <LiveList
      {...wanted}
      kind="trigger"
      label={t('orders.triggers')}
      empty={t('orders.triggersEmpty')}
      isShown={isWaiting}
    />
  )
}

const ALL: RecordFilter = {}

function LiveList({
  product,
  filter = ALL,
  symbol,
  kind,
  label,
  empty,
  isShown,
}: ListProps & {
  readonly kind: OrderKind
  readonly label: string
  readonly empty: string
  readonly isShown: (order: FuturesOrder) => boolean
}) {
  const t = useFuturesMessages()
  const query = useFuturesOrders()
  const orders = usePanelOrders(product)
  const status = useListStatus()(query, { hasData: query.data !== undefined })
  const shown = new Set(
    query.data
      ?.filter(
        (order) =>
          (symbol ?? order.symbol) === order.symbol &&
          isShown(order) &&
          passesFilter(order, filter),
      )
      .map(({ orderId }) => orderId),
  )
  return (
    <FuturesOrders product={product}>
      <div className={styles['list']}>
        <LiveOrderList
          kind={kind}
          label={label}
          orders={orders?.filter(({ orderId }) => shown.has(orderId)) ?? NONE}
          isKnown={orders !== undefined}
          status={status}
          empty={filter === ALL ? empty : t('positions.noMatch')}
        />
      </div>
    </FuturesOrders>
  )
}

const NONE: readonly PanelOrder[] = []
