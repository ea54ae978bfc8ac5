import { useStore } from '@x/kit/react'
import { EmptyState } from '@x/ui/empty-state'
import { Tabs } from '@x/ui/tabs'
import { NoticeTexts } from '../../lib/lazy/NoticeTexts.tsx'
import { useNoticeMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { MessageList } from './MessageList.tsx'
import styles from './messageLog.module.css'
import { NoticeList } from './NoticeList.tsx'
import { useNotices } from './useNotices.ts'

/** Notices that the gateway keeps, and the messages of this page. */
export default function NoticePanel() {
  return (
    <NoticeTexts>
      <Panel />
    </NoticeTexts>
  )
}

function Panel() {
  const notices = useNotices()
  const t = useNoticeMessages()
  const { log } = useServices()
  const { messages } = useStore(log)
  return (
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
  )
}
