import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LOCALE_TABLE, LOCALES, type Locale } from '../locales/localeTable.ts'
import { currencySymbol } from '../currencies/currencies.ts'
import { ROUNDING, SCENES } from '../numbers/formatNumber.ts'
import { AGES, dateLines, MOMENTS, UZBEK_OPTIONS } from './dateCases.ts'
import file from './golden.json' with { type: 'json' }
import { golden, goldenText } from './goldenText.ts'
import { casesOf, formatCase, type NumberCase } from './numberCases.ts'

const INTL_MODES = { down: 'trunc', up: 'expand', 'half-up': 'halfCeil' } as const

/**
 * The same case by the platform, from the exact decimal string. Our symbol takes the place of one
 * that CLDR spaces alike: a sign, or letters.
 */
function platform(given: NumberCase): string {
  const { locale, scene, value } = given
  const digits = SCENES[scene]
  const purpose = given.kind === 'valuation' ? 'valuation' : 'balance'
  const own = given.kind === 'valuation' ? currencySymbol(given.currency, locale) : ''
  const formatter = new Intl.NumberFormat(LOCALE_TABLE[locale].tag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    roundingMode: INTL_MODES[ROUNDING[purpose]],
    signDisplay: 'negative',
    ...(given.kind === 'percent' ? { style: 'percent' } : {}),
    ...(given.kind === 'valuation'
      ? {
          style: 'currency',
          ...(/\p{L}$/u.test(own)
            ? { currency: 'THB', currencyDisplay: 'code' }
            : { currency: 'EUR', currencyDisplay: 'narrowSymbol' }),
        }
      : {}),
  })
  return formatter
    .formatToParts(value as Intl.StringNumericLiteral)
    .map((part) => (part.type === 'currency' ? own : part.value))
    .join('')
}

/** The data is that of CLDR 48; a platform with a later one may rightly differ. */
const CLDR_48 = process.versions['cldr']?.startsWith('48.') === true

/** What Intl has no form for: something that is not zero but too small to show. */
const isVanishing = (text: string) => /[<>]/.test(text)

describe('golden numbers', () => {
  it('matches the golden file in over 20,000 cases (locale Numbers)', () => {
    const now = golden()
    expect(now).toEqual(file)
    expect(
      Object.values(now.numbers).reduce((sum, { cases }) => sum + cases, 0),
    ).toBeGreaterThanOrEqual(20_000)
  })

  it.runIf(CLDR_48).each<Locale>(LOCALES)(
    '%s equals CLDR, digit for digit and space for space (locale Numbers)',
    (locale) => {
      const wrong = casesOf(locale)
        .map((given) => ({ given, ours: formatCase(given) }))
        .filter(({ ours }) => !isVanishing(ours))
        .map(({ given, ours }) => ({ ...given, ours, platform: platform(given) }))
        .filter((row) => row.ours !== row.platform)
      expect(wrong).toEqual([])
    },
  )

  it('shows no negative zero anywhere (locale Numbers)', () => {
    const texts = LOCALES.flatMap((locale) => casesOf(locale).map(formatCase))
    expect(texts.filter((text) => /-/.test(text) && !/[1-9]/.test(text))).toEqual([])
  })

  it('Uzbek equals Ukrainian (locale Numbers)', () => {
    expect(casesOf('uz').map(formatCase)).toEqual(casesOf('uk').map(formatCase))
  })

  it.runIf(CLDR_48)('the Uzbek dates and ages equal CLDR', () => {
    const dates = UZBEK_OPTIONS.flatMap((options) =>
      ['UTC', 'Asia/Tokyo'].flatMap((timeZone) =>
        MOMENTS.map((at) =>
          new Intl.DateTimeFormat('uz-Latn', { ...options, timeZone }).format(at),
        ),
      ),
    )
    const ages = [
      ['minute', -1],
      ['hour', -1],
      ['day', -1],
      ['month', -1],
      ['year', -1],
      ['hour', 2],
    ] as const
    const formatter = new Intl.RelativeTimeFormat('uz-Latn', { style: 'short' })
    const lines = dateLines()
    expect(dates.filter((date) => !lines.includes(date))).toEqual([])
    expect(
      ages
        .map(([unit, count]) => formatter.format(count, unit))
        .filter((age) => !lines.includes(age)),
    ).toEqual([])
    expect(lines).toHaveLength((UZBEK_OPTIONS.length + 1) * 4 * MOMENTS.length + AGES.length + 13)
  })

  it('the golden file is written as this test prints it', () => {
    expect(readFileSync(new URL('golden.json', import.meta.url), 'utf8')).toBe(goldenText())
  })
})
