import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createRequestTexts } from './createRequestTexts.ts'
import { englishTexts, type RequestTexts } from './en.ts'
import { loadRequestTexts, localesWithOwnTexts } from './loadRequestTexts.ts'

/** The locales of the locale rules, in order. */
const LISTED = [
  'en',
  'zh-CN',
  'ja',
  'vi',
  'zh-TW',
  'ru',
  'es',
  'tr',
  'it',
  'fr',
  'de',
  'pt',
  'id',
  'th',
  'ko',
  'pl',
  'uk',
  'sv',
  'es-ES',
  'pt-PT',
]
/** Every route prefix (spec section 2). */
const PREFIXES = (
  'bg, en, asia, en-GB, ja, vi, ru, es, tr, it, fr, de, zh-CN, zh-TW, zh-TC, ' +
  'pt, id, th, pl, uk, pt-PT, es-ES, uz, ar, ph, es-AR'
).split(', ')

describe('error texts', () => {
  it('are defined in English (spec 8.2)', () => {
    expect(englishTexts).toEqual({
      tip: 'Tip',
      timeout: 'Request timed out!',
      expired: 'Login expired, please log in again',
      loginRequired: 'Please login to visit',
      systemBusy: 'The system is busy',
      notFound: 'Request error',
      forbidden: 'Request is forbidden',
    })
  })

  it('exist for each listed locale (locale Messages)', () => {
    expect(localesWithOwnTexts).toEqual(expect.arrayContaining(LISTED))
  })

  it.each(LISTED.slice(1))('are seven non-English texts for %s (spec 8.2)', async (locale) => {
    const texts = await loadRequestTexts(locale)
    expect(Object.keys(texts)).toEqual(Object.keys(englishTexts))
    for (const [name, text] of Object.entries(texts)) {
      expect(text.trim()).toBe(text)
      expect(text).not.toBe('')
      expect(text).not.toBe(englishTexts[name as keyof RequestTexts])
    }
  })

  it.each(['bg', 'nl', 'en-GB', 'en-PH', 'en-IN', 'en-ZA', 'asia'])(
    'fall back to English for %s (spec 8.2)',
    async (locale) => {
      expect(await loadRequestTexts(locale)).toBe(englishTexts)
    },
  )

  it.each(['xx', '', 'zh', '__proto__', 'constructor', 'toString'])(
    'fall back to English for the unknown locale %o (spec 8.2)',
    async (locale) => {
      expect(await loadRequestTexts(locale)).toBe(englishTexts)
    },
  )

  it('map zh-TC to zh-TW, es-AR to es and ph to fil (locale Conflicts)', async () => {
    expect(await loadRequestTexts('zh-TC')).toBe(await loadRequestTexts('zh-TW'))
    expect(await loadRequestTexts('es-AR')).toBe(await loadRequestTexts('es'))
    expect((await loadRequestTexts('ph')).forbidden).toBe('Hindi pinahihintulutan ang kahilingan')
  })

  it('are complete for every route prefix (spec 8.2)', async () => {
    for (const prefix of PREFIXES)
      expect(Object.values(await loadRequestTexts(prefix)).every((text) => text.length > 0)).toBe(
        true,
      )
  })

  it('use the script of each language', async () => {
    const scripts = {
      'zh-CN': 'Han',
      ja: 'Hiragana',
      ru: 'Cyrillic',
      uk: 'Cyrillic',
      th: 'Thai',
      ko: 'Hangul',
      ar: 'Arabic',
    }
    for (const [locale, script] of Object.entries(scripts)) {
      expect((await loadRequestTexts(locale)).expired).toMatch(
        new RegExp(`\\p{Script=${script}}`, 'u'),
      )
    }
  })

  it('include every file of this folder', () => {
    const files = readdirSync(import.meta.dirname)
      .filter((file) => /^[a-z]{2,3}(-[A-Z]{2})?\.ts$/.test(file))
      .map((file) => file.slice(0, -3))
    expect(files.toSorted()).toEqual(localesWithOwnTexts.toSorted())
  })
})

describe('createRequestTexts', () => {
  it('returns English until a locale is loaded, notifying listeners', async () => {
    const texts = createRequestTexts()
    const notified: string[] = []
    texts.subscribe(() => notified.push(texts.getState().tip))
    expect(texts.getState()).toBe(englishTexts)
    await texts.load('de')
    expect(notified).toEqual(['Hinweis'])
  })

  it('returns the texts of the last requested locale', async () => {
    const texts = createRequestTexts()
    const first = texts.load('fr')
    const second = texts.load('en')
    await Promise.all([first, second])
    expect(texts.getState()).toBe(englishTexts)
  })
})
