import { useProductMessages } from '../../lib/messages/messages.ts'
import { usePagePath } from '../../lib/router/paths.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import page from '../../lib/product-page/product.module.css'
import { AnnouncementArticle } from './AnnouncementArticle.tsx'
import { AnnouncementList } from './AnnouncementList.tsx'

/** `/announcements`, and `/announcements/:noticeId` for one of them. */
export function AnnouncementPages() {
  const [, , encoded] = usePagePath().split('/')
  const noticeId = encoded ? decoded(encoded) : undefined
  return (
    <div className={page['page']}>
      {noticeId === undefined ? <All /> : <AnnouncementArticle noticeId={noticeId} />}
    </div>
  )
}

function All() {
  const t = useProductMessages()
  usePageTitle(t('notices.title'))
  return (
    <>
      <h1 className={page['title']}>{t('notices.title')}</h1>
      <AnnouncementList />
    </>
  )
}

/** What an address that was typed by hand means; one that cannot be decoded is no announcement. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
