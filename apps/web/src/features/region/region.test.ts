import { describe, expect, it } from 'vitest'
import { countryName } from './countryName.ts'
import { parseRegion } from './region.ts'

describe('the region of an address', () => {
  it.each([
    [
      { service: 'limited', country: 'GB' },
      { service: 'limited', country: 'GB' },
    ],
    [
      { service: 'none', country: 'T1' },
      { service: 'none', country: 'T1' },
    ],
    [
      { service: 'none', country: 'GB', more: 1 },
      { service: 'none', country: 'GB' },
    ],
  ])('is limited as the gateway says: %j', (data, region) => {
    expect(parseRegion(data)).toEqual(region)
  })

  it.each([
    undefined,
    null,
    'none',
    7,
    [],
    {},
    { service: 'full', country: 'GB' },
    { service: 'NONE', country: 'GB' },
    { service: 'none' },
    { service: 'none', country: 'gb' },
    { service: 'none', country: 'GBR' },
    { service: 'none', country: '1G' },
    { service: 'none', country: 'G' },
    { service: 'none', country: 'GB\n' },
    { service: 'none', country: '<b>' },
    { service: 'none', country: ['GB'] },
  ])('is not limited by %j', (data) => {
    expect(parseRegion(data)).toEqual({ service: 'full', country: undefined })
  })
})

describe('the name of a country', () => {
  it.each([
    ['GB', 'en', 'United Kingdom'],
    ['DE', 'de', 'Deutschland'],
    ['JP', 'ja', '日本'],
    ['T1', 'en', 'T1'],
    ['', 'en', ''],
    ['<b>', 'en', '<b>'],
  ] as const)('is written for %s in %s: %s', (code, locale, name) => {
    expect(countryName(code, locale)).toBe(name)
  })
})
