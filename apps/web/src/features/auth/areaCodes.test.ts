import { LOCALES } from '@x/locale'
import { describe, expect, it } from 'vitest'
import {
  AREA_CODES,
  areaCodeOptions,
  codeOfRegion,
  countryOptions,
  mainRegionOf,
} from './areaCodes.ts'
import { isAreaCode } from './fieldRules.ts'

describe('the table of calling codes', () => {
  it('names each region once, with a code the form accepts', () => {
    const regions = AREA_CODES.map(({ region }) => region)
    expect([regions.length, new Set(regions).size]).toEqual([245, 245])
    expect(AREA_CODES.filter(({ code }) => !isAreaCode(code))).toEqual([])
    expect(regions.filter((region) => !/^[A-Z]{2}$/.test(region))).toEqual([])
  })
  it.each([
    ['1', 'US'],
    ['7', 'RU'],
    ['39', 'IT'],
    ['44', 'GB'],
    ['61', 'AU'],
    ['86', 'CN'],
    ['212', 'MA'],
    ['599', 'CW'],
    ['000', undefined],
    ['', undefined],
  ])('takes %j for %s', (code, region) => expect(mainRegionOf(code)).toBe(region))
  it.each([
    ['CA', '1'],
    ['KZ', '7'],
    ['VA', '39'],
    ['XX', undefined],
  ])('knows the code of %s', (region, code) => expect(codeOfRegion(region)).toBe(code))
})

describe('the list of calling codes', () => {
  it.each(LOCALES)('names and sorts every region in %s', (locale) => {
    const options = areaCodeOptions(locale)
    expect(options).toHaveLength(AREA_CODES.length)
    const nameless = options.filter(({ value, label }) => label.endsWith(` ${value}`))
    expect(nameless).toEqual([])
  })
  it('writes the code before the name', () => {
    const labelOf = (locale: 'en' | 'de' | 'ar', region: string) =>
      areaCodeOptions(locale).find(({ value }) => value === region)?.label
    expect([labelOf('en', 'DE'), labelOf('de', 'DE'), labelOf('ar', 'DE')]).toEqual([
      '\u2066+49\u2069 Germany',
      '\u2066+49\u2069 Deutschland',
      '\u2066+49\u2069 ألمانيا',
    ])
    expect(areaCodeOptions('en')[0]?.value).toBe('AF')
  })
})

describe('the list of countries', () => {
  const names = (locale: 'en' | 'de') => countryOptions(locale).map(({ label }) => label)

  it('names each country once, without a code', () => {
    const options = countryOptions('en')
    expect(new Set(options.map(({ value }) => value)).size).toBe(options.length)
    expect(options.filter(({ label }) => /\d/.test(label))).toEqual([])
  })
  it('leaves out islands that belong to a country of the list', () => {
    const values = countryOptions('en').map(({ value }) => value)
    expect(['AC', 'TA', 'SH'].filter((value) => values.includes(value))).toEqual(['SH'])
  })
  it('is sorted as the language sorts: Österreich stands at the O', () => {
    const german = names('de')
    expect(german.indexOf('Österreich')).toBeLessThan(german.indexOf('Polen'))
    expect(german.indexOf('Österreich')).toBeGreaterThan(german.indexOf('Norwegen'))
    expect(names('en').indexOf('Åland Islands')).toBeLessThan(names('en').indexOf('Belgium'))
  })
  it('shares its regions with the list of calling codes', () => {
    const regions = new Set(areaCodeOptions('de').map(({ value }) => value))
    expect(countryOptions('de').filter(({ value }) => !regions.has(value))).toEqual([])
  })
})

describe('calling codes that several regions share', () => {
  it.each(AREA_CODES.filter(({ region }) => ['KZ', 'VA', 'SJ', 'JE'].includes(region)))(
    'leads from $region to +$code, and from there to another',
    ({ region, code }) => {
      expect(codeOfRegion(region)).toBe(code)
      expect(mainRegionOf(code)).not.toBe(region)
    },
  )
  it('finds the way back from the main region of every code', () => {
    const codes = [...new Set(AREA_CODES.map(({ code }) => code))]
    expect(codes.filter((code) => codeOfRegion(mainRegionOf(code) ?? '') !== code)).toEqual([])
  })
})
