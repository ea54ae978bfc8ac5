import { useDates } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import {
  announcementOf,
  readAllNotices,
  type UserNotice,
  type useUserNotices,
} from '../../data/notices/userNotices.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useNoticeMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { BrowserNoticesSwitch } from './BrowserNoticesSwitch.tsx'
import styles from './messageLog.module.css'
import { pageOfNotice } from './noticeTexts.ts'
import { useNoticeText } from './useNoticeText.ts'

/** The notices of the user, the latest first; unread ones are marked. */
export function NoticeList({
  notices: { data, isLoading, isError, refetch, hasNextPage, isFetching, fetchNextPage },
}: {
  readonly notices: ReturnType<typeof useUserNotices>
}) {
  const t = useNoticeMessages()
  const dispatch = useAppDispatch()
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const unread = data?.pages[0]?.unread ?? 0
  if (isLoading) return <SkeletonRows rows={4} />
  if (isError && !data)
    return <ErrorState title={t('orders.failed')} onRetry={() => void refetch()} />
  return (
    <>
      {items.length === 0 ? <EmptyState>{t('notice.empty')}</EmptyState> : null}
      <ul className={styles['list']} aria-label={t('notice.title')}>
        {items.map((notice) => (
          <NoticeEntry key={notice.noticeId} notice={notice} />
        ))}
        {hasNextPage ? (
          <li className={styles['more']}>
            <Button size="mini" loading={isFetching} onClick={() => void fetchNextPage()}>
              {t('orders.loadMore')}
            </Button>
          </li>
        ) : null}
      </ul>
      <div className={styles['foot']}>
        <BrowserNoticesSwitch />
        <Button
          size="mini"
          variant="ghost"
          disabled={unread === 0}
          onClick={() => void dispatch(readAllNotices())}
        >
          {t('notice.markAll')}
        </Button>
      </div>
    </>
  )
}

function NoticeEntry({ notice }: { readonly notice: UserNotice }) {
  const dates = useDates()
  const text = useNoticeText()
  const to = useLocalePath()
  const id = announcementOf(notice)
  const page = id === undefined ? pageOfNotice(notice) : `/announcements/${encodeURIComponent(id)}`
  return (
    <li className={styles['entry']} data-unread={notice.isRead ? undefined : ''}>
      {/* Of an announcement the language is the operator's. */}
      <p dir={notice.kind === 'announcement' ? 'auto' : undefined}>
        {page === undefined ? (
          text(notice)
        ) : (
          <Link className={styles['announcement']} to={to(page)}>
            {text(notice)}
          </Link>
        )}
      </p>
      <p className={styles['meta']}>
        <bdi>{dates.timestamp(notice.createdAt)}</bdi>
      </p>
    </li>
  )
}
