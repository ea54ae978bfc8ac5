import { DataTable } from '@x/ui/data-table'
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

const NO_ORDERS: readonly SpotOrder[] = []

export function OpenOrders() {
  const t = useMessages()
  return (
    <LiveOrders
      kind="open"
      label={t('orders.open')}
      empty={t('orders.openEmpty')}
      isShown={({ status }) => isBookStatus(status)}
    />
  )
}

export function TriggerOrders() {
  const t = useMessages()
  return (
    <LiveOrders
      kind="trigger"
      label={t('orders.triggers')}
      empty={t('orders.triggersEmpty')}
      isShown={isArmed}
    />
  )
}

function LiveOrders({
  kind,
  label,
  empty,
  isShown,
}: {
  kind: OrderKind
  label: string
  empty: string
  isShown: (order: SpotOrder) => boolean
}) {
  const statusOf = useListStatus()
  const query = useOpenOrders()
  const orders = query.data?.filter(isShown) ?? NO_ORDERS
  const { box, width } = useAvailableWidth()
  return (
    <div ref={box} className={styles['list']}>
      <OrderList
        kind={kind}
        label={label}
        empty={empty}
        width={width}
        orders={orders}
        status={statusOf(query, { hasData: query.data !== undefined })}
      />
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
  const columns = useOrderColumns(kind, {
    rows: orders,
    width,
    onDetail: show,
    onEdit: edit,
  })
  return (
    <>
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
          {...(kind === 'history' ? { virtual: false } : {})}
          status={status}
          empty={{ text: empty }}
        />
      )}
      {detail}
      {dialog}
    </>
  )
}
