import { useStore } from '@x/kit/react'
import { useDates } from '@x/locale/react'
import { Icon } from '@x/ui/icon'
import { Megaphone } from 'lucide-react'
import { useNotices } from '../../data/notices/api.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import styles from './notices.module.css'

/**
 * The latest announcement in one line, which leads to the board further down. Its space is kept
 * while it is not known, so that the page does not move when it comes.
 */
export function NoticeBar() {
  const { preferences } = useServices()
  const locale = useStore(preferences, (state) => state.locale)
  const { text } = useUntrusted()
  const { date } = useDates()
  const [latest] = useNotices(locale)
  return (
    <div className={styles['barSpace']}>
      {latest ? (
        <a className={styles['noticeBar']} href="#notices-title">
          <Icon of={Megaphone} />
          <span className={styles['latest']} dir="auto">
            {text(latest.title)}
          </span>
          <time className={styles['time']} dateTime={new Date(latest.publishedAt).toISOString()}>
            {date(latest.publishedAt, 'date')}
          </time>
        </a>
      ) : null}
    </div>
  )
}
