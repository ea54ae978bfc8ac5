import { useStore } from '@x/kit/react'
import { useNotices } from '../../data/notices/hooks.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './notices.module.css'
import { NoticeSpace } from './NoticeSpace.tsx'
import { NoticeTitle } from './NoticeTitle.tsx'

/**
 * The latest announcement in one line, which leads to the board further down. Its space is kept
 * while it is not known, so that the page does not move when it comes.
 */
export function NoticeBar() {
  const { preferences } = useServices()
  const locale = useStore(preferences, (state) => state.locale)
  const [latest] = useNotices(locale)
  return (
    <NoticeSpace>
      {latest ? (
        <a className={styles['noticeBar']} href="#notices-title">
          <NoticeTitle notice={latest} />
        </a>
      ) : null}
    </NoticeSpace>
  )
}
