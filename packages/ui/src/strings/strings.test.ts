import { describe, expect, it } from 'vitest'
import { uiStringsAr } from './ar.ts'
import { uiStringsEn } from './en.ts'
import type { UiStrings } from './UiStrings.ts'
import { uiStringsZhCN } from './zhCN.ts'

const samples: Readonly<Record<string, Record<string, string | number>>> = {
  characterCount: { count: 3, limit: 20 },
  createOption: { text: 'Zeta' },
  resultCount: { count: 3 },
  limitReached: { limit: 4 },
  page: { page: 7 },
  removeItem: { item: 'Zeta' },
  stale: { seconds: 12 },
  sortBy: { column: 'Zeta' },
}

describe.each([['en', uiStringsEn], ['zh-CN', uiStringsZhCN], ['ar', uiStringsAr]] as const)('strings in %s', (language, strings) => {
  it('are complete, without an empty text', () => {
    expect(Object.keys(strings).sort()).toEqual(Object.keys(uiStringsEn).sort())
    for (const value of Object.values(strings)) if (typeof value === 'string') expect(value.trim()).not.toBe('')
  })
  it('write every argument', () => {
    for (const [key, args] of Object.entries(samples)) {
      const text = (strings[key as keyof UiStrings] as (given: object) => string)(args)
      for (const [name, value] of Object.entries(args)) expect(text, `${language} ${key} ${name}`).toContain(String(value))
    }
  })
})

it('U2 the default text of a failed check is the spec’s', () => expect(uiStringsEn.invalidInput).toBe('the input data is not valid'))

it('Arabic results follow the plural of their figure', () => {
  expect([1, 2, 3, 11].map((count) => uiStringsAr.resultCount({ count }))).toEqual(['1 نتيجة', '2 نتيجتان', '3 نتائج', '11 نتيجة'])
})
