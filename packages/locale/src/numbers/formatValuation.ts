import { formatUnits, mulDiv, parseUnits, roundUnits } from '@x/decimal'
import { type CurrencyCode, currencySymbol } from '../currencies/currencies.ts'
import type { Locale } from '../locales/localeTable.ts'
import { type NumberOptions, render } from './formatNumber.ts'
import { numberPattern } from './numberPatterns.ts'

/** The language and currency of a valuation. */
export interface ValuationOptions extends Omit<NumberOptions, 'locale'> {
  readonly locale: Locale
  readonly currency: CurrencyCode
}

/**
 * An amount of fiat money with its symbol where the locale puts it, rounded half up to the fiat
 * scene.
 */
export function formatValuation(
  value: string | null | undefined,
  { locale, currency, ...options }: ValuationOptions,
): string {
  const symbol = currencySymbol(currency, locale)
  const { currency: pattern } = numberPattern(locale)
  // CLDR's spacing rule: a symbol that ends in a letter keeps a space to the digit after it (`Rp
  // 1.234`, `$1,234`).
  const spaced = /\p{L}$/u.test(symbol) ? pattern.replace('¤#', '¤\u00a0#') : pattern
  return render(value, { purpose: 'valuation', ...options, locale }, spaced).replace(
    '¤',
    () => symbol,
  )
}

/**
 * Units of the currency for one US dollar, as decimal strings; a currency without a rate cannot be
 * valued.
 */
export type DollarRates = Readonly<Partial<Record<CurrencyCode, string>>>

/** The currencies and rates of a conversion. */
export interface ConvertOptions {
  readonly from: CurrencyCode
  readonly to: CurrencyCode
  readonly rates: DollarRates
}

/**
 * Internal scale: far below any digit that is shown, so that the one rounding for eyes is the one
 * that counts.
 */
const SCALE = 24

/**
 * The amount in another currency, unrounded for eyes (24 decimals); `null` without a usable rate or
 * amount.
 */
export function convertValuation(
  amount: string,
  { from, to, rates }: ConvertOptions,
): string | null {
  const units = roundUnits(amount, SCALE, 'half-even')
  const [of, into] = [rateOf(rates, from), rateOf(rates, to)]
  if (units === null || of === null || into === null) return null
  return formatUnits(mulDiv(units, into, { by: of, mode: 'half-even' }), SCALE, { trim: true })
}

function rateOf(rates: DollarRates, code: CurrencyCode): bigint | null {
  const rate = parseUnits(rates[code] ?? (code === 'USD' ? '1' : ''), SCALE)
  return rate !== null && rate > 0n ? rate : null
}
