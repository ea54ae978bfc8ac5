import type { Locale, MessageLocale } from '../locales/localeTable.ts'

/** The valuation currencies (spec section 3, in its order). */
export const CURRENCY_CODES = [
  'USD',
  'KRW',
  'JPY',
  'VND',
  'RUB',
  'EUR',
  'TRY',
  'CNY',
  'TWD',
  'IDR',
  'PHP',
  'HKD',
  'THB',
] as const
/** ISO 4217 code of a supported display currency. */
export type CurrencyCode = (typeof CURRENCY_CODES)[number]

const SYMBOLS: Readonly<Record<CurrencyCode, string>> = {
  USD: '$',
  KRW: '₩',
  JPY: '¥',
  VND: '₫',
  RUB: '₽',
  EUR: '€',
  TRY: '₺',
  CNY: 'CN¥',
  TWD: 'NT$',
  IDR: 'Rp',
  PHP: '₱',
  HKD: 'HK$',
  THB: '฿',
}

/**
 * Spec section 3, verbatim; every locale that is not named here uses USD (locale Conflicts). `en`
 * among them.
 */
const DEFAULTS: Readonly<Partial<Record<MessageLocale, CurrencyCode>>> = {
  'zh-CN': 'CNY',
  ko: 'KRW',
  ja: 'JPY',
  'zh-TW': 'TWD',
  ru: 'RUB',
  tr: 'TRY',
  vi: 'VND',
  id: 'IDR',
  th: 'THB',
  es: 'EUR',
  fr: 'EUR',
  de: 'EUR',
  pt: 'EUR',
  it: 'EUR',
  nl: 'EUR',
  ph: 'PHP',
}

/** Whether it is one of the codes, in capitals. */
export function isCurrencyCode(value: unknown): value is CurrencyCode {
  return CURRENCY_CODES.includes(value as CurrencyCode)
}

/**
 * What a language is valued in until a currency is chosen (spec section 3); USD where none is
 * named.
 */
export function defaultCurrency(locale: MessageLocale): CurrencyCode {
  return DEFAULTS[locale] ?? 'USD'
}

/**
 * The sign of the yen is the sign of the yuan too: the one at home keeps it bare, the other says
 * whose it is (docs/adr/locale.md).
 */
export function currencySymbol(code: CurrencyCode, locale?: Locale): string {
  if (locale === 'zh-CN' && (code === 'CNY' || code === 'JPY')) return code === 'CNY' ? '¥' : 'JP¥'
  return SYMBOLS[code]
}
