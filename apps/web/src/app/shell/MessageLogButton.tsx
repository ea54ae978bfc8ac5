import { useStore } from '@x/kit/react'
import { useDates } from '@x/locale/react'
import { IconButton } from '@x/ui/button'
import { CopyText, EmptyState } from '@x/ui/empty-state'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { Bell, BellDot } from 'lucide-react'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './messageLog.module.css'
import { useServices } from '../../lib/services/servicesContext.ts'

/** What toasts have said, with the trace id to copy. */
export function MessageLogButton() {
  const t = useMessages()
  const { log } = useServices()
  const dates = useDates()
  const { messages, unread } = useStore(log)
  return (
    <Popover
      label={t('shell.messages')}
      side="bottom end"
      trigger={(props) => (
        <IconButton
          {...props}
          onClick={(event) => {
            log.markRead()
            props.onClick?.(event)
          }}
          icon={<Icon of={unread > 0 ? BellDot : Bell} size={18} />}
          label={unread > 0 ? t('shell.messagesUnread', { count: unread }) : t('shell.messages')}
        />
      )}
    >
      {messages.length === 0 ? <EmptyState>{t('shell.noMessages')}</EmptyState> : null}
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
    </Popover>
  )
}
