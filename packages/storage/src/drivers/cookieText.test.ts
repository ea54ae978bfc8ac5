import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cookieText, readCookieText } from './cookieText.ts'

const ATTRIBUTES = { maxAge: 60, path: '/', domain: undefined, sameSite: 'lax', secure: false } as const
const pairOf = (name: string, value: string) => cookieText(name, value, ATTRIBUTES).split(';')[0] ?? ''

describe('what sets a cookie', () => {
  it('leaves a value that needs no escape as it is', () => {
    expect(pairOf('a', "!#$&'()*+-./09:<=>?@AZ[]^_`az{|}~")).toBe("a=!#$&'()*+-./09:<=>?@AZ[]^_`az{|}~")
  })

  it.each([' ', '"', ',', ';', '\\', '%', '\n', '\u007f', 'é', '€'])('escapes a value with %j whole', (unfit) => {
    expect(pairOf('a', `1=${unfit}`)).toBe(`a=1%3D${encodeURIComponent(unfit)}`)
  })

  it('is read as it was written, beside others', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      expect(readCookieText(`x=1; ${pairOf('a', value)}; y=2`)).toEqual(new Map([['x', '1'], ['a', value], ['y', '2']]))
    }))
  })
})

describe('the cookies of a page', () => {
  it.each([
    ['nothing', '', []],
    ['a text without a name and without a sign', 'alone; a=1', [['a', '1']]],
    ['spaces and tabs around names and values', ' a = 1 ;\tb\t=\t2', [['a', '1'], ['b', '2']]],
    ['a value with the sign', 'a=b=c', [['a', 'b=c']]],
    ['the first of two of a name', 'a=1; a=2', [['a', '1']]],
    ['a bad escape', 'a=%E0%A4%A', [['a', '%E0%A4%A']]],
    ['no value', 'a=; b=1', [['a', ''], ['b', '1']]],
  ])('are read from %s', (_name, text, cookies) => {
    expect([...readCookieText(text)]).toEqual(cookies)
  })
})
