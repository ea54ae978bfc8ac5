import { DataTable } from '@x/ui/data-table'
import { useRef, useState } from 'react'
import { useMessages } from '../../lib/messages/messages.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useAvailableWidth } from '../../lib/media/useAvailableWidth.ts'
import { useOpenOrders } from '../../data/orders/hooks.ts'
import { isArmed, isBookStatus, type SpotOrder } from '../../data/spot/model.ts'
import { OrderCards } from './OrderCards.tsx'
import styles from './orders.module.css'
import { type ListStatus, useListStatus } from '../../lib/lists/useListStatus.ts'
import { useOrderDetail } from './useOrderDetail.tsx'
import { type OrderKind, useOrderColumns } from './useOrderColumns.tsx'
import { useOrderEdit } from './useOrderEdit.tsx'
import { useRowGlow } from './useRowGlow.ts'
import { SelectedOrders } from './SelectedOrders.tsx'

const NO_ORDERS: readonly SpotOrder[] = []
/** Pixels of the column that selects. */
const CHECKBOX = 44
const NONE: ReadonlySet<string> = new Set()

/** Of one pair, or of all. */
interface PairProps {
  readonly symbol?: string | undefined
}

export function OpenOrders({ symbol }: PairProps) {
  const t = useMessages()
  return (
    <LiveOrders
      kind="open"
      label={t('orders.open')}
      empty={t('orders.openEmpty')}
      symbol={symbol}
      isShown={({ status }) => isBookStatus(status)}
    />
  )
}

export function TriggerOrders({ symbol }: PairProps) {
  const t = useMessages()
  return (
    <LiveOrders
      kind="trigger"
      label={t('orders.triggers')}
      empty={t('orders.triggersEmpty')}
      symbol={symbol}
      isShown={isArmed}
    />
  )
}

function LiveOrders({
  kind,
  label,
  empty,
  symbol,
  isShown,
}: PairProps & {
  kind: OrderKind
  label: string
  empty: string
  isShown: (order: SpotOrder) => boolean
}) {
  const statusOf = useListStatus()
  const query = useOpenOrders()
  const orders =
    query.data?.filter((order) => (symbol ?? order.symbol) === order.symbol && isShown(order)) ??
    NO_ORDERS
  return (
    <LiveOrderList
      kind={kind}
      label={label}
      empty={empty}
      orders={orders}
      isKnown={query.data !== undefined}
      status={statusOf(query, { hasData: query.data !== undefined })}
    />
  )
}

/** Live orders as wide as their panel; a new one glows. */
export function LiveOrderList({
  isKnown,
  orders,
  ...props
}: Omit<OrderListProps, 'width'> & {
  /** Whether the orders were read; what is not known is not none. */
  readonly isKnown: boolean
}) {
  const { box, width } = useAvailableWidth()
  const list = useRef<HTMLDivElement>(null)
  useRowGlow(list, { keys: isKnown ? orders.map(({ orderId }) => orderId) : undefined })
  return (
    <div ref={list} className={styles['list']}>
      <div ref={box} className={styles['list']}>
        <OrderList {...props} width={width} orders={orders} />
      </div>
    </div>
  )
}

interface OrderListProps {
  readonly kind: OrderKind
  readonly label: string
  readonly empty: string
  readonly width: number | undefined
  readonly orders: readonly SpotOrder[]
  readonly status: ListStatus
}

export function OrderList({ kind, label, empty, width, orders, status }: OrderListProps) {
  const isPhone = useMedia(PHONE)
  const { show, detail } = useOrderDetail()
  const { edit, dialog } = useOrderEdit()
  const isLive = kind !== 'history'
  const columns = useOrderColumns(kind, {
    rows: orders,
    width: isLive && width !== undefined ? width - CHECKBOX : width,
    onDetail: show,
    onEdit: edit,
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(NONE)
  const chosen = orders.filter(({ orderId }) => selected.has(orderId))
  return (
    <>
      {chosen.length > 0 && isLive && !isPhone ? (
        <SelectedOrders orders={chosen} onDone={() => setSelected(NONE)} />
      ) : null}
      {isPhone ? (
        <OrderCards
          kind={kind}
          label={label}
          orders={orders}
          status={status}
          empty={empty}
          onDetail={show}
          onEdit={edit}
        />
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={orders}
          rowKey={({ orderId }) => orderId}
          headerHeight={28}
          {...(isLive
            ? { grid: false, selection: { selected, onChange: setSelected } }
            : { virtual: false })}
          status={status}
          empty={{ text: empty }}
        />
      )}
      {detail}
      {dialog}
    </>
  )
}
