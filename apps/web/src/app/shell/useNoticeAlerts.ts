import { useEffect, useEffectEvent } from 'react'
import { useUserStream } from '../../data/hooks/useUserStream.ts'
import { refreshNotices, type UserNotice, watchNotices } from '../../data/notices/userNotices.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { playTrigger } from '../../features/orders/index.ts'
import { PRODUCT } from '../../lib/page-heads/pageHeads.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { useNoticeText } from './useNoticeText.ts'

/**
 * Keeps the list of notices current, shows new ones by the browser where the user asked for that
 * and looks elsewhere, and sounds for triggers. Fills have sounds of their own.
 */
export function useNoticeAlerts(): void {
  const stream = useUserStream()
  const dispatch = useAppDispatch()
  const { storage } = useServices()
  const text = useNoticeText()
  const receive = useEffectEvent((notices: readonly UserNotice[]) => {
    dispatch(refreshNotices())
    const fresh = notices.filter(({ isRead }) => !isRead)
    if (fresh.some(({ kind }) => kind === 'triggered') && storage.get(STORAGE_KEYS.sounds) === 'on')
      playTrigger()
    if (!document.hidden || storage.get(STORAGE_KEYS.browserNotices) !== 'on') return
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    // Under its id, so that several tabs show it once.
    for (const notice of fresh)
      void new Notification(PRODUCT, { body: text(notice), tag: notice.noticeId })
  })
  useEffect(() => watchNotices(stream, (notices) => receive(notices)), [stream])
}
