import { useStore } from '@x/kit/react'
import { useDates } from '@x/locale/react'
import { useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { UntrustedHtml } from '../../lib/untrusted-content/UntrustedHtml.tsx'
import { UntrustedImage } from '../../lib/untrusted-content/UntrustedImage.tsx'
import { UntrustedLink } from '../../lib/untrusted-content/UntrustedLink.tsx'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import { useNotices } from '../../data/notices/hooks.ts'
import type { Notice } from '../../data/reference/notice.ts'
import styles from './notices.module.css'

/**
 * What the operator announces; nothing at all where there is nothing, or where it cannot be had.
 */
export function NoticeBoard() {
  const t = useMessages()
  const { preferences } = useServices()
  const locale = useStore(preferences, (state) => state.locale)
  const to = useLocalePath()
  const notices = useNotices(locale)
  if (notices.length === 0) return null
  return (
    <section className={styles['board']} aria-labelledby="notices-title">
      <h2 id="notices-title" className={styles['heading']}>
        <Link className={styles['all']} to={to('/announcements')}>
          {t('notices.title')}
        </Link>
      </h2>
      <ul className={styles['list']}>
        {notices.map((notice) => (
          <li key={notice.noticeId}>
            <NoticeEntry notice={notice} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoticeEntry({ notice: { publishedAt, title, body, link, image } }: { notice: Notice }) {
  const { text } = useUntrusted()
  const { date } = useDates()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles['notice']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles['summary']}>
        <span className={styles['title']} dir="auto">
          {text(title)}
        </span>
        <time className={styles['time']} dateTime={new Date(publishedAt).toISOString()}>
          {date(publishedAt, 'date')}
        </time>
      </summary>
      {isOpen ? (
        <div className={styles['content']}>
          {image ? <UntrustedImage className={styles['image']} {...image} /> : null}
          <UntrustedHtml className={styles['body']} html={body} />
          {link ? (
            <UntrustedLink className={styles['link']} href={link.href}>
              {text(link.text)}
            </UntrustedLink>
          ) : null}
        </div>
      ) : null}
    </details>
  )
}
