import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorMatching } from '../testing/errorMatching.ts'
import { GS1 } from '../wire.ts'
import { createSignRuleMatcher, type SignRuleTables } from './signRules.ts'

const book = (tables: Partial<SignRuleTables>) =>
  createSignRuleMatcher({ exactUrls: {}, prefixUrls: {}, signModes: {}, ...tables }, GS1)
const modeOf = (tables: Partial<SignRuleTables>, path: string) => book(tables).ruleFor(path)?.mode
const refusal = (tables: Partial<SignRuleTables>) => {
  try {
    return book(tables) && null
  } catch (error) {
    return error
  }
}
const invalid = (detail: Record<string, string>) => errorMatching('CONFIG_INVALID', detail)

describe('rule match (wire 2)', () => {
  it('finds no rule where none matches (spec 5.8)', () => {
    expect(
      modeOf({ exactUrls: { '/v1/a': '1' }, prefixUrls: { '/v1/b/': '1' } }, '/v1/c'),
    ).toBeUndefined()
  })

  it('prefers the exact entry to any prefix', () => {
    expect(
      modeOf(
        { exactUrls: { '/v1/a/b': '2' }, prefixUrls: { '/v1/a/': '1', '/v1/a/b': '0' } },
        '/v1/a/b',
      ),
    ).toBe('2')
  })

  it('uses the longest prefix', () => {
    const tables = { prefixUrls: { '/v1/': '0', '/v1/spot/': '1', '/v1/spot/order/': '2' } }
    expect(
      ['/v1/x', '/v1/spot/x', '/v1/spot/order/x', '/v2'].map((path) => modeOf(tables, path)),
    ).toEqual(['0', '1', '2', undefined])
  })

  it('matches prefixes as plain text, including the full path', () => {
    const tables = { prefixUrls: { '/v1/spot': '1' } }
    expect(['/v1/spot', '/v1/spotless', '/v1/spo'].map((path) => modeOf(tables, path))).toEqual([
      '1',
      '1',
      undefined,
    ])
  })

  it('is case-sensitive', () => {
    expect(
      modeOf({ exactUrls: { '/v1/a': '1' }, prefixUrls: { '/v1/b': '1' } }, '/v1/A'),
    ).toBeUndefined()
  })

  it.each(['__proto__', 'constructor', 'toString'])(
    'finds no rule named like a prototype property: /%s',
    (name) => {
      expect(modeOf({ exactUrls: {}, prefixUrls: {} }, `/${name}`)).toBeUndefined()
      expect(modeOf({}, name)).toBeUndefined()
    },
  )

  it('matches a linear search', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', '/'), { maxLength: 6 })
      .map((pieces) => `/${pieces.join('')}`)
    const table = fc.dictionary(path, fc.constantFrom('0', '1', '2'), { maxKeys: 12 })
    fc.assert(
      fc.property(table, table, path, (exactUrls, prefixUrls, wanted) => {
        const longest = Object.keys(prefixUrls)
          .filter((prefix) => wanted.startsWith(prefix))
          .sort((a, b) => b.length - a.length)[0]
        expect(modeOf({ exactUrls, prefixUrls }, wanted)).toBe(
          exactUrls[wanted] ?? (longest === undefined ? undefined : prefixUrls[longest]),
        )
      }),
    )
  })
})

