import { useStore } from '@x/kit/react'
import { IconButton } from '@x/ui/button'
import { EmptyState } from '@x/ui/empty-state'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../../lib/messages/messages.ts'
import { PageBoundary } from '../../lib/lazy/PageBoundary.tsx'
import styles from './messageLog.module.css'
import { MessageList } from './MessageList.tsx'
import type { Notices } from './NoticeCenter.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'

const NoticeCenter = lazy(() => import('./NoticeCenter.tsx'))

interface MessageLogButtonProps {
  /** Has the notices that the gateway keeps in front of the messages. */
  readonly isUser?: boolean
}

/**
 * What toasts have said, with the trace id to copy. The code for notices comes later; the button
 * and what it opened stay what they are meanwhile.
 */
export function MessageLogButton({ isUser = false }: MessageLogButtonProps) {
  const t = useMessages()
  const { log } = useServices()
  const { messages, unread: unreadMessages } = useStore(log)
  const [notices, setNotices] = useState<Notices | undefined>(undefined)
  // Many a message is about what a notice says too: they are not counted together.
  const unread = notices?.unread || unreadMessages
  return (
    <>
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
            className={styles['bell']}
            data-new={unread > 0 || undefined}
            icon={<Icon of={Bell} size={18} />}
            label={unread > 0 ? t('shell.messagesUnread', { count: unread }) : t('shell.messages')}
          />
        )}
      >
        {notices?.panel ??
          (messages.length === 0 ? (
            <EmptyState>{t('shell.noMessages')}</EmptyState>
          ) : (
            <MessageList />
          ))}
      </Popover>
      {isUser ? (
        <PageBoundary place="" fallback="">
          <Suspense>
            <NoticeCenter onNotices={setNotices} />
          </Suspense>
        </PageBoundary>
      ) : null}
    </>
  )
}
