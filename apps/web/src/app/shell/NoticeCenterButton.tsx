import { useStore } from '@x/kit/react'
import { IconButton } from '@x/ui/button'
import { EmptyState } from '@x/ui/empty-state'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { Tabs } from '@x/ui/tabs'
import { Bell, BellDot } from 'lucide-react'
import { useUserNotices } from '../../data/notices/userNotices.ts'
import { NoticeTexts } from '../../lib/lazy/NoticeTexts.tsx'
import { useNoticeMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { MessageList } from './MessageList.tsx'
import styles from './messageLog.module.css'
import { NoticeList } from './NoticeList.tsx'
import { useNoticeAlerts } from './useNoticeAlerts.ts'

/** The bell of a user: notices that the gateway keeps, and the messages of this page. */
export default function NoticeCenterButton() {
  return (
    <NoticeTexts>
      <NoticeCenter />
    </NoticeTexts>
  )
}

function NoticeCenter() {
  const t = useNoticeMessages()
  const { log, preferences } = useServices()
  const locale = useStore(preferences, (state) => state.locale)
  const notices = useUserNotices(locale)
  const { messages, unread: unreadMessages } = useStore(log)
  // Many a message is about what a notice says too: they are not counted together.
  const unread = (notices.data?.pages[0]?.unread ?? 0) || unreadMessages
  useNoticeAlerts()
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
      <Tabs
        aria-label={t('shell.messages')}
        className={styles['tabs']}
        items={[
          { value: 'notices', label: t('notice.title'), panel: <NoticeList notices={notices} /> },
          {
            value: 'messages',
            label: t('shell.messages'),
            count: messages.length,
            panel:
              messages.length === 0 ? (
                <EmptyState>{t('shell.noMessages')}</EmptyState>
              ) : (
                <MessageList />
              ),
          },
        ]}
      />
    </Popover>
  )
}
