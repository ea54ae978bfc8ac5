import { isLocale, LOCALE_TABLE, LOCALES, type Locale, type MessageLocale } from './localeTable.ts'

/** The number of a language entry (spec section 3, "Language types"). `tr` and `bg` have none. */
export const languageType: Readonly<Partial<Record<Locale, number>>> = {
  en: 0,
  'zh-CN': 1,
  ja: 2,
  asia: 3,
  vi: 4,
  'zh-TW': 5,
  'zh-TC': 5,
  ru: 6,
  es: 7,
  it: 9,
  fr: 10,
  de: 11,
  pt: 12,
  id: 13,
  th: 14,
  pl: 20,
  uk: 21,
  'es-ES': 23,
  'pt-PT': 24,
  uz: 25,
  ar: 39,
  ph: 40,
  'en-GB': 41,
  'es-AR': 42,
}

/**
 * The number for the message and request tables (spec section 3): another numbering, never merged
 * with the one above (en-GB is 3 here, 41 there).
 */
export const messageLanguageId: Readonly<Partial<Record<MessageLocale, number>>> = {
  en: 0,
  'zh-CN': 1,
  ja: 2,
  'en-GB': 3,
  vi: 4,
  'zh-TW': 5,
  ru: 6,
  es: 7,
  tr: 8,
  it: 9,
  fr: 10,
  de: 11,
  pt: 12,
  id: 13,
  th: 14,
  ko: 15,
  nl: 16,
  'en-PH': 17,
  'en-IN': 18,
  'en-ZA': 19,
  pl: 20,
  uk: 21,
  sv: 22,
  'es-ES': 23,
  'pt-PT': 24,
}

/**
 * Locales without a number of their own in the message table, and whose number they use there
 * (locale Conflicts).
 */
const MESSAGE_ID_OF: Readonly<Partial<Record<MessageLocale, MessageLocale>>> = {
  'zh-TC': 'zh-TW',
  'es-AR': 'es',
  asia: 'en',
  uz: 'en',
  ar: 'en',
  ph: 'en',
}

/** The number of a locale in requests. */
export interface RequestLanguageType {
  readonly languageType: number
  /** False for a locale with a number in neither table (bg): it is sent as 0. */
  readonly known: boolean
}

/** Which number table is preferred. */
export interface RequestLanguageTypeOptions {
  /** Which table is asked first; the other one fills its holes. Default `entry`. */
  readonly table?: 'entry' | 'message'
}

/** The request parameter `languageType` (docs/adr/locale.md). */
export function requestLanguageType(
  locale: MessageLocale,
  { table = 'entry' }: RequestLanguageTypeOptions = {},
): RequestLanguageType {
  const entry = isLocale(locale) ? languageType[locale] : undefined
  const message = messageLanguageId[locale] ?? messageLanguageId[MESSAGE_ID_OF[locale] ?? locale]
  const number = table === 'entry' ? (entry ?? message) : (message ?? entry)
  return { languageType: number ?? 0, known: number !== undefined }
}

/** A language as the server names it (spec section 3). */
export interface LanguageEntry {
  readonly locale: Locale
  /** The BCP 47 tag: what the `language` header carries. */
  readonly languageKey: string
  readonly languageName: string
  readonly languageType: number
}

/** One entry a locale, in the order of the prefixes. */
export function languageEntries(options?: RequestLanguageTypeOptions): LanguageEntry[] {
  return LOCALES.map((locale) => ({
    locale,
    languageKey: LOCALE_TABLE[locale].tag,
    languageName: LOCALE_TABLE[locale].name,
    languageType: requestLanguageType(locale, options).languageType,
  }))
}
