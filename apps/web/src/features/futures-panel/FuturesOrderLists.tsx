import type { FuturesOrder, FuturesProduct } from '@x/api'
import { useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { productOf } from '../../data/futures/api.ts'
import { useContracts } from '../../data/futures/contractsApi.ts'
import { isWaiting, useCancelFuturesOrder, useFuturesOrders } from '../../data/futures/ordersApi.ts'
import { passesFilter, type RecordFilter } from '../../data/futures/recordsApi.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { FuturesTable } from './FuturesTable.tsx'
import { OrderSide, OrderType } from './orderCells.tsx'
import { contractFigures, sizeUnit } from './terms.ts'

interface ListProps {
  /** Absent: both. */
  readonly product?: FuturesProduct | undefined
  /** Absent: all. */
  readonly filter?: RecordFilter | undefined
}

/** Orders of futures in the book. */
export function OpenFuturesOrders(wanted: ListProps) {
  const t = useFuturesMessages()
  return (
    <LiveList
      {...wanted}
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
  label,
  empty,
  isShown,
}: ListProps & {
  readonly label: string
  readonly empty: string
  readonly isShown: (order: FuturesOrder) => boolean
}) {
  const t = useFuturesMessages()
  const query = useFuturesOrders()
  const status = useListStatus()(query, { hasData: query.data !== undefined })
  const orders = (query.data ?? []).filter(
    (order) =>
      productOf(order) === (product ?? productOf(order)) &&
      isShown(order) &&
      passesFilter(order, filter),
  )
  const columns = useLiveColumns()
  return (
    <FuturesTable
      label={label}
      columns={columns}
      rows={orders}
      rowKey={({ orderId }) => orderId}
      status={status}
      empty={filter === ALL ? empty : t('positions.noMatch')}
    />
  )
}

function useLiveColumns(): readonly Column<FuturesOrder>[] {
  const t = useFuturesMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const contracts = useContracts()
  return useMemo(() => {
    const figuresOf = ({ symbol }: FuturesOrder) => contractFigures(numbers, contracts.get(symbol))
    return [
      {
        key: 'time',
        header: t('orders.time'),
        minWidth: 138,
        cell: ({ createdAt }) => (
          <NumberText tone="muted" full={dates.timestamp(createdAt)}>
            {dates.timestamp(createdAt, 'minute')}
          </NumberText>
        ),
      },
      {
        key: 'contract',
        header: t('positions.contract'),
        minWidth: 110,
        cell: ({ symbol }) => <bdi>{symbol}</bdi>,
      },
      {
        key: 'side',
        header: t('orders.side'),
        minWidth: 110,
        cell: (order) => <OrderSide order={order} />,
      },
      {
        key: 'type',
        header: t('orders.type'),
        minWidth: 120,
        cell: (order) => <OrderType order={order} />,
      },
      {
        key: 'trigger',
        header: t('orders.trigger'),
        kind: 'number',
        minWidth: 110,
        cell: (order) => (
          <NumberText>{figuresOf(order).price(order.triggers[0]?.triggerPrice ?? null)}</NumberText>
        ),
      },
      {
        key: 'price',
        header: t('orders.price'),
        kind: 'number',
        minWidth: 96,
        cell: (order) => (
          <NumberText>
            {order.price === null ? t('spot.market') : figuresOf(order).price(order.price)}
          </NumberText>
        ),
      },
      {
        key: 'size',
        header: t('positions.size'),
        kind: 'number',
        minWidth: 110,
        cell: (order) => (
          <NumberText
            unit={order.closePosition ? undefined : sizeUnit(contracts.get(order.symbol), t)}
          >
            {order.closePosition ? t('positions.all') : figuresOf(order).size(order.size)}
          </NumberText>
        ),
      },
      {
        key: 'filled',
        header: t('orders.filled'),
        kind: 'number',
        minWidth: 96,
        cell: (order) => <NumberText>{figuresOf(order).size(order.filled)}</NumberText>,
      },
      {
        key: 'actions',
        header: t('orders.actions'),
        kind: 'actions',
        minWidth: 90,
        fixed: 'end',
        cell: (order) => <CancelButton orderId={order.orderId} />,
      },
    ]
  }, [t, dates, numbers, contracts])
}

function CancelButton({ orderId }: { readonly orderId: string }) {
  const t = useFuturesMessages()
  const { toasts } = useServices()
  const [cancel, { isLoading }] = useCancelFuturesOrder()
  const press = async () => {
    const { error } = await cancel({ orderId })
    if (error) toasts.error(futuresErrorText(error, t))
  }
  return (
    <Button size="mini" loading={isLoading} onClick={() => void press()}>
      {t('orders.cancel')}
    </Button>
  )
}
