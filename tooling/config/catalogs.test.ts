import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATALOGS } from './catalogs.mjs'
import { jsxTexts } from './jsxTexts.mjs'
import { leftovers } from './leftoverEnglish.mjs'
import { retiredTexts } from './retiredTexts.mjs'

const root = path.resolve(import.meta.dirname, '../..')

it('has every catalog folder with its source language', () => {
  for (const { messages } of CATALOGS)
    expect(existsSync(path.join(root, messages, 'en.json')), messages).toBe(true)
})

describe('texts in JSX (locale Messages)', () => {
  it.each([
    ['<p>Hello there</p>', ['Hello there']],
    ['<p>{"Hello"}</p>', ['Hello']],
    ['<img alt="A chart" />', ['A chart']],
    ['<Field label={`Amount`} />', ['Amount']],
    ['<p>{t("home.title")}</p>', []],
    ['<p>USDT</p>', []],
    ['<p>BTC/USDT</p>', []],
    ['<p> · 24 %</p>', []],
    ['<div className="wide" data-tone="up" role="status" />', []],
  ])('%s holds %j', (source, texts) =>
    expect(jsxTexts('a.tsx', `export const a = ${source}`).map(({ text }) => text)).toEqual(texts),
  )
})

describe('English that was left over (locale Messages)', () => {
  const english = {
    a: 'Open orders',
    b: 'Spot',
    c: 'USDT',
    d: 'Place {count, plural, one {# order} other {# orders}}',
    e: 'Order book',
  }
  const of = (texts: Record<string, string>, more: object = {}) =>
    leftovers({ locale: 'de', english, texts, ...more })
  it('finds a text as in English, but no names', () => {
    expect(of({ a: 'Open orders', c: 'USDT' })).toEqual(['a: as in English: Open orders'])
  })
  it('allows shared words of the glossary and of the list only', () => {
    expect(of({ b: 'Spot' })).toHaveLength(1)
    expect(of({ b: 'Spot' }, { terms: { spot: 'Spot' } })).toEqual([])
    expect(of({ b: 'Spot' }, { same: ['Spot'] })).toEqual([])
  })
  it('finds English words inside a text and ignores plural syntax', () => {
    expect(of({ a: 'Bitte check your Orders' })).toHaveLength(1)
    expect(of({ d: '{count, plural, one {# Order} other {# Orders}} erteilen' })).toEqual([])
  })
  it('requires the terms of the glossary', () => {
    expect(of({ e: 'Auftragsbuch' }, { terms: { 'order book': 'Orderbuch' } })).toEqual([
      'e: the glossary says “Orderbuch” for “Order book”: Auftragsbuch',
    ])
    expect(of({ e: 'Das Orderbuch' }, { terms: { 'order book': 'Orderbuch' } })).toEqual([])
  })
  it('requires a no-break space before French signs', () => {
    const french = (a: string) => leftovers({ locale: 'fr', english, texts: { a } })
    expect(french('Ordres ouverts : 3')).toEqual([
      'a: a space that may break before a sign: Ordres ouverts : 3',
    ])
    expect(french('Ordres ouverts\u00a0: 3\u202f; {count, plural, one {un} other {plus}}')).toEqual(
      [],
    )
  })
  it('ignores the English variants', () =>
    expect(leftovers({ locale: 'en-GB', english, texts: english })).toEqual([]))
})

describe('retired terms of each language (locale Messages)', () => {
  const glossary = path.join(root, 'docs/glossary')
  const files = readdirSync(glossary)
  const terms = (file: string) => {
    const { retired, terms: current } = JSON.parse(
      readFileSync(path.join(glossary, file), 'utf8'),
    ) as { retired: string[]; terms: Record<string, string> }
    return { retired, current }
  }
  it('finds a retired term in any case, but not in an argument', () => {
    const texts = { a: 'Zweiter Schritt', b: '{paper} kaufen', c: 'Jetzt üben' }
    expect(retiredTexts(texts, ['zweiter schritt', 'paper', 'üben'])).toEqual([
      'a: a retired term (“zweiter schritt”): Zweiter Schritt',
      'c: a retired term (“üben”): Jetzt üben',
    ])
  })
  it('lists retired terms in small letters for all 26 languages', () => {
    expect(files).toHaveLength(26)
    for (const file of files) {
      const { retired } = terms(file)
      expect(retired.length, file).toBeGreaterThan(2)
      expect(retired, file).toEqual(retired.map((term) => term.toLowerCase()))
    }
  })
  it.each(files)('%s names none of its retired terms itself', (file) => {
    const { current, retired } = terms(file)
    expect(retiredTexts(current, retired)).toEqual([])
  })
  it('names the words of the large exchanges in each language', () => {
    const names = ['two-factor authentication', 'security verification', 'scan to log in']
    for (const file of files)
      expect(
        [...names, 'demo trading', 'linked accounts'].filter(
          (name) => terms(file).current[name] === undefined,
        ),
        file,
      ).toEqual([])
  })
})
