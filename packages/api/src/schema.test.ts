import { Type, type TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { describe, expect, it } from 'vitest'
import {
  AmountByAsset,
  amountText,
  DecimalString,
  extend,
  FieldText,
  foreignObject,
  nullable,
  nullableAmount,
  NullableFieldText,
  oneOf,
  optionalOneOf,
  pageOf,
  queryOneOf,
  requiredText,
  Timestamp,
} from './schema.ts'

const accepting = (schema: TSchema, values: readonly unknown[]) => {
  const check = TypeCompiler.Compile(schema)
  return values.filter((value) => check.Check(value))
}

describe('an amount of an answer', () => {
  it('is a decimal as text, with a sign below zero', () => {
    const good = ['0', '-0', '1', '-1', '0.1', '-0.00000001', '007', '1'.repeat(200)]
    expect(accepting(DecimalString, good)).toEqual(good)
  })

  it('is never empty, and nothing that a number parser would forgive', () => {
    expect(
      accepting(DecimalString, [
        '',
        '-',
        '.',
        '1.',
        '.1',
        '1e3',
        '0x1',
        ' 1',
        '1 ',
        '1\n',
        '−1',
        1,
      ]),
    ).toEqual([])
  })
})

describe('an amount of a request', () => {
  it('may be empty, which means that it is absent', () => {
    expect(accepting(amountText('x'), ['', '5', '0.5', '-5'])).toEqual(['', '5', '0.5', '-5'])
    expect(accepting(nullableAmount('x'), ['', null, '5'])).toEqual(['', null, '5'])
  })

  it('has at most 100 characters', () => {
    const [most, more] = ['9'.repeat(100), '9'.repeat(101)]
    expect(accepting(amountText('x'), [most, more])).toEqual([most])
    expect(accepting(nullableAmount('x'), [most, more])).toEqual([most])
  })

  it('is never null, unless it may be', () => {
    expect(accepting(amountText('x'), [null, undefined, 5, ['5']])).toEqual([])
  })
})

describe('a moment', () => {
  it('is a whole number of milliseconds from 0 on', () => {
    expect(
      accepting(Timestamp, [0, 1_764_374_400_123, -1, 1.5, Number.NaN, Infinity, '0', null]),
    ).toEqual([0, 1_764_374_400_123])
  })
})

describe('amounts by asset', () => {
  it('are decimals under any name', () => {
    expect(
      accepting(AmountByAsset, [{}, { USDT: '1', '': '2' }, { USDT: 1 }, { USDT: '' }, [], null]),
    ).toEqual([{}, { USDT: '1', '': '2' }])
  })
})

describe('a text of a request', () => {
  it('is needed where it says so, and empty elsewhere', () => {
    expect(accepting(requiredText(3), ['', 'a', 'abc', 'abcd', null])).toEqual(['a', 'abc'])
    expect(accepting(FieldText, ['', 'x'.repeat(100), 'x'.repeat(101), null])).toEqual([
      '',
      'x'.repeat(100),
    ])
    expect(accepting(NullableFieldText, ['', null, 5])).toEqual(['', null])
  })
})

describe('a choice', () => {
  const values = ['buy', 'sell'] as const

  it('is one of its values, to the letter', () => {
    expect(accepting(oneOf(values), ['buy', 'sell', 'BUY', ' buy', '', null, 0])).toEqual([
      'buy',
      'sell',
    ])
  })

  it('may be empty in a query, and null too in a body', () => {
    expect(accepting(queryOneOf(values), ['buy', '', null, 'x'])).toEqual(['buy', ''])
    expect(accepting(optionalOneOf(values), ['buy', '', null, 'x'])).toEqual(['buy', '', null])
  })
})

describe('an object', () => {
  const first = Type.Object({ a: Type.String(), b: Type.Optional(Type.String()) })

  it('has the fields of both when it is extended', () => {
    const both = extend(first, { c: Type.Integer(), b: Type.Integer() })
    expect(both.required).toEqual(['a', 'b', 'c'])
    expect(
      accepting(both, [
        { a: '', b: 1, c: 2 },
        { a: '', b: '', c: 2 },
        { b: 1, c: 2 },
      ]),
    ).toEqual([{ a: '', b: 1, c: 2 }])
    expect(accepting(extend(first, {}), [{ a: '' }])).toEqual([{ a: '' }])
  })

  it('may be null where it says so', () => {
    expect(accepting(nullable(first), [null, { a: '' }, {}, undefined])).toEqual([null, { a: '' }])
  })

  it('is not looked into where another specification defines it', () => {
    expect(accepting(foreignObject('Any.'), [{}, { a: [1] }, null, 'text', 5])).toEqual([
      {},
      { a: [1] },
    ])
  })
})

describe('a page', () => {
  it('has its rows and the cursor of the next one, or null', () => {
    const good = [
      { items: [], next: null },
      { items: ['a'], next: 'c' },
    ]
    const bad = [{ items: [] }, { next: null }, { items: [1], next: null }, { items: [], next: 1 }]
    expect(accepting(pageOf(Type.String()), [...good, ...bad])).toEqual(good)
  })
})
