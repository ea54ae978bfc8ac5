import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '../locales/localeTable.ts'
import { formatCompact } from './formatCompact.ts'
import {
  EMPTY_NUMBER,
  formatNumber,
  formatPercent,
  type Purpose,
  ROUNDING,
  SCENES,
} from './formatNumber.ts'

describe('number scenes', () => {
  it('has fiat with 2 decimals, btc with 6, usdt with 2 (spec 9.8)', () => {
    expect(SCENES).toEqual({ fiat: 2, btc: 6, usdt: 2 })
    expect(
      (['fiat', 'btc', 'usdt'] as const).map((scene) => formatNumber('1234.56789012', { scene })),
    ).toEqual(['1,234.56', '1,234.567890', '1,234.56'])
  })

  it('shows a double dash for what is missing (spec 9.8)', () => {
    expect(EMPTY_NUMBER).toBe('--')
  })

  it.each([
    undefined,
    null,
    '',
    '   ',
    'NaN',
    'Infinity',
    '-Infinity',
    'abc',
    '1e9',
    '1,000',
    '0x1f',
  ])('%j shows the double dash, without sign, symbol or letter (locale Numbers)', (value) => {
    expect([
      formatNumber(value),
      formatPercent(value),
      formatCompact(value),
      formatNumber(value, { signs: 'always', locale: 'ar' }),
    ]).toEqual(['--', '--', '--', '--'])
  })

  it('balances and sizes truncate, fees round up, valuations half up (locale Numbers)', () => {
    expect(ROUNDING).toEqual({
      balance: 'down',
      size: 'down',
      price: 'down',
      fee: 'up',
      valuation: 'half-up',
    })
    const shown = (value: string) =>
      (['balance', 'size', 'fee', 'valuation'] as const).map((purpose) =>
        formatNumber(value, { purpose }),
      )
    expect(shown('1.999')).toEqual(['1.99', '1.99', '2.00', '2.00'])
    expect(shown('1.005')).toEqual(['1.00', '1.00', '1.01', '1.01'])
    expect(shown('1.0001')).toEqual(['1.00', '1.00', '1.01', '1.00'])
    expect(shown('-1.999')).toEqual(['-1.99', '-1.99', '-2.00', '-2.00'])
  })

  it('never shows a negative zero (locale Numbers)', () => {
    for (const value of ['-0', '-0.0', '-0.000000000'])
      for (const locale of LOCALES) expect(formatNumber(value, { locale })).not.toContain('-')
    fc.assert(
      fc.property(
        fc.stringMatching(/^-0(\.\d{1,9})?$/),
        fc.constantFrom<Purpose>('balance', 'size', 'fee', 'valuation'),
        (value, purpose) => {
          expect(formatNumber(value, { purpose })).not.toBe('-0.00')
        },
      ),
    )
  })

  it.each([
    ['0.004', '<0.01'],
    ['0.0000001', '<0.01'],
    ['-0.004', '>-0.01'],
    ['0.00', '0.00'],
    ['0.01', '0.01'],
    ['0.0149', '0.01'],
  ])('%s shows %s (locale Numbers)', (value, text) => {
    expect(formatNumber(value)).toBe(text)
  })

  it('shows a vanishing number in the language (locale Numbers)', () => {
    expect([
      formatNumber('0.001', { locale: 'de' }),
      formatNumber('0.0000001', { locale: 'fr', scene: 'btc' }),
      formatNumber('0.001', { locale: 'ar' }),
    ]).toEqual(['<0,01', '<0,000001', '\u200e<0.01'])
  })

  it('never shows a positive fee as zero', () => {
    expect(formatNumber('0.000001', { purpose: 'fee' })).toBe('0.01')
  })

  it('formats trading surfaces invariantly without a named language (locale Numbers)', () => {
    expect(formatNumber('1234.56')).toBe('1,234.56')
    expect(formatNumber('1234.56', { locale: 'trading' })).toBe('1,234.56')
  })

  it('lets digits override the scene and trims trailing zeros on request', () => {
    expect(formatNumber('1.5', { digits: 4 })).toBe('1.5000')
    expect(formatNumber('1.5', { digits: 4, trim: true })).toBe('1.5')
    expect(formatNumber('1500', { digits: 4, trim: true, locale: 'de' })).toBe('1.500')
    expect(formatNumber('1.9', { digits: 0 })).toBe('1')
  })

  it('adds a plus only above zero, never to an inequality', () => {
    expect(
      ['1', '-1', '0', '-0.00', '0.001'].map((value) => formatNumber(value, { signs: 'always' })),
    ).toEqual(['+1.00', '-1.00', '0.00', '0.00', '<0.01'])
  })

  it('keeps an Arabic sign in place with a direction mark', () => {
    expect([
      formatNumber('-5', { locale: 'ar' }),
      formatNumber('5', { locale: 'ar', signs: 'always' }),
      formatNumber('5', { locale: 'ar' }),
    ]).toEqual(['\u200e-5.00', '\u200e+5.00', '5.00'])
  })

  it('throws for an invalid scale', () => {
    expect(() => formatNumber('1', { digits: -1 })).toThrow(
      expect.objectContaining({ name: 'DecimalError' }),
    )
  })
})

