import { describe, expect, it } from 'vitest'
import {
  languageEntries,
  languageType,
  messageLanguageId,
  requestLanguageType,
} from './languageTypes.ts'
import { LOCALES, MESSAGE_LOCALES, type MessageLocale } from './localeTable.ts'

/** Spec section 3, both tables as they are printed there. */
const SPEC_ENTRIES =
  'en 0, zh-CN 1, ja 2, asia 3, vi 4, zh-TW 5, zh-TC 5, ru 6, es 7, it 9, fr 10, ' +
  'de 11, pt 12, id 13, th 14, pl 20, uk 21, es-ES 23, pt-PT 24, uz 25, ar 39, ' +
  'ph 40, en-GB 41, es-AR 42'
const SPEC_MESSAGES =
  'en 0, zh-CN 1, ja 2, en-GB 3, vi 4, zh-TW 5, ru 6, es 7, tr 8, it 9, fr 10, ' +
  'de 11, pt 12, id 13, th 14, ko 15, nl 16, en-PH 17, en-IN 18, en-ZA 19, pl ' +
  '20, uk 21, sv 22, es-ES 23, pt-PT 24'

const print = (table: Readonly<Record<string, number>>) =>
  Object.entries(table)
    .map(([locale, number]) => `${locale} ${number}`)
    .join(', ')

describe('language numbers', () => {
  it('keeps the numbering of the language entries as printed (spec 3.1)', () => {
    expect(print(languageType)).toBe(SPEC_ENTRIES)
  })

  it('keeps the numbering of the message and request tables as printed (spec 3.2)', () => {
    expect(print(messageLanguageId)).toBe(SPEC_MESSAGES)
  })

  it('keeps conflicting codes: en-GB 41 and 3, asia 3 (spec 3.2)', () => {
    expect([languageType['en-GB'], messageLanguageId['en-GB'], languageType.asia]).toEqual([
      41, 3, 3,
    ])
  })

  it.each<[MessageLocale, number]>([
    ['en', 0],
    ['zh-TC', 5],
    ['en-GB', 41],
    ['asia', 3],
    ['ar', 39],
    ['ph', 40],
    ['uz', 25],
    ['es-AR', 42],
    ['tr', 8],
    ['ko', 15],
    ['nl', 16],
    ['en-PH', 17],
    ['en-IN', 18],
    ['en-ZA', 19],
    ['sv', 22],
  ])('maps %s to request parameter %i, entry table first (locale Conflicts)', (locale, number) => {
    expect(requestLanguageType(locale)).toEqual({ languageType: number, known: true })
  })

  it('sends bg as 0, flagged unknown (locale Conflicts)', () => {
    expect(requestLanguageType('bg')).toEqual({ languageType: 0, known: false })
    expect(MESSAGE_LOCALES.filter((locale) => !requestLanguageType(locale).known)).toEqual(['bg'])
  })

  it.each<[MessageLocale, number]>([
    ['en-GB', 3],
    ['zh-TC', 5],
    ['es-AR', 7],
    ['asia', 0],
    ['uz', 0],
    ['ar', 0],
    ['ph', 0],
    ['tr', 8],
    ['de', 11],
  ])('numbers %s as %i once the message table is selected (locale Conflicts)', (locale, number) => {
    expect(requestLanguageType(locale, { table: 'message' })).toEqual({
      languageType: number,
      known: true,
    })
  })

  it('lists one language entry a prefix, with key, name and number (spec 3.1)', () => {
    const entries = languageEntries()
    expect(entries.map(({ locale }) => locale)).toEqual(LOCALES)
    expect(entries.find(({ locale }) => locale === 'zh-TW')).toEqual({
      locale: 'zh-TW',
      languageKey: 'zh-Hant-TW',
      languageName: '繁體中文（台灣）',
      languageType: 5,
    })
    expect(new Set(entries.map(({ languageName }) => languageName)).size).toBe(26)
  })

  it('lists the entries by the other table on request', () => {
    expect(
      languageEntries({ table: 'message' }).find(({ locale }) => locale === 'en-GB')?.languageType,
    ).toBe(3)
  })
})
