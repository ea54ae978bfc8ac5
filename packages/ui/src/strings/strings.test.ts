import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DAY_FORMAT, MOMENT_FORMAT, TIME_FORMAT } from '../date-picker/moment.ts'
import { timeFormatOf } from '../date-picker/timeFormat.ts'
import { uiStringsEn } from './en.ts'
import { loadUiStrings, UI_LOCALES } from './loadUiStrings.ts'
import type { UiStrings } from './UiStrings.ts'

const samples: Readonly<Record<string, Record<string, string | number>>> = {
  characterCount: { count: 3, limit: 20 },
  createOption: { text: 'Zeta' },
  resultCount: { count: 37 },
  removeItem: { text: 'Zeta' },
  chosenCount: { count: 4 },
  atLeast: { count: 2 },
  atMost: { count: 5 },
  dateFormat: { format: 'YYYY-MM-DD' },
  dateEarliest: { date: '2026-11-03' },
  dateLatest: { date: '2026-11-03' },
  maximumDays: { count: 7 },
  page: { page: 7 },
  stale: { seconds: 12 },
  selectRow: { text: 'Zeta' },
  rowDetails: { text: 'Zeta' },
  columnWidth: { text: 'Zeta' },
  amountWrite: { amount: '0.25' },
  amountDecimals: { count: 4 },
}
const english = Object.keys(uiStringsEn).sort()

it('compiles every catalog', () => {
  const catalogs = readdirSync(new URL('../../messages', import.meta.url)).filter(
    (file) => file !== 'fallback.json',
  )
  expect([...UI_LOCALES].sort()).toEqual(
    catalogs.map((file) => file.slice(0, -'.json'.length)).sort(),
  )
})

describe.each(UI_LOCALES)('texts in %s', (locale) => {
  it('are complete and not empty', async () => {
    const strings = await loadUiStrings(locale)
    expect(Object.keys(strings).sort()).toEqual(english)
    for (const value of Object.values(strings))
      if (typeof value === 'string') expect(value.trim()).not.toBe('')
  })
  it('name year, month, day and time units in typed order (U14)', async () => {
    const { dayFormat, momentFormat } = await loadUiStrings(locale)
    expect(dayFormat.split('-')).toHaveLength(3)
    expect(momentFormat.startsWith(dayFormat)).toBe(true)
    expect(momentFormat.slice(dayFormat.length).split(':')).toHaveLength(3)
    expect(timeFormatOf({ dayFormat, momentFormat })).toMatch(
      /^\p{L}+\u200e?:\u200e?\p{L}+\u200e?:\u200e?\p{L}+$/u,
    )
  })
  it('use every argument', async () => {
    const strings = await loadUiStrings(locale)
    for (const [key, args] of Object.entries(samples)) {
      const text = (strings[key as keyof UiStrings] as (given: object) => string)(args)
      for (const [name, value] of Object.entries(args))
        expect(text, `${key} ${name}`).toContain(String(value))
    }
  })
})

it('include samples for every text with arguments', () => {
  expect(
    Object.entries(uiStringsEn)
      .filter(([, value]) => typeof value === 'function')
      .map(([key]) => key)
      .sort(),
  ).toEqual(Object.keys(samples).sort())
})

it('name the actual date formats in English (U14.95)', () => {
  expect([uiStringsEn.dayFormat, timeFormatOf(uiStringsEn), uiStringsEn.momentFormat]).toEqual([
    DAY_FORMAT,
    TIME_FORMAT,
    MOMENT_FORMAT,
  ])
})

it('have the specified default message of a failed check (U2.12)', () =>
  expect(uiStringsEn.invalidInput).toBe('the input data is not valid'))

it('use Arabic plurals with Latin digits', async () => {
  const arabic = await loadUiStrings('ar')
  expect([1, 2, 3, 11].map((count) => arabic.resultCount({ count }))).toEqual([
    'نتيجة واحدة',
    'نتيجتان',
    '\u20683\u2069 نتائج',
    '\u206811\u2069 نتيجة',
  ])
})

it('isolate Latin names in Arabic', async () =>
  expect((await loadUiStrings('ar')).createOption({ text: 'BTC (1)' })).toContain(
    '\u2068BTC (1)\u2069',
  ))

it.each([
  ['zh', 'zh-CN'],
  ['zh-Hans-CN', 'zh-CN'],
  ['zh-SG', 'zh-CN'],
  ['zh-HK', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['zh-Hant-TW', 'zh-TW'],
  ['zh-Hant-HK', 'zh-TW'],
  ['fil', 'ph'],
  ['fil-PH', 'ph'],
  ['uz-Latn', 'uz'],
  ['pt-BR', 'pt'],
  ['ar-EG', 'ar'],
  ['en-001', 'en'],
  ['xx', 'en'],
  ['constructor', 'en'],
  ['', 'en'],
])('%j uses the texts of %s', async (asked, found) => {
  expect((await loadUiStrings(asked)).close).toBe((await loadUiStrings(found)).close)
})

it('use the format that is passed in', async () => {
  const format = {
    plural: () => 'other',
    ordinal: () => 'other',
    number: (value: number | bigint | string) => `<${value}>`,
    date: () => '',
  }
  expect((await loadUiStrings('en', { format })).resultCount({ count: 1 })).toBe('<1> results')
})
