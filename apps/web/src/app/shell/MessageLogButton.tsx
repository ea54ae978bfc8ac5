import { useStore } from '@x/kit/react'
import { IconButton } from '@x/ui/button'
import { EmptyState } from '@x/ui/empty-state'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { Bell, BellDot } from 'lucide-react'
import { useMessages } from '../../lib/messages/messages.ts'
import { MessageList } from './MessageList.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'

/** What toasts have said, with the trace id to copy. */
export function MessageLogButton() {
  const t = useMessages()
  const { log } = useServices()
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
      <MessageList />
    </Popover>
  )
}
