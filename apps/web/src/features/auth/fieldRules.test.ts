import { describe, expect, it } from 'vitest'
import { isAreaCode, isCode, isEmail, isMobile, passwordFault } from './fieldRules.ts'

describe('fields of the entry forms', () => {
  it.each([
    ['a@b.c', true],
    [' trader@example.com ', true],
    ['a@b', false],
    ['a b@c.d', false],
    ['@b.c', false],
    ['', false],
  ])('takes %o as an e-mail address: %s', (text, holds) => expect(isEmail(text)).toBe(holds))
  it.each([
    ['13800138000', true],
    ['138 0013-8000', true],
    ['12ab', false],
    ['', false],
  ])('takes %o as a mobile number: %s', (text, holds) => expect(isMobile(text)).toBe(holds))
  it.each([
    ['86', true],
    ['+44', true],
    ['+44444', false],
  ])('takes %o as an area code: %s', (text, holds) => expect(isAreaCode(text)).toBe(holds))
  it.each([
    ['123456', true],
    [' 123456 ', true],
    ['12345', false],
    ['12345a', false],
  ])('takes %o as a code: %s', (text, holds) => expect(isCode(text)).toBe(holds))
  it.each([
    ['Ab1', 'short'],
    ['abcdefgh', 'plain'],
    ['12345678', 'plain'],
    ['пароль123', undefined],
    ['a1'.repeat(65), 'long'],
  ])('finds in %o the fault %s', (text, fault) => expect(passwordFault(text)).toBe(fault))
})
