import { useStore } from '@x/kit/react'
import { type ReactNode, useEffect } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { orderEventsOf } from './orderEvents.ts'
import styles from './orders.module.css'

/** Time that an event stays; the message log keeps it. */
const SHOWN_MS = 15_000

/** The latest order event in one line, with what can still be done about its order. */
export function OrderEventLine({
  actionsOf,
}: {
  /** What can be done about an order, nothing once it has ended. */
  readonly actionsOf: (orderId: string) => ReactNode
}) {
  const { toasts, clock } = useServices()
  const events = orderEventsOf(toasts)
  const event = useStore(events)
  useEffect(() => events.mount(), [events])
  useEffect(() => {
    if (!event) return undefined
    const timer = clock.after(SHOWN_MS, () => events.clear(event))
    return () => timer.cancel()
  }, [clock, event, events])
  const actions = event?.orderId && actionsOf(event.orderId)
  return (
    <div className={styles['event']} data-kind={event?.kind}>
      <span className={styles['eventText']} role="status" title={event?.text}>
        {event?.text}
      </span>
      {actions ? <span className={styles['actions']}>{actions}</span> : null}
    </div>
  )
}
