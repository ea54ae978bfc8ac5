import type { KeyValueStorage, Store } from '@x/kit'
import { type Locale, type Preferences, parsePath, switchLocale } from '@x/locale'
import type { RequestTextsStore } from '@x/request'
import type { Platform } from '../platform.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

export interface SyncUrlLocaleOptions {
  readonly preferences: Preferences
  /** The catalog: the language on screen. */
  readonly catalog: Store<{ readonly locale: Locale }>
  readonly storage: KeyValueStorage
  readonly texts: Pick<RequestTextsStore, 'load'>
  readonly location: Platform['location']
  readonly navigate: (to: string, options: { readonly replace: boolean }) => void
}

/**
 * Changes the URL when another tab chooses a language: the URL decides the language of a tab
 * (docs/adr/locale.md). The texts of requests follow the language on screen.
 */
export function syncUrlLocale({
  preferences,
  catalog,
  storage,
  texts,
  location,
  navigate,
}: SyncUrlLocaleOptions): void {
  let loaded = catalog.getState().locale
  catalog.subscribe(() => {
    const { locale } = catalog.getState()
    if (locale === loaded) return
    loaded = locale
    void texts.load(locale)
  })
  storage.subscribe(({ key, value }) => {
    if (key !== STORAGE_KEYS.locale || value === null) return
    const { locale } = preferences.getState()
    const { pathname, search, hash } = new URL(location.href())
    if (parsePath(pathname).locale !== locale)
      navigate(switchLocale(pathname, locale) + search + hash, { replace: true })
  })
}
