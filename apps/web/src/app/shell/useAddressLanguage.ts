import type { Locale } from '@x/locale'
import { useEffect, useEffectEvent } from 'react'
import { useMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'

/**
 * The address decides the language. Its messages come on screen in one step, once they are here;
 * while they cannot be had, the page keeps the ones it has and says so.
 */
export function useAddressLanguage(locale: Locale | undefined): void {
  const { catalog, preferences, toasts } = useServices()
  const t = useMessages()
  const notifyUnavailable = useEffectEvent(() => void toasts.error(t('shell.languageFailed')))
  useEffect(() => {
    preferences.enter(locale)
    catalog.switchTo(preferences.getState().locale).catch(() => notifyUnavailable())
  }, [catalog, preferences, locale])
}
