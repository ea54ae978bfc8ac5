import { defaultCurrency } from '../currencies/currencies.ts'
import { directionOf, type Locale } from '../locales/localeTable.ts'
import { bestLocale } from '../locales/matchLocale.ts'
import { COOKIE_DEFAULTS, STORAGE_DEFAULTS } from './defaults.ts'
import type { PreferenceValues } from './fields.ts'

/** All preferences, and the text direction of the language. */
export interface PreferencesState extends PreferenceValues {
  readonly direction: 'ltr' | 'rtl'
}

export interface PreferenceSources {
  /** Valid values the trader has chosen, from the cookies or the storage. */
  readonly chosen: Partial<PreferenceValues>
  /** The locale the address names, if it names one. */
  readonly urlLocale: Locale | undefined
  /** As `navigator.languages`. */
  readonly languages: readonly string[]
  readonly cookiesAvailable: boolean
}

/**
 * Language = address, choice, best match of the browser's languages, English; the rest = choice,
 * else default (locale Precedence).
 */
export function resolvePreferences({
  chosen,
  urlLocale,
  languages,
  cookiesAvailable,
}: PreferenceSources): PreferencesState {
  const locale = urlLocale ?? chosen.locale ?? bestLocale(languages)
  return {
    theme: 'dark',
    layout: 'right',
    valuationUnit: 1,
    loggedIn: false,
    tradingNumbers: 'invariant',
    // Without cookies the storage's own defaults serve.
    unit: cookiesAvailable ? defaultCurrency(locale) : STORAGE_DEFAULTS.unit,
    showAsset: (cookiesAvailable ? COOKIE_DEFAULTS : STORAGE_DEFAULTS)['show-asset'],
    ...chosen,
    locale,
    direction: directionOf(locale),
  }
}
