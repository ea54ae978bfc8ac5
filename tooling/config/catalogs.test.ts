import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATALOGS } from './catalogs.mjs'
import { jsxTexts } from './jsxTexts.mjs'
import { leftovers } from './leftoverEnglish.mjs'

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
