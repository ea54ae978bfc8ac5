import { useEffect, useEffectEvent } from 'react'
import type { UserNotice } from '../../data/notices/userNotices.ts'
import { NoticeTexts } from '../../lib/lazy/NoticeTexts.tsx'
import { PRODUCT } from '../../lib/page-heads/pageHeads.ts'
import { useNoticeText } from './useNoticeText.ts'

interface NoticeAlertsProps {
  readonly fresh: readonly UserNotice[]
  readonly onShown: (shown: readonly UserNotice[]) => void
}

/** Shows notices by the browser, and draws nothing. */
export default function NoticeAlerts(props: NoticeAlertsProps) {
  return (
    <NoticeTexts>
      <Alerts {...props} />
    </NoticeTexts>
  )
}

function Alerts({ fresh, onShown }: NoticeAlertsProps) {
  const text = useNoticeText()
  const show = useEffectEvent((notices: readonly UserNotice[]) => {
    // Under its id, so that several tabs show it once.
    for (const notice of notices)
      void new Notification(PRODUCT, { body: text(notice), tag: notice.noticeId })
    onShown(notices)
  })
  useEffect(() => {
    if (fresh.length > 0) show(fresh)
  }, [fresh])
  return null
}
