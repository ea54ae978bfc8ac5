import { Switch } from '@x/ui/switch'
import { useState } from 'react'
import { useNoticeMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

/** Whether the browser shows notices; it is asked for its permission when this is switched on. */
export function BrowserNoticesSwitch() {
  const t = useNoticeMessages()
  const { storage, toasts } = useServices()
  const [isOn, setOn] = useState(() => storage.get(STORAGE_KEYS.browserNotices) === 'on')
  if (typeof Notification === 'undefined') return null
  const keep = (next: boolean) => {
    storage.set(STORAGE_KEYS.browserNotices, next ? 'on' : 'off')
    setOn(next)
  }
  const change = async (next: boolean) => {
    if (!next) return keep(false)
    if ((await Notification.requestPermission()) === 'granted') keep(true)
    else toasts.show({ kind: 'warning', text: t('notice.blocked') })
  }
  return (
    <Switch checked={isOn} onChange={(next) => void change(next)}>
      {t('notice.browser')}
    </Switch>
  )
}
