import { describe, expect, it, vi } from 'vitest'
import type { SortRule } from './columns.ts'
import { collatorOf, compareKeys as compareIn, sortKey, type SortKey } from './sortKeys.ts'

type Value = string | number | bigint | null | undefined
const key = (as: SortRule<Value>['as'], value: Value): SortKey =>
  sortKey({ as, by: (row: Value) => row } as SortRule<Value>, value)
const compareKeys = (a: SortKey, b: SortKey) => compareIn(a, b, collatorOf('en'))
const decimal = (value: Value) =>
  key('decimal', value) as Exclude<SortKey, string | number | bigint | undefined>

describe('sortKey', () => {
  it.each(['text', 'number', 'decimal'] as const)(
    'treats null, empty text and NaN as missing, as %s',
    (as) => {
      expect([null, undefined, '', Number.NaN].map((value) => key(as, value))).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    },
  )
  it('returns texts, numbers and big integers unchanged', () => {
    expect([key('text', 'BTC'), key('number', 0), key('number', 10n)]).toEqual(['BTC', 0, 10n])
  })
  it.each(['7', '12', '-3', '0.5', '12.50', '-123.456'])(
    'parses the decimal %s when a tie needs it',
    (text) => {
      expect(decimal(text)).toEqual({ near: Number(text), text, exact: undefined })
    },
  )
  it('parses very long decimals at once and rejects invalid ones', () => {
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

describe('collatorOf', () => {
  it('is cached, numeric and ignores case', async () => {
    // Cached collators of other tests do not count.
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

describe('compareKeys', () => {
  const order = (as: SortRule<Value>['as'], a: Value, b: Value) =>
    Math.sign(compareKeys(key(as, a), key(as, b)))
  it('compares decimals exactly', () => {
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
  it('compares texts by language and number', () => {
    expect([
      order('text', 'a2', 'a10'),
      order('text', 'B', 'a'),
      order('text', 'btc', 'BTC'),
    ]).toEqual([-1, 1, 0])
  })
  it('compares numbers and big integers', () => {
    expect([
      order('number', -1, -2),
      order('number', 9, 10n),
      order('number', 2n, 2),
      order('number', 1, 2),
    ]).toEqual([1, -1, 0, -1])
  })
  it('sorts missing values last, as ties', () => {
    for (const value of ['a', 'z', 5] as const)
      expect([compareKeys(value, undefined), compareKeys(undefined, value)]).toEqual([-1, 1])
    expect(compareKeys(undefined, undefined)).toBe(0)
  })
  it('throws for an invalid key by name', () => {
    const made = (text: string): SortKey => ({ near: 1, text, exact: undefined })
    expect(() => compareKeys(made('x'), made('y'))).toThrow(new RangeError('Not a decimal: x'))
  })
})
