import { useStore } from '@x/kit/react'
import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useNotices } from '../../data/notices/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './notices.module.css'
import { NoticeSpace } from './NoticeSpace.tsx'
import { NoticeTitle } from './NoticeTitle.tsx'

/** The announcement that was hidden last; in the table of keys it would be in every first load. */
const HIDDEN_NOTICE = 'x:hiddenNotice'

/**
 * The latest announcement in one line that leads to it, until it is hidden: the next one is shown
 * again. Its space is kept while it is not known, except where one was hidden.
 */
export function NoticeLine() {
  const t = usePageMessages()
  const { preferences, storage } = useServices()
  const locale = useStore(preferences, (state) => state.locale)
  const to = useLocalePath()
  const [hidden, setHidden] = useState(() => storage.get(HIDDEN_NOTICE))
  const [latest] = useNotices(locale)
  if (latest ? latest.noticeId === hidden : hidden) return null
  const hide = ({ noticeId }: { readonly noticeId: string }) => {
    storage.set(HIDDEN_NOTICE, noticeId)
    setHidden(noticeId)
  }
  return (
    <NoticeSpace>
      {latest ? (
        <div className={styles['line']}>
          <Link
            className={styles['noticeBar']}
            to={to(`/announcements/${encodeURIComponent(latest.noticeId)}`)}
          >
            <NoticeTitle notice={latest} />
          </Link>
          <IconButton
            size="small"
            icon={<Icon of={X} />}
            label={t('notices.hide')}
            onClick={() => hide(latest)}
          />
        </div>
      ) : null}
    </NoticeSpace>
  )
}