describe('percentages', () => {
  it('takes a ratio, or a percentage as it is', () => {
    expect([
      formatPercent('0.0123'),
      formatPercent('-0.5'),
      formatPercent('1'),
      formatPercent('12.345', { unit: 'percent' }),
    ]).toEqual(['1.23%', '-50.00%', '100.00%', '12.34%'])
  })

  it('shows the sign of a change', () => {
    expect([
      formatPercent('0.0123', { signs: 'always' }),
      formatPercent('-0.0123', { signs: 'always' }),
      formatPercent('0', { signs: 'always' }),
    ]).toEqual(['+1.23%', '-1.23%', '0.00%'])
  })

  it('writes the percent sign where the language does', () => {
    expect([
      formatPercent('0.5', { locale: 'de' }),
      formatPercent('-0.5', { locale: 'tr' }),
      formatPercent('0.5', { locale: 'ar' }),
    ]).toEqual(['50,00\u00a0%', '-%50,00', '50.00\u200e%\u200e'])
  })

  it('marks a vanishing percentage', () => {
    expect([formatPercent('0.00001'), formatPercent('-0.00001', { locale: 'fr' })]).toEqual([
      '<0.01%',
      '>-0,01\u00a0%',
    ])
  })
})

describe('compact numbers', () => {
  it.each([
    ['0', '0.00'],
    ['999.999', '999.99'],
    ['1000', '1.00K'],
    ['1234', '1.23K'],
    ['999999.99', '999.99K'],
    ['1000000', '1.00M'],
    ['-1234567', '-1.23M'],
    ['1234567890', '1.23B'],
    ['1234567890123', '1.23T'],
    ['1234567890123456', '1,234.56T'],
    ['0001234', '1.23K'],
    ['0.001', '<0.01'],
  ])('%s shows %s', (value, text) => {
    expect(formatCompact(value)).toBe(text)
  })

  it('uses the next suffix for a number rounded up to a thousand', () => {
    const up = (value: string, digits = 2) => formatCompact(value, { purpose: 'valuation', digits })
    expect([
      up('999.999'),
      up('999999'),
      up('999994'),
      up('-999999999'),
      up('999999', 3),
      up('999500000000000000'),
    ]).toEqual(['1.00K', '1.00M', '999.99K', '-1.00B', '999.999K', '999,500.00T'])
    expect([formatCompact('999999'), formatCompact('999.999')]).toEqual(['999.99K', '999.99'])
  })

  it('keeps the language of the separators and the digits asked for', () => {
    expect([
      formatCompact('1234567', { locale: 'de' }),
      formatCompact('1234567', { digits: 1 }),
      formatCompact('1500000', { trim: true }),
    ]).toEqual(['1,23M', '1.2M', '1.5M'])
  })
})
