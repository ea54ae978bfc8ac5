import { cached } from '../intlCache.ts'
import { type Locale, localeRow } from '../locales/localeTable.ts'
import { UZBEK_CURRENCIES } from './uzbekCurrencies.ts'
import { CURRENCY_CODES, type CurrencyCode, currencySymbol } from './currencies.ts'

/** The currency's name in the language of the locale. */
export function currencyName(code: CurrencyCode, locale: Locale): string {
  if (locale === 'uz') return UZBEK_CURRENCIES[CURRENCY_CODES.indexOf(code)] ?? code
  return (
    cached(
      `currency ${locale}`,
      () => new Intl.DisplayNames(localeRow(locale).tag, { type: 'currency' }),
    ).of(code) ?? code
  )
}

/** A currency as the server names it (spec section 3, docs/adr/locale.md). */
export interface ValuationEntry {
  readonly symbol: string
  /** The currency's name in the language of the locale. */
  readonly name: string
  /** What the preference `unit` stores. */
  readonly value: CurrencyCode
  /** The kind of valuation unit it belongs to: 1, fiat. */
  readonly type: 1
  /** What a picker shows on one line. */
  readonly showName: string
}

/** One entry a currency (spec section 3, in its order). */
export function valuationEntries(locale: Locale): ValuationEntry[] {
  return CURRENCY_CODES.map((value) => {
    const symbol = currencySymbol(value, locale)
    return {
      symbol,
      name: currencyName(value, locale),
      value,
      type: 1,
      showName: `${value} (${symbol})`,
    }
  })
}
