import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locale } from '@x/locale'
import { formatPercent } from '@x/locale/numbers'
import { expect, it } from 'vitest'

const FOLDER = path.resolve(import.meta.dirname, '../../../messages')
const FILES = readdirSync(FOLDER).filter((name) => name !== 'parts.json')

const textsOf = (file: string): readonly (readonly [string, string])[] =>
  Object.entries(
    JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Record<string, string>,
  )

/** A whole percentage in a language, without the marks that only a figure in other text needs. */
const wholePercent = (digits: string, locale: Locale): string =>
  formatPercent(digits, { locale, unit: 'percent', digits: 0 }).replaceAll('\u200e', '')

it.each(FILES)('writes percentages as its language does: %s', (file) => {
  const locale = path.basename(file, '.json') as Locale
  const wrong = textsOf(file).filter(([, text]) => {
    // What is filled in brings its sign along.
    if (/\}\s?[%٪]|[%٪]\s?\{/.test(text)) return true
    const figures = [...text.matchAll(/(?:[%٪]\s?)?(\d+)(?:\s?[%٪])?/g)]
    return figures.some(
      ([whole, digits = '']) => /[%٪]/.test(whole) && !text.includes(wholePercent(digits, locale)),
    )
  })
  expect(wrong).toEqual([])
})