describe('sign mode fields (wire 2)', () => {
  it('have a built-in default per mode (spec 9.3)', () => {
    const rules = book({ exactUrls: { '/0': '0', '/1': '1', '/2': '2' } })
    expect(rules.ruleFor('/0')?.fields).toEqual(['path', 'time'])
    expect(rules.ruleFor('/1')?.fields).toEqual(['path', 'time', 'traceId'])
    expect(rules.ruleFor('/2')?.fields).toEqual(['path', 'time', 'traceId', 'body'])
  })

  it('may be reordered and extended', () => {
    const rules = book({
      exactUrls: { '/0': '0', '/1': '1' },
      signModes: { '0': ['time', 'path', 'traceId', 'body'], '1': ['traceId', 'path', 'time'] },
    })
    expect(rules.ruleFor('/0')?.fields).toEqual(['time', 'path', 'traceId', 'body'])
    expect(rules.ruleFor('/1')?.fields).toEqual(['traceId', 'path', 'time'])
  })

  it.each([
    ['0', ['path']],
    ['0', ['time']],
    ['1', ['path', 'time']],
    ['2', ['path', 'time', 'traceId']],
    ['2', []],
  ])('reject a missing required field: mode %s as %j', (mode, fields) => {
    expect(refusal({ signModes: { [mode]: fields } })).toEqual(
      invalid({ table: 'signModes', mode }),
    )
  })

  it('require the body to be last', () => {
    expect(refusal({ signModes: { '0': ['body', 'path', 'time'] } })).toEqual(
      invalid({ table: 'signModes', mode: '0' }),
    )
    expect(refusal({ signModes: { '2': ['path', 'body', 'time', 'traceId'] } })).toEqual(
      invalid({ mode: '2' }),
    )
  })

  it('quote at most forty characters of an unknown field', () => {
    expect(refusal({ signModes: { '1': ['x'.repeat(1_000)] } })).toEqual(
      invalid({ table: 'signModes', mode: '1', field: 'x'.repeat(40) }),
    )
    expect(refusal({ exactUrls: { [`/${'x'.repeat(1_000)}`]: '9' } })).toEqual(
      invalid({ table: 'exactUrls', path: `/${'x'.repeat(199)}` }),
    )
  })

  it('quote an unknown field in the error', () => {
    expect(refusal({ signModes: { '1': ['path', 'time', 'traceId', 'query'] } })).toEqual(
      invalid({ field: 'query' }),
    )
  })

  it.each([
    [['path', 'time', 'path']],
    ['path,time'],
    [null],
    [{ 0: 'path' }],
    [[['path'], 'time']],
  ])('reject %j as fields', (fields) => {
    expect(refusal({ signModes: { '0': fields } })).toEqual(invalid({ table: 'signModes' }))
  })

  it('reject a mode other than 0, 1 and 2', () => {
    expect(refusal({ signModes: { '3': ['path', 'time'] } })).toEqual(
      invalid({ table: 'signModes', mode: '3' }),
    )
  })
})

describe('tables (wire 3)', () => {
  it('accept a mode written as a number', () => {
    expect(modeOf({ exactUrls: { '/v1/a': 2 }, prefixUrls: { '/v1/b': 0 } }, '/v1/a')).toBe('2')
  })

  it.each(['3', '', '1.0', 3, -1, null, true, ['1'], {}])('reject %j as a mode', (mode) => {
    expect(refusal({ exactUrls: { '/v1/a': mode } })).toEqual(
      invalid({ table: 'exactUrls', path: '/v1/a' }),
    )
    expect(refusal({ prefixUrls: { '/v1/a': mode } })).toEqual(invalid({ table: 'prefixUrls' }))
  })

  it.each(['', 'v1/a', '*', '__proto__'])('reject %j as a path', (path) => {
    expect(
      refusal({
        prefixUrls: JSON.parse(`{${JSON.stringify(path)}:"1"}`) as Record<string, string>,
      }),
    ).toEqual(invalid({ table: 'prefixUrls' }))
  })

  it('yield a matcher or CONFIG_INVALID for any content', () => {
    const table = fc.dictionary(fc.string(), fc.anything())
    fc.assert(
      fc.property(table, table, table, (exactUrls, prefixUrls, signModes) => {
        const error = refusal({ exactUrls, prefixUrls, signModes })
        expect(error === null || (error as { code?: string }).code === 'CONFIG_INVALID').toBe(true)
      }),
    )
  })
})
