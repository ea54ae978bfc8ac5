'use client'

import { createContext, useContext, useState, type ReactNode } from 'react'
import { useStore } from '@x/kit/react'
import { COOKIE_DAYS, createPreferences, type PreferenceValues, type Preferences } from '@x/locale'
import { LocaleProvider } from '@x/locale/react'
import { createStorage } from '@x/storage'
import { UiProvider } from '@x/ui'

const PreferencesContext = createContext<Preferences | undefined>(undefined)

/** The preferences of this visitor. */
export function usePreferences(): Preferences {
  const preferences = useContext(PreferencesContext)
  if (!preferences) throw new Error('Render it inside of Providers')
  return preferences
}

/** On a server both storages are in memory: `initial` is what the visitor has chosen. */
function preferencesOf(initial: Partial<PreferenceValues>): Preferences {
  return createPreferences({
    cookies: createStorage({
      order: ['cookie', 'memory'],
      cookie: { maxAgeSeconds: COOKIE_DAYS * 86_400 },
    }),
    storage: createStorage(),
    navigatorLanguages: ['en'],
    initial,
  })
}

export interface ProvidersProps {
  readonly initial: Partial<PreferenceValues>
  readonly children: ReactNode
}

export function Providers({ initial, children }: ProvidersProps) {
  const [preferences] = useState(() => preferencesOf(initial))
  const locale = useStore(preferences, (state) => state.locale)
  return (
    <PreferencesContext value={preferences}>
      <LocaleProvider locale={locale}>
        <UiProvider language={locale}>{children}</UiProvider>
      </LocaleProvider>
    </PreferencesContext>
  )
}
