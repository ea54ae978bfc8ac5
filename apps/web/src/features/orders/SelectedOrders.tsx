import { Button } from '@x/ui/button'
import { lazy, useState } from 'react'
import type { SpotOrder } from '../../data/spot/model.ts'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './orders.module.css'
import { useOrdersProduct } from './ordersProduct.ts'
import { useCancel } from './useCancel.tsx'

const EditOrders = lazy(() => import('./EditOrders.tsx'))

interface SelectedOrdersProps {
  readonly orders: readonly SpotOrder[]
  readonly onDone: () => void
}

/** What is done to several orders at once. */
export function SelectedOrders({ orders, onDone }: SelectedOrdersProps) {
  const t = useMessages()
  const { some } = useCancel()
  const [isEditing, setEditing] = useState(false)
  const { canEdit } = useOrdersProduct()
  const priced = orders.filter((order) => order.price !== null && canEdit(order))
  const close = () => setEditing(false)
  return (
    <div className={styles['selected']}>
      <Button size="mini" disabled={priced.length === 0} onClick={() => setEditing(true)}>
        {t('orders.changeSelected', { count: priced.length })}
      </Button>
      <Button
        size="mini"
        variant="danger"
        onClick={() => void some(orders).then((isDone) => isDone && onDone())}
      >
        {t('orders.cancelSelected', { count: orders.length })}
      </Button>
      {isEditing ? (
        <OptionalLazyBoundary onFail={close}>
          <EditOrders orders={priced} onClose={close} onDone={onDone} />
        </OptionalLazyBoundary>
      ) : null}
    </div>
  )
}
