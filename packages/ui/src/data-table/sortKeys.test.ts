import { describe, expect, it, vi } from 'vitest'
import type { SortRule } from './columns.ts'
import { collatorOf, compareKeys as compareIn, sortKey, type SortKey } from './sortKeys.ts'

type Value = string | number | bigint | null | undefined
const key = (as: SortRule<Value>['as'], value: Value): SortKey =>
  sortKey({ as, by: (row: Value) => row } as SortRule<Value>, value)
const compareKeys = (a: SortKey, b: SortKey) => compareIn(a, b, collatorOf('en'))
const decimal = (value: Value) =>
  key('decimal', value) as Exclude<SortKey, string | number | bigint | undefined>

describe('sort keys', () => {
  it.each(['text', 'number', 'decimal'] as const)(
    'nothing, an empty text and what is no number are missing, as %s',
    (as) => {
      expect([null, undefined, '', Number.NaN].map((value) => key(as, value))).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    },
  )
  it('texts, numbers and big integers are their own keys', () => {
    expect([key('text', 'BTC'), key('number', 0), key('number', 10n)]).toEqual(['BTC', 0, 10n])
  })
  it.each(['7', '12', '-3', '0.5', '12.50', '-123.456'])(
    'the decimal %s is read when a tie asks for it',
    (text) => {
      expect(decimal(text)).toEqual({ near: Number(text), text, exact: undefined })
    },
  )
  it('a decimal of more digits than can be told from its looks is read at once, and what is none is missing', () => {
    const long = '1'.repeat(301)
    expect(decimal(long)).toMatchObject({
      near: Number(long),
      text: long,
      exact: expect.anything(),
    })
    expect(['x', '12x', 'x12', '1.x', '--1'].map((text) => key('decimal', text))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('the order of texts', () => {
  it('is that of a language, figures as numbers and capitals like small letters, made once for each', async () => {
    // What was made for another test is not asked.
    vi.resetModules()
    const { collatorOf: ofLanguage } = await import('./sortKeys.ts')
    const english = ofLanguage('en')
    expect(english.resolvedOptions()).toMatchObject({
      locale: 'en',
      numeric: true,
      sensitivity: 'base',
    })
    expect(ofLanguage('en')).toBe(english)
    expect(ofLanguage('sv')).not.toBe(english)
  })
})

describe('two sort keys', () => {
  const order = (as: SortRule<Value>['as'], a: Value, b: Value) =>
    Math.sign(compareKeys(key(as, a), key(as, b)))
  it('decimals go by value, to the last digit', () => {
    expect([
      order('decimal', '2', '10'),
      order('decimal', '10', '2'),
      order('decimal', '1.0', '1'),
      order('decimal', '1', '1'),
    ]).toEqual([-1, 1, 0, 0])
    expect([
      order('decimal', '0.10000000000000000001', '0.10000000000000000002'),
      order('decimal', '0.10000000000000000002', '0.10000000000000000001'),
    ]).toEqual([-1, 1])
  })
  it('texts go by the language, with their figures as numbers', () => {
    expect([
      order('text', 'a2', 'a10'),
      order('text', 'B', 'a'),
      order('text', 'btc', 'BTC'),
    ]).toEqual([-1, 1, 0])
  })
  it('numbers go by value, with big integers among them', () => {
    expect([
      order('number', -1, -2),
      order('number', 9, 10n),
      order('number', 2n, 2),
      order('number', 1, 2),
    ]).toEqual([1, -1, 0, -1])
  })
  it('the missing goes last, and among its like it is a tie', () => {
    for (const value of ['a', 'z', 5] as const)
      expect([compareKeys(value, undefined), compareKeys(undefined, value)]).toEqual([-1, 1])
    expect(compareKeys(undefined, undefined)).toBe(0)
  })
  it('a key that no row can have is refused by name', () => {
    const made = (text: string): SortKey => ({ near: 1, text, exact: undefined })
    expect(() => compareKeys(made('x'), made('y'))).toThrow(new RangeError('Not a decimal: x'))
  })
})
