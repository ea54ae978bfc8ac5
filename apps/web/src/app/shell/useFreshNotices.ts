import { useEffect, useEffectEvent, useState } from 'react'
import { useUserStream } from '../../data/hooks/useUserStream.ts'
import { refreshNotices, type UserNotice, watchNotices } from '../../data/notices/userNotices.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { playTrigger } from '../../features/orders/index.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

/**
 * Keeps the list of notices current, sounds for triggers (fills have sounds of their own), and
 * gathers what the browser is to show: new ones where the user asked for that and looks elsewhere.
 */
export function useFreshNotices(): {
  readonly fresh: readonly UserNotice[]
  readonly forget: (shown: readonly UserNotice[]) => void
} {
  const stream = useUserStream()
  const dispatch = useAppDispatch()
  const { storage } = useServices()
  const [fresh, setFresh] = useState<readonly UserNotice[]>([])
  const receive = useEffectEvent((notices: readonly UserNotice[]) => {
    dispatch(refreshNotices())
    const unread = notices.filter(({ isRead }) => !isRead)
    const isOn = (key: string) => storage.get(key) === 'on'
    if (unread.some(({ kind }) => kind === 'triggered') && isOn(STORAGE_KEYS.sounds)) playTrigger()
    if (!document.hidden || !isOn(STORAGE_KEYS.browserNotices)) return
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    setFresh((waiting) => [...waiting, ...unread])
  })
  useEffect(() => watchNotices(stream, (notices) => receive(notices)), [stream])
  return {
    fresh,
    forget: (shown) => setFresh((waiting) => waiting.filter((each) => !shown.includes(each))),
  }
}
