import { useDates } from '@x/locale/react'
import { Icon } from '@x/ui/icon'
import { Megaphone } from 'lucide-react'
import type { Notice } from '../../data/reference/notice.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import styles from './notices.module.css'

/** What the line of an announcement says: its title, cut where there is no space, and its day. */
export function NoticeTitle({
  notice: { title, publishedAt },
}: {
  readonly notice: Pick<Notice, 'title' | 'publishedAt'>
}) {
  const { text } = useUntrusted()
  const { date } = useDates()
  return (
    <>
      <Icon of={Megaphone} />
      <span className={styles['latest']} dir="auto">
        {text(title)}
      </span>
      <time className={styles['time']} dateTime={new Date(publishedAt).toISOString()}>
        {date(publishedAt, 'date')}
      </time>
    </>
  )
}
