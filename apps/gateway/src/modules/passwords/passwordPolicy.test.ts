import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../platform/http/route.ts'
import { assertAcceptablePassword } from './passwordPolicy.ts'

/** What is said of a password; `undefined`: it is taken. */
function faultOf(password: string, ...loginNames: readonly string[]): string | undefined {
  try {
    assertAcceptablePassword(password, { loginNames })
    return undefined
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    expect([error.code, error.status, error.data]).toEqual(['40010', 200, { field: 'pwd' }])
    return error.message
  }
}
const NAME = 'The password must not hold the login name'
const COMMON = 'This password is too common'
const MIXED = 'The password must hold a letter and a digit or sign'
const SHORT = 'The password must have at least 8 characters'
const LONG = 'The password must have at most 128 characters'

describe('the password policy', () => {
  it.each([
    'correct horse 7',
    'Passw0rd!x',
    '密码安全12345',
    'abcdefg1',
    'abcdefg ',
    '1234567a',
    'ÄÖÜäöüß!',
    `${'a'.repeat(127)}1`,
    `${'😀'.repeat(127)}a`,
  ])('takes %s', (password) => expect(faultOf(password)).toBeUndefined())

  it.each([
    ['', SHORT],
    ['abcde1!', SHORT],
    ['😀😀😀a1', SHORT],
    ['😀😀😀😀😀a1', SHORT],
    [`${'a'.repeat(128)}1`, LONG],
    [`${'😀'.repeat(128)}a`, LONG],
    ['abcdefgh', MIXED],
    ['密码安全密码安全', MIXED],
    ['12345678', MIXED],
    ['!!!!!!!!', MIXED],
    ['        ', MIXED],
    ['password1', COMMON],
    ['PassWord1', COMMON],
    ['P@SSW0RD', COMMON],
    ['zaq12wsx', COMMON],
  ])('refuses %j: %s', (password, fault) => expect(faultOf(password)).toBe(fault))

  it('refuses a common one in other letters that are hashed alike', () => {
    expect(faultOf('ｐａｓｓｗｏｒｄ１')).toBe(COMMON)
    expect(faultOf('Ｑｗｅｒｔｙ１２３')).toBe(COMMON)
  })

  it('takes what only begins like a common one', () => {
    expect(faultOf('password12')).toBeUndefined()
    expect(faultOf('xpassword1')).toBeUndefined()
  })
})

describe('the login name in a password', () => {
  it.each([
    ['anna.example', 'anna.example7'],
    ['anna.example', '7ANNA.EXAMPLE'],
    ['Anna', 'xxannaxx7'],
    ['15123456789', 'call 15123456789'],
    ['jörg', 'JÖRG-1234'],
    ['jo\u0308rg', 'j\u00f6rg-1234'],
    ['anna', 'ａｎｎａ-1234'],
  ])('is refused for %s in %s', (name, password) => expect(faultOf(password, name)).toBe(NAME))

  it('may be any of the names', () => {
    expect(faultOf('anna-1234', 'bobby', 'anna')).toBe(NAME)
    expect(faultOf('bobby-1234', 'bobby', 'anna')).toBe(NAME)
    expect(faultOf('carol-1234', 'bobby', 'anna')).toBeUndefined()
  })

  it.each(['', 'a', 'an', 'ann', '😀😀😀'])(
    'counts for nothing as %j, which many passwords hold',
    (name) => expect(faultOf(`😀😀😀 ann 12345 ${name}`, name)).toBeUndefined(),
  )

  it('counts from four characters on', () => {
    expect(faultOf('😀😀😀😀 12345a', '😀😀😀😀')).toBe(NAME)
  })

  it('never limits the passwords of somebody with a short one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 3 }), (name) => {
        expect(faultOf(`${name} correct horse 7`, name)).toBeUndefined()
      }),
    )
  })

  it('is refused wherever it stands', () => {
    const text = fc.string({ unit: 'grapheme-ascii', maxLength: 20 })
    fc.assert(
      fc.property(text, text, fc.stringMatching(/^[a-z]{4,12}$/), (before, after, name) => {
        expect(faultOf(`${before}${name}${after}-a1-a1-a1`, name)).toBe(NAME)
      }),
    )
  })
})
