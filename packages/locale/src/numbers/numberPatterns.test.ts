import { describe, expect, it } from 'vitest'
import { LOCALES } from '../locales/localeTable.ts'
import { numberPattern } from './numberPatterns.ts'

describe('number patterns', () => {
  it('16 of the 26 locales write their decimals with a comma (locale Numbers)', () => {
    const withComma = LOCALES.filter((locale) => numberPattern(locale).decimal === ',')
    expect(withComma).toEqual([
      'bg',
      'vi',
      'ru',
      'es',
      'tr',
      'it',
      'fr',
      'de',
      'pt',
      'id',
      'pl',
      'uk',
      'pt-PT',
      'es-ES',
      'uz',
      'es-AR',
    ])
  })

  it('has distinct group and decimal signs in every locale', () => {
    for (const locale of LOCALES) {
      const { decimal, group, currency, percent, minimumGrouping } = numberPattern(locale)
      expect(group, locale).not.toBe(decimal)
      expect(
        ['-', '#', '¤'].every((place) => currency.split(place).length === 2),
        locale,
      ).toBe(true)
      expect(
        ['-', '#', '%'].every((place) => percent.split(place).length === 2),
        locale,
      ).toBe(true)
      expect([1, 2]).toContain(minimumGrouping)
    }
  })

  it('uses English patterns for trading numbers', () => {
    expect(numberPattern('trading')).toEqual(numberPattern('en'))
  })

  it('gives the same object each time', () => {
    expect(numberPattern('de')).toBe(numberPattern('de'))
  })
})
