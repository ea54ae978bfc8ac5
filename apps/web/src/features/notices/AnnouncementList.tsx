import { useStore } from '@x/kit/react'
import { useDates } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { useState } from 'react'
import { useNoticeList } from '../../data/notices/hooks.ts'
import type { Notice } from '../../data/reference/notice.ts'
import { useUnreadAnnouncements } from '../../data/notices/userNotices.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import styles from './announcements.module.css'

const PAGE_SIZE = 10

/** The announcements of the moment, the newest first; those that a user has not read are marked. */
export function AnnouncementList() {
  const t = useProductMessages()
  const { preferences } = useServices()
  const locale = useStore(preferences, (state) => state.locale)
  const { data, isLoading, error, refetch } = useNoticeList(locale)
  const unread = useUnreadAnnouncements(locale)
  const [shown, setShown] = useState(PAGE_SIZE)
  if (isLoading) return <SkeletonRows rows={4} />
  if (error !== undefined && !data)
    return <ErrorState title={t('orders.failed')} onRetry={refetch} />
  const notices = data ?? []
  if (notices.length === 0) return <EmptyState>{t('news.empty')}</EmptyState>
  return (
    <>
      <ul className={styles['list']} aria-label={t('notices.title')}>
        {notices.slice(0, shown).map((notice) => (
          <Entry key={notice.noticeId} notice={notice} isUnread={unread.has(notice.noticeId)} />
        ))}
      </ul>
      {notices.length > shown ? (
        <Button onClick={() => setShown(shown + PAGE_SIZE)}>{t('orders.loadMore')}</Button>
      ) : null}
    </>
  )
}

function Entry({ notice, isUnread }: { readonly notice: Notice; readonly isUnread: boolean }) {
  const t = useProductMessages()
  const to = useLocalePath()
  const { text } = useUntrusted()
  const { date } = useDates()
  return (
    <li className={styles['entry']} data-unread={isUnread ? '' : undefined}>
      <Link
        className={styles['link']}
        to={to(`/announcements/${encodeURIComponent(notice.noticeId)}`)}
      >
        <span className={styles['name']} dir="auto">
          {text(notice.title)}
        </span>
        {isUnread ? <span className={styles['mark']}>{t('news.unread')}</span> : null}
        <time className={styles['time']} dateTime={new Date(notice.publishedAt).toISOString()}>
          {date(notice.publishedAt, 'date')}
        </time>
      </Link>
    </li>
  )
}
