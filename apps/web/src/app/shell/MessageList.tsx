import { useStore } from '@x/kit/react'
import { useDates } from '@x/locale/react'
import { CopyText } from '@x/ui/empty-state'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './messageLog.module.css'

/** What toasts have said, with the trace id to copy. */
export function MessageList() {
  const { log } = useServices()
  const dates = useDates()
  const { messages } = useStore(log)
  return (
    <ul className={styles['list']}>
      {messages.map(({ id, kind, text, at, traceId }) => (
        <li key={id} className={styles['entry']} data-kind={kind}>
          <p>{text}</p>
          <p className={styles['meta']}>
            <bdi>{dates.timestamp(at)}</bdi>
            {traceId ? <CopyText text={traceId} /> : null}
          </p>
        </li>
      ))}
    </ul>
  )
}
