import { describe, expect, it } from 'vitest'
import { loginNameKey, maskEmail, maskMobile, mobileAddress, readEmail, readLoginName, readMobile } from './loginName.ts'

describe('e-mail addresses', () => {
  it.each([
    ['Trader@Example.COM', 'trader@example.com'],
    [' a+b@sub.example.co ', 'a+b@sub.example.co'],
    ["o'neil@example.com", "o'neil@example.com"],
  ])('%j reads as %s', (text, email) => expect(readEmail(text)).toBe(email))
  it.each(['', 'a', 'a@b', '@example.com', 'a@@example.com', 'a b@example.com', 'a@example', 'a@-x.com', 'a@example.com\r\nbcc: b@c.de', `${'a'.repeat(65)}@example.com`, `a@${'b.'.repeat(130)}com`, undefined, 7])('%j is refused', (text) => {
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
  ])('%j %j are one number', (areaCode, mobile) => expect(readMobile(areaCode, mobile)).toEqual({ areaCode: '86', mobile: '13800001234' }))
  it.each([
    ['', '13800001234', 'area code'],
    ['000', '13800001234', 'area code'],
    ['123456', '13800001234', 'area code'],
    ['86', '123', 'mobile number'],
    ['86', '1'.repeat(15), 'mobile number'],
    ['86', undefined, 'mobile number'],
  ])('%j %j is refused', (areaCode, mobile, what) => expect(() => readMobile(areaCode, mobile)).toThrow(`The ${what} is not valid`))
  it('have an address that codes go to', () => expect(mobileAddress({ areaCode: '86', mobile: '138' })).toBe('+86138'))
  it.each([
    ['13800001234', '138****1234'],
    ['77009001', '77****001'],
    ['1234', '1****4'],
  ])('%s is shown as %s', (mobile, masked) => expect(maskMobile(mobile)).toBe(masked))
})

describe('login names', () => {
  it('every spelling of an account counts as the same', () => {
    const keys = [' Trader@Example.com', 'trader@example.com '].map((name) => loginNameKey(readLoginName(name, undefined)))
    expect(new Set(keys)).toEqual(new Set(['trader@example.com']))
    const numbers = [['138 0000 1234', '+86'], ['13800001234', '0086']].map(([name, area]) => loginNameKey(readLoginName(name!, area)))
    expect(new Set(numbers).size).toBe(1)
  })
  it('a number without its area code is a name of its own', () => {
    expect(readLoginName('13800001234', undefined)).toEqual({ kind: 'mobile', areaCode: undefined, mobile: '13800001234' })
  })
  it('nothing makes it fail', () => {
    for (const name of ['', '@', '\u0000', 'x'.repeat(10_000)]) expect(() => readLoginName(name, {})).not.toThrow()
  })
})
