import { describe, expect, it } from 'vitest'
import { LOCALES, MESSAGE_LOCALES, type MessageLocale } from '../locales/localeTable.ts'
import { CURRENCY_CODES, currencySymbol, defaultCurrency, isCurrencyCode } from './currencies.ts'
import { currencyName, valuationEntries } from './currencyName.ts'

describe('currencies', () => {
  it('has the 13 valuation currencies in the order of the specification (spec 3.3)', () => {
    expect(CURRENCY_CODES.join(', ')).toBe(
      'USD, KRW, JPY, VND, RUB, EUR, TRY, CNY, TWD, IDR, PHP, HKD, THB',
    )
  })

  it.each(
    // Spec section 3, sentence by sentence; "pt-BR USD" names no prefix of ours, `pt` is EUR in the
    // same sentence.
    (
      'zh-CN CNY; en USD; ko KRW; ja JPY; zh-TW TWD; ru RUB; tr TRY; vi VND; id IDR; ' +
      'th THB; es EUR; fr EUR; de EUR; pt EUR; it EUR; nl EUR; pl USD; sv USD; es-AR ' +
      'USD; pt-PT USD; es-ES USD; uk USD; uz USD; asia USD; en-GB USD; en-PH USD; ' +
      'en-IN USD; en-ZA USD'
    )
      .split('; ')
      .map((pair) => pair.split(' ')),
  )('the default currency of %s is %s (spec 3.4)', (locale, currency) => {
    expect(defaultCurrency(locale as MessageLocale)).toBe(currency)
  })

  it('defaults bg, ar and zh-TC to USD, ph to PHP (locale Conflicts)', () => {
    expect((['bg', 'ar', 'zh-TC', 'ph'] as const).map(defaultCurrency)).toEqual([
      'USD',
      'USD',
      'USD',
      'PHP',
    ])
  })

  it('every locale has a default that can be chosen', () => {
    expect(MESSAGE_LOCALES.map(defaultCurrency).every(isCurrencyCode)).toBe(true)
  })

  it('knows a currency by its exact code', () => {
    for (const other of ['usd', 'GBP', '', null, undefined, 1, 'toString'])
      expect(isCurrencyCode(other)).toBe(false)
  })

  it('no two currencies share a symbol in one language', () => {
    for (const locale of LOCALES)
      expect(new Set(CURRENCY_CODES.map((code) => currencySymbol(code, locale))).size, locale).toBe(
        13,
      )
  })

  it('reads a bare yen sign as yuan only in simplified Chinese', () => {
    expect([
      currencySymbol('CNY', 'zh-CN'),
      currencySymbol('JPY', 'zh-CN'),
      currencySymbol('CNY', 'ja'),
      currencySymbol('JPY', 'ja'),
      currencySymbol('JPY'),
    ]).toEqual(['¥', 'JP¥', 'CN¥', '¥', '¥'])
  })

  it('gives each valuation entry its five fields (spec 3.3)', () => {
    expect(valuationEntries('en').slice(0, 2)).toEqual([
      { symbol: '$', name: 'US Dollar', value: 'USD', type: 1, showName: 'USD ($)' },
      { symbol: '₩', name: 'South Korean Won', value: 'KRW', type: 1, showName: 'KRW (₩)' },
    ])
    expect(valuationEntries('de').map(({ value }) => value)).toEqual(CURRENCY_CODES)
  })

  it('names the currencies in the language, Uzbek from its own list', () => {
    expect([
      currencyName('JPY', 'de'),
      currencyName('USD', 'ja'),
      currencyName('TRY', 'uz'),
    ]).toEqual(['Japanischer Yen', '米ドル', 'Turk lirasi'])
  })

  it('the Uzbek list equals CLDR', () => {
    const names = new Intl.DisplayNames('uz-Latn', { type: 'currency' })
    expect(CURRENCY_CODES.map((code) => currencyName(code, 'uz'))).toEqual(
      CURRENCY_CODES.map((code) => names.of(code)),
    )
  })
})
