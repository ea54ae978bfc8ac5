import { describe, expect, it } from 'vitest'
import { currencyName } from '../currencies/currencyName.ts'
import { CURRENCY_CODES } from '../currencies/currencies.ts'
import { formatAge } from '../dates/formatAge.ts'
import { formatDate } from '../dates/formatDate.ts'
import file from './golden.json' with { type: 'json' }
import { golden } from './goldenText.ts'

const NOVEMBER = Date.UTC(2026, 10, 5, 21, 4, 9)

describe('in the browser', () => {
  it('formats numbers and dates as Node does (locale Numbers)', () => {
    expect(golden()).toEqual(file)
  })

  it('writes Uzbek correctly with or without platform data (locale Tags)', () => {
    expect(Intl.NumberFormat.supportedLocalesOf('uz-Latn')).toHaveLength(1)
    expect(formatDate(NOVEMBER, { locale: 'uz', timeZone: 'UTC', style: 'date' })).toBe(
      '5-noy, 2026',
    )
    expect(formatAge(NOVEMBER - 180_000, { locale: 'uz', now: NOVEMBER })).toBe('3 daqiqa oldin')
    expect(currencyName(CURRENCY_CODES[2], 'uz')).toBe('Yaponiya iyenasi')
  })
})
