import { useStore } from '@x/kit/react'
import { useEffect } from 'react'
import { useOpenOrders } from '../../data/orders/hooks.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { CancelButton } from './CancelButton.tsx'
import { EditButton } from './EditButton.tsx'
import { orderEventsOf } from './orderEvents.ts'
import styles from './orders.module.css'
import type { EditedOrder } from './useOrderEdit.tsx'

/** Time that an event stays; the message log keeps it. */
const SHOWN_MS = 15_000

/** The latest order event in one line, with what can still be done about its order. */
export function OrderEventLine({ onEdit }: { readonly onEdit: (edited: EditedOrder) => void }) {
  const { toasts, clock } = useServices()
  const events = orderEventsOf(toasts)
  const event = useStore(events)
  const { data: live } = useOpenOrders()
  const specs = useSymbolIndex()
  useEffect(() => events.mount(), [events])
  useEffect(() => {
    if (!event) return undefined
    const timer = clock.after(SHOWN_MS, () => events.clear(event))
    return () => timer.cancel()
  }, [clock, event, events])
  const order = event?.orderId && live?.find(({ orderId }) => orderId === event.orderId)
  return (
    <div className={styles['event']} data-kind={event?.kind}>
      <span className={styles['eventText']} role="status" title={event?.text}>
        {event?.text}
      </span>
      {order ? (
        <span className={styles['actions']}>
          <EditButton order={order} spec={specs.get(order.symbol)} onPress={onEdit} />
          <CancelButton order={order} spec={specs.get(order.symbol)} />
        </span>
      ) : null}
    </div>
  )
}
