import { type Preferences, parsePath, switchLocale } from '@x/locale'
import type { KeyValueStorage } from '@x/kit'
import type { RequestTextsStore } from '@x/request'
import type { Platform } from '../../app/platform.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

export interface FollowLanguageOptions {
  readonly preferences: Preferences
  readonly storage: KeyValueStorage
  readonly texts: Pick<RequestTextsStore, 'load'>
  readonly location: Platform['location']
  readonly navigate: (to: string, options: { readonly replace: boolean }) => void
}

/**
 * The address decides the language on screen, so another tab's choice moves the address
 * (docs/adr/locale.md). The texts of requests follow every change.
 */
export function followLanguage({
  preferences,
  storage,
  texts,
  location,
  navigate,
}: FollowLanguageOptions): void {
  let loaded = preferences.getState().locale
  preferences.subscribe(() => {
    const { locale } = preferences.getState()
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
