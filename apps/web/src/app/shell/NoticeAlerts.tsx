import { useEffect, useEffectEvent } from 'react'
import { NoticeTexts } from '../../lib/lazy/NoticeTexts.tsx'
import { PRODUCT } from '../../lib/page-heads/pageHeads.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import type { FreshNotice } from './useFreshNotices.ts'
import { useNoticeText } from './useNoticeText.ts'

interface NoticeAlertsProps {
  readonly fresh: readonly FreshNotice[]
  readonly onShown: (shown: readonly FreshNotice[]) => void
}

/** Shows notices by the browser or in a toast, and draws nothing. */
export default function NoticeAlerts(props: NoticeAlertsProps) {
  return (
    <NoticeTexts>
      <Alerts {...props} />
    </NoticeTexts>
  )
}

function Alerts({ fresh, onShown }: NoticeAlertsProps) {
  const text = useNoticeText()
  const { toasts } = useServices()
  const show = useEffectEvent((notices: readonly FreshNotice[]) => {
    for (const { notice, isInPage } of notices) {
      const body = text(notice)
      if (isInPage) toasts.info(body)
      // Under its id, so that several tabs show it once.
      else void new Notification(PRODUCT, { body, tag: notice.noticeId })
    }
    onShown(notices)
  })
  useEffect(() => {
    if (fresh.length > 0) show(fresh)
  }, [fresh])
  return null
}
