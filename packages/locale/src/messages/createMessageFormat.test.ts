import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOCALE_TABLE, LOCALES } from '../locales/localeTable.ts'
import { createMessageFormat } from './createMessageFormat.ts'

const NOON = Date.UTC(2026, 10, 5, 12, 30, 15)

describe('plural categories', () => {
  it('are those of the language', () => {
    const of = (locale: 'ru' | 'ar' | 'ja' | 'uz') => {
      const format = createMessageFormat({ locale })
      return [0, 1, 2, 3, 5, 11, 21, 100].map((count) => format.plural(count))
    }
    expect(of('ru')).toEqual(['many', 'one', 'few', 'few', 'many', 'many', 'one', 'many'])
    expect(of('ar')).toEqual(['zero', 'one', 'two', 'few', 'few', 'many', 'many', 'other'])
    expect(of('ja')).toEqual(Array<string>(8).fill('other'))
    expect(of('uz')).toEqual(['other', 'one', ...Array<string>(6).fill('other')])
  })

  it('uses plural categories of the language that a text falls back to', () => {
    const format = createMessageFormat({ locale: 'ru' })
    expect([
      format.plural(21),
      format.plural(21, 'en'),
      format.ordinal(2, 'en'),
      format.ordinal(2),
    ]).toEqual(['one', 'other', 'two', 'other'])
  })

  it('distinguishes ordinals from counts', () => {
    const { ordinal } = createMessageFormat({ locale: 'en' })
    expect([1, 2, 3, 4, 11, 21].map((place) => ordinal(place))).toEqual([
      'one',
      'two',
      'few',
      'other',
      'other',
      'one',
    ])
  })
})

describe('numbers in messages', () => {
  it('formats numbers like Intl in every locale wherever Intl is exact', () => {
    const options = [
      undefined,
      { maximumFractionDigits: 0 },
      { minimumFractionDigits: 2, maximumFractionDigits: 4 },
      { style: 'percent' },
      { style: 'percent', maximumFractionDigits: 1 },
      { minimumFractionDigits: 1 },
    ] as const
    for (const locale of LOCALES) {
      const format = createMessageFormat({ locale })
      for (const option of options) {
        const platform = new Intl.NumberFormat(LOCALE_TABLE[locale].tag, option)
        for (const value of [0, 1, 12, 1234, 12345, 1234567, -5, -1234.5678, 0.5, 0.12345, 2.5])
          expect(format.number(value, option), `${locale} ${value} ${JSON.stringify(option)}`).toBe(
            platform.format(value),
          )
      }
    }
  })

  it('formats whole numbers like Intl', () => {
    const format = createMessageFormat({ locale: 'pl' })
    const platform = new Intl.NumberFormat('pl')
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => format.number(value) === platform.format(value)),
    )
  })

  it('a decimal string keeps all of its digits', () => {
    expect(createMessageFormat({ locale: 'de' }).number('1234567.123456789012345678')).toBe(
      '1.234.567,123456789012345678',
    )
    expect(createMessageFormat({ locale: 'de' }).number('0.10')).toBe('0,1')
    expect(createMessageFormat({ locale: 'de' }).number(12345678901234567890n)).toBe(
      '12.345.678.901.234.567.890',
    )
  })

  it('uses Intl for formats without an own pattern', () => {
    const english = createMessageFormat({ locale: 'en' })
    expect([
      english.number(1234567, { notation: 'compact' }),
      english.number(1e21),
      english.number(Number.NaN),
      english.number(1, { style: 'unit', unit: 'day' }),
    ]).toEqual(['1.2M', '1,000,000,000,000,000,000,000', 'NaN', '1 day'])
    expect(createMessageFormat({ locale: 'sv' }).number(1234.5)).toBe(
      new Intl.NumberFormat('sv').format(1234.5),
    )
  })
})

describe('dates in messages', () => {
  it('take a Date or milliseconds, in the stored zone', () => {
    const format = createMessageFormat({ locale: 'en-GB', timeZone: 'Asia/Tokyo' })
    expect(format.date(NOON, { timeStyle: 'medium' })).toBe('21:30:15')
    expect(format.date(new Date(NOON), { dateStyle: 'medium' })).toBe('5 Nov 2026')
  })

  it('Uzbek comes from our own data', () => {
    expect(
      createMessageFormat({ locale: 'uz', timeZone: 'UTC' }).date(NOON, { dateStyle: 'medium' }),
    ).toBe('5-noy, 2026')
  })
})
