/**
 * The 26 locale prefixes of the product (spec section 2, in its order) and what each one is called
 * elsewhere. A prefix never reaches Intl as it is: `asia` throws there, `ph` silently becomes the
 * host's locale, `zh-TC` means Simplified Chinese to it.
 */
export interface LocaleRow {
  /** BCP 47 tag for Intl. */
  readonly tag: string
  /**
   * Values of `hreflang` that lead to this prefix; none for `asia`, whose region no search engine
   * knows.
   */
  readonly hreflang: readonly string[]
  /** Captcha language code; `eng` where the provider has no texts for the language. */
  readonly geetest: string
  /** The language's name in the language itself. */
  readonly name: string
}

/** Every prefix with its names (spec section 2, in its order). */
export const LOCALE_TABLE = {
  bg: { tag: 'bg', hreflang: ['bg'], geetest: 'eng', name: 'Български' },
  en: { tag: 'en', hreflang: ['en', 'x-default'], geetest: 'eng', name: 'English' },
  asia: { tag: 'en-001', hreflang: [], geetest: 'eng', name: 'English (Asia)' },
  'en-GB': { tag: 'en-GB', hreflang: ['en-GB'], geetest: 'eng', name: 'English (UK)' },
  ja: { tag: 'ja', hreflang: ['ja'], geetest: 'jpn', name: '日本語' },
  vi: { tag: 'vi', hreflang: ['vi'], geetest: 'eng', name: 'Tiếng Việt' },
  ru: { tag: 'ru', hreflang: ['ru'], geetest: 'rus', name: 'Русский' },
  es: { tag: 'es', hreflang: ['es'], geetest: 'spa', name: 'Español' },
  tr: { tag: 'tr', hreflang: ['tr'], geetest: 'eng', name: 'Türkçe' },
  it: { tag: 'it', hreflang: ['it'], geetest: 'eng', name: 'Italiano' },
  fr: { tag: 'fr', hreflang: ['fr'], geetest: 'fra', name: 'Français' },
  de: { tag: 'de', hreflang: ['de'], geetest: 'deu', name: 'Deutsch' },
  'zh-CN': { tag: 'zh-Hans-CN', hreflang: ['zh-CN'], geetest: 'zho', name: '简体中文' },
  'zh-TW': { tag: 'zh-Hant-TW', hreflang: ['zh-TW'], geetest: 'zho-tw', name: '繁體中文（台灣）' },
  'zh-TC': { tag: 'zh-Hant', hreflang: ['zh-Hant'], geetest: 'zho-tw', name: '繁體中文' },
  pt: { tag: 'pt-BR', hreflang: ['pt'], geetest: 'pon', name: 'Português (Brasil)' },
  id: { tag: 'id', hreflang: ['id'], geetest: 'ind', name: 'Bahasa Indonesia' },
  th: { tag: 'th-u-ca-gregory', hreflang: ['th'], geetest: 'eng', name: 'ไทย' },
  pl: { tag: 'pl', hreflang: ['pl'], geetest: 'eng', name: 'Polski' },
  uk: { tag: 'uk', hreflang: ['uk'], geetest: 'eng', name: 'Українська' },
  'pt-PT': { tag: 'pt-PT', hreflang: ['pt-PT'], geetest: 'por', name: 'Português (Portugal)' },
  'es-ES': { tag: 'es-ES', hreflang: ['es-ES'], geetest: 'spa', name: 'Español (España)' },
  uz: { tag: 'uz-Latn', hreflang: ['uz'], geetest: 'eng', name: 'Oʻzbekcha' },
  ar: { tag: 'ar-u-nu-latn-ca-gregory', hreflang: ['ar'], geetest: 'ara', name: 'العربية' },
  ph: { tag: 'fil-PH', hreflang: ['fil-PH'], geetest: 'eng', name: 'Filipino' },
  'es-AR': { tag: 'es-AR', hreflang: ['es-AR'], geetest: 'spa', name: 'Español (Argentina)' },
} as const satisfies Readonly<Record<string, LocaleRow>>

/** Languages that have messages but no screens: no route carries their prefix. */
export const MESSAGE_ONLY_TABLE = {
  ko: { tag: 'ko', hreflang: [], geetest: 'kor', name: '한국어' },
  nl: { tag: 'nl', hreflang: [], geetest: 'eng', name: 'Nederlands' },
  sv: { tag: 'sv', hreflang: [], geetest: 'eng', name: 'Svenska' },
  'en-PH': { tag: 'en-PH', hreflang: [], geetest: 'eng', name: 'English (Philippines)' },
  'en-IN': { tag: 'en-IN', hreflang: [], geetest: 'eng', name: 'English (India)' },
  'en-ZA': { tag: 'en-ZA', hreflang: [], geetest: 'eng', name: 'English (South Africa)' },
} as const satisfies Readonly<Record<string, LocaleRow>>

/** A prefix a route may carry. */
export type Locale = keyof typeof LOCALE_TABLE
/** A prefix, or a language that only has messages. */
export type MessageLocale = Locale | keyof typeof MESSAGE_ONLY_TABLE

/** All locales (spec section 2, in its order). */
export const LOCALES = Object.keys(LOCALE_TABLE) as Locale[]
/** `LOCALES`, then the languages that only have messages. */
export const MESSAGE_LOCALES = [...LOCALES, ...Object.keys(MESSAGE_ONLY_TABLE)] as MessageLocale[]

/** Whether a route may carry this prefix, in its exact spelling. */
export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(LOCALE_TABLE, value)
}

/** What a prefix is called elsewhere: tag for Intl, hreflang, name. */
export function localeRow(locale: MessageLocale): LocaleRow {
  return isLocale(locale) ? LOCALE_TABLE[locale] : MESSAGE_ONLY_TABLE[locale]
}

/** Right-to-left only for Arabic (spec section 5). */
export function directionOf(locale: MessageLocale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}

/** For the `lang` attribute: the tag without its Intl extensions. */
export function htmlLang(locale: MessageLocale): string {
  return localeRow(locale).tag.replace(/-u-.*/, '')
}
