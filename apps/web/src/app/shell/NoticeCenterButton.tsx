import { useStore } from '@x/kit/react'
import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { Spinner } from '@x/ui/skeleton'
import { Bell, BellDot } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useUserNotices } from '../../data/notices/userNotices.ts'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { PageBoundary } from '../../lib/lazy/PageBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useFreshNotices } from './useFreshNotices.ts'

const NoticePanel = lazy(() => import('./NoticePanel.tsx'))
const NoticeAlerts = lazy(() => import('./NoticeAlerts.tsx'))

/** The bell of a user. What it opens, and the texts of notices, come when they are needed first. */
export default function NoticeCenterButton() {
  const t = useMessages()
  const { log, preferences } = useServices()
  const locale = useStore(preferences, (state) => state.locale)
  const notices = useUserNotices(locale)
  const { unread: unreadMessages } = useStore(log)
  // Many a message is about what a notice says too: they are not counted together.
  const unread = (notices.data?.pages[0]?.unread ?? 0) || unreadMessages
  const { fresh, forget } = useFreshNotices()
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
            icon={<Icon of={unread > 0 ? BellDot : Bell} size={18} />}
            label={unread > 0 ? t('shell.messagesUnread', { count: unread }) : t('shell.messages')}
          />
        )}
      >
        <LazyBoundary fallback={<Spinner />}>
          <NoticePanel notices={notices} />
        </LazyBoundary>
      </Popover>
      {fresh.length > 0 ? (
        <PageBoundary place="" fallback={null}>
          <Suspense>
            <NoticeAlerts fresh={fresh} onShown={forget} />
          </Suspense>
        </PageBoundary>
      ) : null}
    </>
  )
}
