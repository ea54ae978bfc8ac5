import { describe, expect, it } from 'vitest'
import {
  directionOf,
  htmlLang,
  isLocale,
  LOCALE_TABLE,
  localeRow,
  LOCALES,
  MESSAGE_LOCALES,
  MESSAGE_ONLY_TABLE,
} from './localeTable.ts'

/** Spec section 2, as it is printed there. */
const SPEC_PREFIXES =
  'bg, en, asia, en-GB, ja, vi, ru, es, tr, it, fr, de, zh-CN, zh-TW, zh-TC, pt, ' +
  'id, th, pl, uk, pt-PT, es-ES, uz, ar, ph, es-AR'

/**
 * Design: locale, the table "Tags, captcha codes, names": prefix, Intl tag, hreflang, GeeTest, own
 * name.
 */
const DESIGN_TABLE = `
bg | bg | bg | eng | Български
en | en | en, x-default | eng | English
asia | en-001 | none | eng | English (Asia)
en-GB | en-GB | en-GB | eng | English (UK)
ja | ja | ja | jpn | 日本語
vi | vi | vi | eng | Tiếng Việt
ru | ru | ru | rus | Русский
es | es | es | spa | Español
tr | tr | tr | eng | Türkçe
it | it | it | eng | Italiano
fr | fr | fr | fra | Français
de | de | de | deu | Deutsch
zh-CN | zh-Hans-CN | zh-CN | zho | 简体中文
zh-TW | zh-Hant-TW | zh-TW | zho-tw | 繁體中文（台灣）
zh-TC | zh-Hant | zh-Hant | zho-tw | 繁體中文
pt | pt-BR | pt | pon | Português (Brasil)
id | id | id | ind | Bahasa Indonesia
th | th-u-ca-gregory | th | eng | ไทย
pl | pl | pl | eng | Polski
uk | uk | uk | eng | Українська
pt-PT | pt-PT | pt-PT | por | Português (Portugal)
es-ES | es-ES | es-ES | spa | Español (España)
uz | uz-Latn | uz | eng | Oʻzbekcha
ar | ar-u-nu-latn-ca-gregory | ar | ara | العربية
ph | fil-PH | fil-PH | eng | Filipino
es-AR | es-AR | es-AR | spa | Español (Argentina)`

const rows = DESIGN_TABLE.trim()
  .split('\n')
  .map((line) => line.split(' | '))

describe('locale table', () => {
  it('holds the 26 prefixes in the specified order (spec 1.1, spec 2.1)', () => {
    expect(LOCALES.join(', ')).toBe(SPEC_PREFIXES)
    expect(LOCALES).toHaveLength(26)
  })

  it.each(rows)(
    '%s has the tag %s, hreflang %s, captcha code %s, name %s (locale Tags)',
    (prefix, tag, hreflang, geetest, name) => {
      if (!isLocale(prefix)) throw new Error(`${prefix} is no prefix`)
      expect(LOCALE_TABLE[prefix]).toEqual({
        tag,
        hreflang: hreflang === 'none' ? [] : hreflang?.split(', '),
        geetest,
        name,
      })
    },
  )

  it('the table of the design page covers every prefix (locale Tags)', () => {
    expect(rows.map(([prefix]) => prefix)).toEqual(LOCALES)
  })

  it('gives the three captcha codes that the specification shows (spec 9.4)', () => {
    expect([
      LOCALE_TABLE.en.geetest,
      LOCALE_TABLE['zh-CN'].geetest,
      LOCALE_TABLE.ja.geetest,
    ]).toEqual(['eng', 'zho', 'jpn'])
  })

  it('every tag is canonical to Intl and supported by it (locale Tags)', () => {
    for (const locale of MESSAGE_LOCALES) {
      const { tag } = localeRow(locale)
      expect(new Intl.Locale(tag).baseName, locale).toBe(htmlLang(locale))
      expect(Intl.NumberFormat.supportedLocalesOf(tag), locale).toHaveLength(1)
    }
  })

  it('the raw prefixes would fail, which is why they have tags (locale Tags)', () => {
    expect(() => new Intl.NumberFormat('asia')).toThrow(RangeError)
    expect(Intl.NumberFormat.supportedLocalesOf('ph')).toEqual([])
    expect(new Intl.Locale('zh-TC').maximize().script).toBe('Hans')
  })

  it('has the message-only languages beside the prefixes (locale Tags)', () => {
    expect(
      Object.entries(MESSAGE_ONLY_TABLE).map(([name, { geetest }]) => `${name} ${geetest}`),
    ).toEqual(['ko kor', 'nl eng', 'sv eng', 'en-PH eng', 'en-IN eng', 'en-ZA eng'])
    expect(MESSAGE_LOCALES).toHaveLength(32)
    expect(Object.keys(MESSAGE_ONLY_TABLE).some(isLocale)).toBe(false)
  })

  it('knows a prefix by its exact spelling only', () => {
    expect(['en', 'zh-TC', 'ph'].every(isLocale)).toBe(true)
    for (const other of ['EN', 'zh-tc', 'ko', '', 'toString', '__proto__', null, undefined, 5])
      expect(isLocale(other)).toBe(false)
  })

  it('writes from right to left only for Arabic (spec 5.1)', () => {
    expect(MESSAGE_LOCALES.filter((locale) => directionOf(locale) === 'rtl')).toEqual(['ar'])
  })

  it('gives the lang attribute without Intl extensions', () => {
    expect([
      htmlLang('th'),
      htmlLang('ar'),
      htmlLang('zh-TC'),
      htmlLang('asia'),
      htmlLang('uz'),
    ]).toEqual(['th', 'ar', 'zh-Hant', 'en-001', 'uz-Latn'])
  })
})
