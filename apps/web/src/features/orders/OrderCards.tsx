import { useDates, useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { useMessages } from '../../lib/messages/messages.ts'
import { CancelButton } from './CancelButton.tsx'
import { CardList } from './CardList.tsx'
import { PairCell, StatusCell, TypeCell } from './cells.tsx'
import { DetailButton } from './DetailButton.tsx'
import { timeOf } from './orderColumns.tsx'
import { EditButton } from './EditButton.tsx'
import { filledPercent, type SpotOrder } from '../../data/spot/model.ts'
import { useOrdersProduct } from './ordersProduct.ts'
import styles from './orders.module.css'
import { TriggerCell } from './TriggerCell.tsx'
import type { ListStatus } from '../../lib/lists/useListStatus.ts'
import type { OrderKind } from './useOrderColumns.tsx'
import type { EditedOrder } from './useOrderEdit.tsx'

export interface OrderCardsProps {
  readonly label: string
  readonly kind: OrderKind
  readonly orders: readonly SpotOrder[]
  readonly status: ListStatus
  readonly empty: string
  readonly onDetail: (orderId: string) => void
  readonly onEdit: (edited: EditedOrder) => void
}

/** Orders on a phone: what was ordered, where and how far it is, without scrolling sideways. */
export function OrderCards({ label, orders, status, empty, ...card }: OrderCardsProps) {
  return (
    <CardList
      label={label}
      status={status}
      entries={orders}
      empty={empty}
      keyOf={({ orderId }) => orderId}
    >
      {(order) => <OrderCard order={order} {...card} />}
    </CardList>
  )
}

interface OrderCardProps extends Pick<OrderCardsProps, 'kind' | 'onDetail' | 'onEdit'> {
  readonly order: SpotOrder
}

function OrderCard({ order, kind, onDetail, onEdit }: OrderCardProps) {
  const { useSpecs, SideCell, hasDetail } = useOrdersProduct()
  const spec = useSpecs().get(order.symbol)
  return (
    <>
      <span className={styles['cardLine']}>
        <span>
          <SideCell order={order} /> <PairCell symbol={order.symbol} spec={spec} />{' '}
          <span className={styles['quiet']}>
            <TypeCell type={order.orderType} />
          </span>
        </span>
        <span className={styles['actions']}>
          {kind === 'history' ? <StatusCell status={order.status} /> : null}
          {hasDetail ? <DetailButton orderId={order.orderId} onPress={onDetail} /> : null}
          {kind === 'history' ? null : <EditButton order={order} spec={spec} onPress={onEdit} />}
          {kind === 'history' ? null : <CancelButton order={order} spec={spec} />}
        </span>
      </span>
      <OrderFigures order={order} kind={kind} />
    </>
  )
}

/**
 * How much at which price, how far it is or what it waits for, and since when or when it ended.
 */
function OrderFigures({ order, kind }: Pick<OrderCardProps, 'order' | 'kind'>) {
  const t = useMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const { useSpecs, SizeCell } = useOrdersProduct()
  const spec = useSpecs().get(order.symbol)
  const isEnded = kind === 'history'
  const time = timeOf(isEnded)(order)
  return (
    <span className={styles['cardLine']} data-figures="">
      <span>
        <SizeCell order={order} spec={spec} numbers={numbers} /> @{' '}
        <NumberText>
          {order.price === null
            ? t('spot.market')
            : numbers.number(order.price, { digits: spec?.pricePlace ?? 8, purpose: 'price' })}
        </NumberText>
      </span>
      <span className={styles['quiet']}>
        {kind === 'trigger' ? (
          <TriggerCell order={order} spec={spec} />
        ) : (
          <NumberText>
            {numbers.percent(filledPercent(order), { unit: 'percent', digits: 1 })}
          </NumberText>
        )}{' '}
        ·{' '}
        <NumberText full={dates.timestamp(time)}>
          {dates.timestamp(time, isEnded ? 'minute' : 'time')}
        </NumberText>
      </span>
    </span>
  )
}
