import { describe, expect, it } from 'vitest'
import { LOCALE_TABLE, LOCALES, MESSAGE_ONLY_TABLE } from './localeTable.ts'
import { bestLocale, localeOfSegment, matchLocale } from './matchLocale.ts'

describe('matching language tags', () => {
  it.each([
    ['zh-HK', 'zh-TC'],
    ['zh-MO', 'zh-TC'],
    ['zh-Hant', 'zh-TC'],
    ['zh-Hant-HK', 'zh-TC'],
    ['zh-Hant-TW', 'zh-TW'],
    ['zh-TW', 'zh-TW'],
    ['zh', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-Hans', 'zh-CN'],
    ['zh-Hans-HK', 'zh-CN'],
    ['zh-CN', 'zh-CN'],
    ['fil', 'ph'],
    ['fil-PH', 'ph'],
    ['tl', 'ph'],
    ['tl-PH', 'ph'],
    ['pt-BR', 'pt'],
    ['pt', 'pt'],
    ['pt-PT', 'pt-PT'],
    ['pt-AO', 'pt'],
    ['es-419', 'es'],
    ['es-MX', 'es'],
    ['es-CL', 'es'],
    ['es-ES', 'es-ES'],
    ['es-AR', 'es-AR'],
    ['en-SG', 'asia'],
    ['en-HK', 'asia'],
    ['en-MY', 'asia'],
    ['en-GB', 'en-GB'],
    ['en-GB-oxendict', 'en-GB'],
    ['en-US', 'en'],
    ['en-AU', 'en'],
    ['de-AT', 'de'],
    ['ar-EG', 'ar'],
    ['uz-Cyrl-UZ', 'uz'],
    ['ja-JP-u-ca-japanese', 'ja'],
  ])('%s is %s (locale Aliases)', (tag, locale) => {
    expect(matchLocale(tag)).toBe(locale)
  })

  it('ignores case and takes underscores, as older systems write them', () => {
    expect([matchLocale('ZH_hant_tw'), matchLocale('PT_br'), matchLocale('DE')]).toEqual([
      'zh-TW',
      'pt',
      'de',
    ])
  })

  it('knows nothing of other languages and of names every object has', () => {
    for (const tag of ['ko', 'nl-NL', 'sv', 'hi-IN', '', '-', 'constructor', '__proto__'])
      expect(matchLocale(tag), tag).toBeUndefined()
  })

  it('finds every locale by its Intl tag and hreflang values', () => {
    for (const locale of LOCALES) {
      expect(matchLocale(LOCALE_TABLE[locale].tag), locale).toBe(locale)
      for (const hreflang of LOCALE_TABLE[locale].hreflang)
        if (hreflang !== 'x-default') expect(matchLocale(hreflang)).toBe(locale)
    }
  })

  it('takes the first language of the browser that the product speaks (locale Precedence)', () => {
    expect(bestLocale(['ko-KR', 'fr-CA', 'en'])).toBe('fr')
    expect(bestLocale(['en-US', 'fr'])).toBe('en')
  })

  it('falls back to English (locale Precedence)', () => {
    expect(bestLocale([])).toBe('en')
    expect(bestLocale(Object.keys(MESSAGE_ONLY_TABLE).slice(0, 3))).toBe('en')
  })

  it('matches a path segment in any case, but no alias or part', () => {
    expect([localeOfSegment('EN-gb'), localeOfSegment('Asia'), localeOfSegment('zh-tc')]).toEqual([
      'en-GB',
      'asia',
      'zh-TC',
    ])
    for (const segment of ['zh-HK', 'fil', 'idea', 'phone', 'item', ''])
      expect(localeOfSegment(segment)).toBeUndefined()
  })
})
