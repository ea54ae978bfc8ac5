import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  loginNameKey,
  maskEmail,
  maskMobile,
  mobileAddress,
  readEmail,
  readLoginName,
  readMobile,
} from './loginName.ts'

describe('e-mail addresses', () => {
  it.each([
    ['Trader@Example.COM', 'trader@example.com'],
    [' a+b@sub.example.co ', 'a+b@sub.example.co'],
    ["o'neil@example.com", "o'neil@example.com"],
  ])('%j reads as %s', (text, email) => expect(readEmail(text)).toBe(email))
  it.each([
    '',
    'a',
    'a@b',
    '@example.com',
    'a@@example.com',
    'a b@example.com',
    'a@example',
    'a@-x.com',
    'a@example.com\r\nbcc: b@c.de',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}com`,
    undefined,
    7,
  ])('%j is refused', (text) => {
    expect(() => readEmail(text)).toThrow('not valid')
  })
  it.each([
    ['trader@example.com', 'tr***@example.com'],
    ['ab@example.com', 'a***@example.com'],
    ['a@example.com', '***@example.com'],
  ])('%s is shown as %s', (email, masked) => expect(maskEmail(email)).toBe(masked))
})

describe('mobile numbers', () => {
  it.each([
    ['+86', '138 0000-1234'],
    ['0086', '13800001234'],
    [86, '13800001234'],
    ['86', '+86 138 0000 1234'],
    ['86', '0086 13800001234'],
    ['86', '013800001234'],
  ])('%j %j are one number', (areaCode, mobile) =>
    expect(readMobile(areaCode, mobile)).toEqual({ areaCode: '86', mobile: '13800001234' }),
  )
  it.each([
    ['', '13800001234', 'area code'],
    ['000', '13800001234', 'area code'],
    ['123456', '13800001234', 'area code'],
    ['86', '123', 'mobile number'],
    ['86', '1'.repeat(15), 'mobile number'],
    ['86', undefined, 'mobile number'],
    ['86', '+49 13800001234', 'mobile number'],
    ['86', '000', 'mobile number'],
  ])('%j %j is refused', (areaCode, mobile, what) =>
    expect(() => readMobile(areaCode, mobile)).toThrow(`The ${what} is not valid`),
  )
  it.each([
    ['49', '+49 (0)176 1234567', '1761234567'],
    ['49', '0176 1234567', '1761234567'],
    ['39', '06 1234567', '061234567'],
    ['39', '+39 06 1234567', '061234567'],
    ['225', '00225 07 12 34 56 78', '0712345678'],
  ])('strips a leading zero unless it belongs: %j %j is %s', (areaCode, mobile, number) =>
    expect(readMobile(areaCode, mobile)).toEqual({ areaCode, mobile: number }),
  )
  it('normalises a number whatever its marks, spaces and zeros, idempotently', () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: 10 })
    fc.assert(
      fc.property(
        fc.constantFrom('1', '44', '49', '86', '39', '225', '998'),
        digits(6),
        fc.constantFrom('', '+', '00'),
        (areaCode, tail, mark) => {
          const read = readMobile(areaCode, `7${tail}`)
          expect(
            readMobile(`00${areaCode}`, mark === '' ? ` 7${tail}` : `${mark}${areaCode} 7${tail}`),
          ).toEqual(read)
          expect(readMobile(read.areaCode, read.mobile)).toEqual(read)
          const names = [
            readLoginName(`${mark || '+'}${areaCode}7${tail}`, undefined),
            readLoginName(`7${tail}`, areaCode),
          ]
          expect(names).toEqual([names[0], names[0]])
          expect(
            new Set(
              [...names, readLoginName(`7${tail}`, undefined), readLoginName(`07${tail}`, '')].map(
                loginNameKey,
              ),
            ).size,
          ).toBe(1)
        },
      ),
    )
  })
  it('have an address that codes go to', () =>
    expect(mobileAddress({ areaCode: '86', mobile: '138' })).toBe('+86138'))
  it.each([
    ['13800001234', '138****1234'],
    ['77009001', '77****001'],
    ['1234', '1****4'],
  ])('%s is shown as %s', (mobile, masked) => expect(maskMobile(mobile)).toBe(masked))
})

describe('login names', () => {
  it('every spelling of an account counts as the same', () => {
    const keys = [' Trader@Example.com', 'trader@example.com '].map((name) =>
      loginNameKey(readLoginName(name, undefined)),
    )
    expect(new Set(keys)).toEqual(new Set(['trader@example.com']))
    const numbers = [
      ['138 0000 1234', '+86'],
      ['13800001234', '0086'],
    ].map(([name, area]) => loginNameKey(readLoginName(name!, area)))
    expect(new Set(numbers).size).toBe(1)
  })
  it.each([
    ['13800001234', undefined, '13800001234', false],
    ['013800001234', '', '013800001234', false],
    ['13800001234', '+86', '8613800001234', true],
    ['+86 138 0000 1234', undefined, '8613800001234', true],
    ['0086 13800001234', '44', '8613800001234', true],
    ['+49 (0)176 1234567', undefined, '491761234567', true],
  ])('%j with the area code %j reads as %s, whole: %s', (name, areaCode, digits, isWhole) =>
    expect(readLoginName(name, areaCode)).toEqual({ kind: 'mobile', digits, isWhole }),
  )
  it('a number with and without its area code counts as one account', () => {
    const keys = ['13800001234', '+8613800001234', '013800001234', '138-0000-1234'].map((name) =>
      loginNameKey(readLoginName(name, undefined)),
    )
    expect(new Set([...keys, loginNameKey(readLoginName('13800001234', '86'))]).size).toBe(1)
    expect(loginNameKey(readLoginName('13800001235', '86'))).not.toBe(keys[0])
  })
  it('never fails', () => {
    for (const name of ['', '@', '\u0000', 'x'.repeat(10_000)])
      expect(() => readLoginName(name, {})).not.toThrow()
  })
})
