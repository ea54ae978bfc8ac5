import { useEffect, useEffectEvent, useState } from 'react'
import { useUserStream } from '../../data/hooks/useUserStream.ts'
import { refreshNotices, type UserNotice, watchNotices } from '../../data/notices/userNotices.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { playTrigger } from '../../features/orders/index.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { hasSound } from '../../lib/sounds.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

export interface FreshNotice {
  readonly notice: UserNotice
  /** By the page, not by the browser. */
  readonly isInPage: boolean
}

/**
 * Keeps the list of notices current, sounds for triggers and price alerts (fills have sounds of
 * their own), and gathers what is to be shown: by the browser where the user asked for that and
 * looks elsewhere, by the page a price alert, of which the notice is all there is.
 */
export function useFreshNotices(): {
  readonly fresh: readonly FreshNotice[]
  readonly forget: (shown: readonly FreshNotice[]) => void
} {
  const stream = useUserStream()
  const dispatch = useAppDispatch()
  const { storage } = useServices()
  const [fresh, setFresh] = useState<readonly FreshNotice[]>([])
  const receive = useEffectEvent((notices: readonly UserNotice[]) => {
    dispatch(refreshNotices())
    const unread = notices.filter(({ isRead }) => !isRead)
    const isOn = (key: string) => storage.get(key) === 'on'
    const isAlert = ({ kind }: UserNotice) => kind === 'priceAlert'
    const sounds = unread.some((notice) =>
      isAlert(notice)
        ? hasSound({ storage }, 'alerts')
        : notice.kind === 'triggered' && hasSound({ storage }, 'triggers'),
    )
    if (sounds) playTrigger()
    const isInPage = !document.hidden
    if (!isInPage && !(isOn(STORAGE_KEYS.browserNotices) && mayNotify())) return
    const shown = isInPage ? unread.filter(isAlert) : unread
    setFresh((waiting) => [...waiting, ...shown.map((notice) => ({ notice, isInPage }))])
  })
  useEffect(() => watchNotices(stream, (notices) => receive(notices)), [stream])
  return {
    fresh,
    forget: (shown) => setFresh((waiting) => waiting.filter((each) => !shown.includes(each))),
  }
}

const mayNotify = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'granted'
