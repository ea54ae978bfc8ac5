export {
  directionOf,
  htmlLang,
  isLocale,
  type Locale,
  LOCALE_TABLE,
  localeRow,
  type LocaleRow,
  LOCALES,
  MESSAGE_LOCALES,
  MESSAGE_ONLY_TABLE,
  type MessageLocale,
} from '../locales/localeTable.ts'
export {
  languageEntries,
  type LanguageEntry,
  languageType,
  messageLanguageId,
  requestLanguageType,
  type RequestLanguageType,
  type RequestLanguageTypeOptions,
} from '../locales/languageTypes.ts'
export { bestLocale, matchLocale } from '../locales/matchLocale.ts'
export {
  addLocale,
  type AlternateLink,
  alternateLinks,
  canonicalLink,
  htmlAttributes,
  type LocalePath,
  parsePath,
  stripLocale,
  switchLocale,
} from '../locales/paths.ts'
export {
  CURRENCY_CODES,
  type CurrencyCode,
  currencySymbol,
  defaultCurrency,
  isCurrencyCode,
} from '../currencies/currencies.ts'
export {
  createPreferences,
  type Preferences,
  type PreferencesOptions,
} from '../preferences/createPreferences.ts'
export { COOKIE_DAYS, COOKIE_DEFAULTS, STORAGE_DEFAULTS } from '../preferences/defaults.ts'
export type {
  Layout,
  PreferenceName,
  PreferenceValues,
  TradingNumbers,
  ValuationUnit,
} from '../preferences/fields.ts'
export { preferencesOfCookies } from '../preferences/preferencesOfCookies.ts'
export type { PreferencesState } from '../preferences/resolvePreferences.ts'
export { type Theme, THEME_WORDS, themeOfWord } from '../preferences/theme.ts'
export { isLocaleError, LocaleError, type LocaleErrorCode } from '../LocaleError.ts'
