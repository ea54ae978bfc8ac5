import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURRENCY_CODES } from '../currencies/currencies.ts'
import { convertValuation, formatValuation } from './formatValuation.ts'

describe('valuations', () => {
  it.each([
    ['en', 'USD', '$1,234.57'],
    ['de', 'EUR', '1.234,57\u00a0€'],
    ['fr', 'USD', '1\u202f234,57\u00a0$'],
    ['ja', 'JPY', '¥1,234.57'],
    ['zh-CN', 'CNY', '¥1,234.57'],
    ['zh-CN', 'JPY', 'JP¥1,234.57'],
    ['en', 'CNY', 'CN¥1,234.57'],
    ['id', 'IDR', 'Rp\u00a01.234,57'],
    ['en', 'IDR', 'Rp\u00a01,234.57'],
    ['pt', 'USD', '$\u00a01.234,57'],
    ['es', 'EUR', '1234,57\u00a0€'],
    ['tr', 'TRY', '₺1.234,57'],
    ['ar', 'USD', '\u200f1,234.57\u00a0$'],
    ['th', 'THB', '฿1,234.57'],
    ['vi', 'VND', '1.234,57\u00a0₫'],
    ['uz', 'RUB', '1\u00a0234,57\u00a0₽'],
  ] as const)('formats in %s and %s as %s (spec 9, locale Numbers)', (locale, currency, text) => {
    expect(formatValuation('1234.565', { locale, currency })).toBe(text)
  })

  it('the sign stands before the symbol, or after the mark of direction', () => {
    expect([
      formatValuation('-5', { locale: 'en', currency: 'USD' }),
      formatValuation('-5', { locale: 'de', currency: 'USD' }),
      formatValuation('5', { locale: 'en', currency: 'USD', signs: 'always' }),
    ]).toEqual(['-$5.00', '-5,00\u00a0$', '+$5.00'])
    expect(formatValuation('-5', { locale: 'ar', currency: 'USD' })).toBe(
      '\u200f\u200e-5.00\u00a0$',
    )
  })

  it('rounds half up (locale Numbers)', () => {
    expect(
      ['0.005', '-0.005', '-0.006', '2.675'].map((value) =>
        formatValuation(value, { locale: 'en', currency: 'USD' }),
      ),
    ).toEqual(['$0.01', '>-$0.01', '-$0.01', '$2.68'])
  })

  it('the double dash has no symbol, and what vanishes says so (locale Numbers)', () => {
    expect([
      formatValuation(null, { locale: 'de', currency: 'EUR' }),
      formatValuation('0.001', { locale: 'de', currency: 'EUR' }),
    ]).toEqual(['--', '<0,01\u00a0€'])
  })

  it('a dollar sign in the symbol is not a replacement pattern', () => {
    expect(formatValuation('1', { locale: 'en', currency: 'HKD' })).toBe('HK$1.00')
  })
})

describe('conversion', () => {
  const rates = { EUR: '0.8', JPY: '150.25', VND: '26000', KRW: '0', TRY: 'abc' }

  it('goes through the dollar with one rounding', () => {
    expect(convertValuation('100', { from: 'USD', to: 'EUR', rates })).toBe('80')
    expect(convertValuation('100', { from: 'EUR', to: 'JPY', rates })).toBe('18781.25')
    expect(convertValuation('1', { from: 'VND', to: 'USD', rates })).toBe(
      '0.000038461538461538461538',
    )
    expect(convertValuation('-2.5', { from: 'USD', to: 'JPY', rates })).toBe('-375.625')
  })

  it('returns nothing without a valid rate or amount', () => {
    for (const to of ['KRW', 'TRY', 'THB'] as const)
      expect(convertValuation('1', { from: 'USD', to, rates }), to).toBeNull()
    expect(convertValuation('many', { from: 'USD', to: 'EUR', rates })).toBeNull()
  })

  it('converts to the same currency unchanged and back without visible error', () => {
    const table = Object.fromEntries(CURRENCY_CODES.map((code, at) => [code, `${at * 37 + 1}.25`]))
    const currency = fc.constantFrom(...CURRENCY_CODES)
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 18n }),
        currency,
        currency,
        (cents, from, to) => {
          const amount = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
          const there = convertValuation(amount, { from, to, rates: table }) ?? ''
          const back = convertValuation(there, { from: to, to: from, rates: table })
          expect(formatValuation(back, { locale: 'en', currency: from })).toBe(
            formatValuation(amount, { locale: 'en', currency: from }),
          )
        },
      ),
    )
  })
})
