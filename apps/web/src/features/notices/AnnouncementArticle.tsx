import { useStore } from '@x/kit/react'
import { useDates } from '@x/locale/react'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { useEffect } from 'react'
import { useNoticeList } from '../../data/notices/hooks.ts'
import type { Notice } from '../../data/reference/notice.ts'
import { readAnnouncement, useUnreadAnnouncements } from '../../data/notices/userNotices.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import page from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { UntrustedHtml } from '../../lib/untrusted-content/UntrustedHtml.tsx'
import { UntrustedImage } from '../../lib/untrusted-content/UntrustedImage.tsx'
import { UntrustedLink } from '../../lib/untrusted-content/UntrustedLink.tsx'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import styles from './announcements.module.css'

/** One announcement under its own title; a user who opens it has read it. */
export function AnnouncementArticle({ noticeId }: { readonly noticeId: string }) {
  const t = useProductMessages()
  const to = useLocalePath()
  const { preferences } = useServices()
  const { text } = useUntrusted()
  const locale = useStore(preferences, (state) => state.locale)
  const { data, isLoading, error, refetch } = useNoticeList(locale)
  const notice = data?.find((one) => one.noticeId === noticeId)
  usePageTitle(notice ? text(notice.title) : t(data ? 'news.gone' : 'notices.title'))
  useMarkedAsRead(useUnreadAnnouncements(locale).has(noticeId) && notice ? noticeId : undefined)
  return (
    <>
      <nav>
        <Link className={styles['back']} to={to('/announcements')}>
          {t('news.all')}
        </Link>
      </nav>
      {notice ? null : <h1 className={page['title']}>{t('notices.title')}</h1>}
      {isLoading ? <SkeletonRows rows={4} /> : null}
      {error !== undefined && !data ? (
        <ErrorState title={t('orders.failed')} onRetry={refetch} />
      ) : null}
      {data && !notice ? <EmptyState>{t('news.gone')}</EmptyState> : null}
      {notice ? <Article notice={notice} /> : null}
    </>
  )
}

function useMarkedAsRead(noticeId: string | undefined): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (noticeId !== undefined) void dispatch(readAnnouncement(noticeId))
  }, [dispatch, noticeId])
}

function Article({ notice: { publishedAt, title, body, link, image } }: { notice: Notice }) {
  const { text } = useUntrusted()
  const { date } = useDates()
  return (
    <article className={page['card']}>
      <h1 className={page['title']} dir="auto">
        {text(title)}
      </h1>
      <time className={styles['time']} dateTime={new Date(publishedAt).toISOString()}>
        {date(publishedAt, 'date')}
      </time>
      {image ? <UntrustedImage className={styles['image']} {...image} /> : null}
      <UntrustedHtml className={styles['body']} html={body} />
      {link ? (
        <UntrustedLink className={styles['back']} href={link.href}>
          {text(link.text)}
        </UntrustedLink>
      ) : null}
    </article>
  )
}
