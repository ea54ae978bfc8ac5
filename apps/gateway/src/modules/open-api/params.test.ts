import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createParams, parseForm, requireContract, requirePair } from './params.ts'
import { codeOf, refusalOf } from './testing/refusals.ts'

const params = (fields: Readonly<Record<string, string>>) =>
  createParams(new Map(Object.entries(fields)))
const formOf = (text: string) => Object.fromEntries(parseForm(text))

describe('the form of a call', () => {
  it.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=', { a: '' }],
    ['a', { a: '' }],
    ['=1', { '': '1' }],
    ['&&a=1&', { a: '1' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1+2', { a: '1 2' }],
    ['a=1%2B2', { a: '1+2' }],
    ['a%20b=1', { 'a b': '1' }],
    ['a=%C3%A9', { a: 'é' }],
    ['symbols=%5B%22BTCUSDT%22%5D', { symbols: '["BTCUSDT"]' }],
    ['__proto__=1', { ['__proto__']: '1' }],
  ])('reads %j', (text, fields) => {
    expect([...parseForm(text)]).toEqual(Object.entries(fields))
  })

  it.each([
    ['a=%', -1100],
    ['a=%zz', -1100],
    ['a=%e9', -1100],
    ['%ff=1', -1100],
    ['a=%00', -1100],
    ['a=1&a=1', -1101],
    ['a=1&%61=2', -1101],
    ['a&a=1', -1101],
  ])('refuses %j by %i', (text, code) => {
    expect(codeOf(() => parseForm(text))).toBe(code)
  })

  it('names the parameter that is there twice, cut to forty letters', () => {
    const name = 'n'.repeat(60)
    expect(refusalOf(() => parseForm(`${name}=1&${name}=2`))?.message).toBe(
      `Duplicate values for parameter '${'n'.repeat(40)}'.`,
    )
  })

  it('takes two hundred parameters and no more', () => {
    const form = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=1`).join('&')
    expect(parseForm(form(200)).size).toBe(200)
    expect(codeOf(() => parseForm(form(201)))).toBe(-1000)
    expect(codeOf(() => parseForm(form(5_000)))).toBe(-1000)
  })

  it('reads back whatever was encoded', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((each) => !/\0/.test(each))
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 6 }), (fields) => {
        const form = Object.entries(fields)
          .map((pair) => pair.map(encodeURIComponent).join('='))
          .join('&')
        // A pair of an empty name and an empty value is nothing but its sign.
        expect(formOf(form)).toEqual({ ...fields })
      }),
      { numRuns: 60 },
    )
  })
})

describe('a text of a call', () => {
  it('is absent where not sent and refused where empty', () => {
    expect([params({}).has('a'), params({}).text('a')]).toEqual([false, undefined])
    expect([params({ a: '' }).has('a'), codeOf(() => params({ a: '' }).text('a'))]).toEqual([
      true,
      -1105,
    ])
    expect(params({ a: ' ' }).text('a')).toBe(' ')
  })

  it.each([
    [{}, -1102],
    [{ a: '' }, -1102],
    [{ b: '1' }, -1102],
    [{ a: '1' }, undefined],
  ])('judges a required one of %j by %s', (fields, code) => {
    expect(codeOf(() => params(fields).required('a'))).toBe(code)
  })

  it('says which one is missing', () => {
    expect(refusalOf(() => params({}).required('quantity'))?.message).toBe(
      "Mandatory parameter 'quantity' was not sent, was empty/null, or malformed.",
    )
  })
})

describe('a whole number of a call', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['0007', 7],
    ['9007199254740991', 9_007_199_254_740_991],
  ])('reads %s', (a, expected) => {
    expect(params({ a }).integer('a')).toBe(expected)
  })

  it.each([
    ['', -1105],
    [' 7', -1100],
    ['7.0', -1100],
    ['-1', -1100],
    ['+1', -1100],
    ['1e3', -1100],
    ['0x10', -1100],
    ['1_000', -1100],
    ['٣', -1100],
    ['9007199254740992', -1100],
    ['99999999999999999', -1100],
    ['NaN', -1100],
    ['null', -1100],
  ])('refuses %j by %i', (a, code) => {
    expect(codeOf(() => params({ a }).integer('a'))).toBe(code)
  })

  it.each([
    ['4', { least: 5 }, -1130],
    ['5', { least: 5 }, 5],
    ['9', { most: 9 }, 9],
    ['10', { most: 9 }, -1130],
    ['10', { most: 9, isCapped: true }, 9],
    ['0', { least: 1, most: 9, isCapped: true }, -1130],
  ])('judges %s within %j', (a, bounds, expected) => {
    const read = () => params({ a }).integer('a', bounds)
    expect(codeOf(read) ?? read()).toBe(expected)
  })

  it('is absent where it was not sent, whatever its bounds', () => {
    expect(params({}).integer('a', { least: 5, most: 9 })).toBeUndefined()
  })
})

describe('a decimal number of a call', () => {
  it.each(['0', '1', '0.1', '00.10', '12345678901234567890', '0.12345678901234567890'])(
    'keeps %s as it was sent',
    (a) => {
      expect(params({ a }).decimal('a')).toBe(a)
    },
  )

  it.each([
    ['', -1105],
    ['.5', -1100],
    ['5.', -1100],
    ['-1', -1100],
    ['+1', -1100],
    ['1e3', -1100],
    ['1E-8', -1100],
    ['1,5', -1100],
    ['1 000', -1100],
    ['Infinity', -1100],
    ['NaN', -1100],
    ['0x1', -1100],
    ['1.2.3', -1100],
    ['１', -1100],
    ['1\n', -1100],
    ['9'.repeat(21), -1100],
    [`0.${'1'.repeat(21)}`, -1100],
  ])('refuses %j by %i', (a, code) => {
    expect(codeOf(() => params({ a }).decimal('a'))).toBe(code)
  })
})

describe('a choice of a call', () => {
  it('is one of those that there are, in their case', () => {
    const read = (a: string) => params({ a }).oneOf('a', ['BUY', 'SELL'], 'INVALID_SIDE')
    expect([read('BUY'), read('SELL')]).toEqual(['BUY', 'SELL'])
    expect(['buy', 'BUY ', 'HOLD', 'toString'].map((a) => codeOf(() => read(a)))).toEqual([
      -1117, -1117, -1117, -1117,
    ])
  })

  it('is refused by the common number unless it has its own', () => {
    expect(codeOf(() => params({ a: 'x' }).oneOf('a', ['y']))).toBe(-1130)
    expect(params({}).oneOf('a', ['y'])).toBeUndefined()
  })

  it.each([
    ['true', true],
    ['TRUE', true],
    ['false', false],
    ['False', false],
  ])('reads %s as a flag', (a, expected) => {
    expect(params({ a }).flag('a')).toBe(expected)
  })

  it.each(['1', '0', 'yes', 'truthy', ' true'])('reads no flag in %j', (a) => {
    expect(codeOf(() => params({ a }).flag('a'))).toBe(-1100)
  })
})

describe('the parameters of one order of several', () => {
  const own = params({
    symbol: 'BTCUSDT',
    selfTradePreventionMode: 'NONE',
    listClientOrderId: 'list',
    price: '1',
    workingPrice: '2',
    workingClientOrderId: 'first',
    pendingAbovePrice: '3',
  }).of('working')

  it('have the name of the order before their own', () => {
    expect([own.text('price'), own.nameOf('price'), own.nameOf('type')]).toEqual([
      '2',
      'workingPrice',
      'workingType',
    ])
  })

  it('leave out that the name of an order is a new one', () => {
    expect(own.text('newClientOrderId')).toBe('first')
  })

  it('share what belongs to all of them', () => {
    expect([
      own.symbol().symbol,
      own.text('selfTradePreventionMode'),
      own.text('listClientOrderId'),
    ]).toEqual(['BTCUSDT', 'NONE', 'list'])
  })

  it('are named in refusals as the caller spells them', () => {
    expect(refusalOf(() => own.required('quantity'))?.message).toContain("'workingQuantity'")
    expect(own.missing('side').message).toContain("'workingSide'")
    expect(
      refusalOf(() => params({ workingPrice: 'x' }).of('working').decimal('price'))?.message,
    ).toBe("Illegal characters found in parameter 'workingPrice'.")
  })

  it('do not fall back to those of the call', () => {
    expect(own.has('pendingAbovePrice')).toBe(false)
    expect(params({ price: '1' }).of('working').decimal('price')).toBeUndefined()
  })
})

describe('what a call is about', () => {
  it.each([
    ['BTCUSDT', undefined],
    ['NOPE', -1121],
    ['BTCUSDTBTCUSDTBTCUSDT', -1100],
    ['btcusdt', -1100],
    ['BTC-USDT', -1100],
    ['', -1100],
    ['__proto__', -1100],
    ['TOSTRING', -1121],
    ['1000SHIBUSDT', -1121],
  ])('judges the pair %j by %s', (name, code) => {
    expect(codeOf(() => requirePair(name))).toBe(code)
  })

  it.each([
    ['BTCUSDT', undefined],
    ['1000SHIBUSDT', undefined],
    ['BTCUSD', -1121],
    ['usdt/BTCUSDT', -1100],
    ['SHIBUSDT', -1121],
  ])('judges the contract %j by %s', (name, code) => {
    expect(codeOf(() => requireContract(name))).toBe(code)
  })

  it('is mandatory', () => {
    expect([codeOf(() => params({}).symbol()), codeOf(() => params({}).contract())]).toEqual([
      -1102, -1102,
    ])
  })

  it('is a pair or a contract of the same name', () => {
    const { symbol, contract } = params({ symbol: 'ETHUSDT' })
    expect([symbol().product, contract().product]).toEqual(['spot', 'futures'])
  })
})
