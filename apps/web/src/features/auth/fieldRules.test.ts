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
    ['first.last+tag@mail.example.co.uk', true],
    ['почта@пример.рф', true],
    ['a@b.', false],
    ['a@.b', false],
    ['a@b..c', false],
    ['a@b@c.d', false],
    ['a@b.c d', false],
    ['a@b.c\nBcc: x@y.z', false],
    [`${'a'.repeat(248)}@bb.cc`, true],
    [`${'a'.repeat(249)}@bb.cc`, false],
  ])('takes %o as an e-mail address: %s', (text, holds) => expect(isEmail(text)).toBe(holds))
  it.each([
    ['13800138000', true],
    ['138 0013-8000', true],
    ['12ab', false],
    ['', false],
    ['12345', true],
    ['1234', false],
    ['123456789012345', true],
    ['1234567890123456', false],
    ['+13800138000', false],
    ['(138) 00138000', false],
    ['- -', false],
  ])('takes %o as a mobile number: %s', (text, holds) => expect(isMobile(text)).toBe(holds))
  it.each([
    ['86', true],
    ['+44', true],
    ['+44444', false],
    [' +1 ', true],
    ['1234', true],
    ['0044', true],
    ['++44', false],
    ['44+', false],
    ['+', false],
    ['', false],
  ])('takes %o as an area code: %s', (text, holds) => expect(isAreaCode(text)).toBe(holds))
  it.each([
    ['123456', true],
    [' 123456 ', true],
    ['12345', false],
    ['12345a', false],
    ['1234567', false],
    ['123 456', false],
    ['-12345', false],
    ['', false],
  ])('takes %o as a code: %s', (text, holds) => expect(isCode(text)).toBe(holds))
  it.each([
    ['Ab1', 'short'],
    ['abcdefgh', 'plain'],
    ['12345678', 'plain'],
    ['пароль123', undefined],
    ['a1'.repeat(65), 'long'],
    ['', 'short'],
    ['abcdef1', 'short'],
    ['abcdefg1', undefined],
    ['a1'.repeat(64), undefined],
    ['пароль-1', undefined],
    ['парольпа', 'plain'],
    ['!!!!!!!!', 'plain'],
    ['1234567a', undefined],
    ['密码密码密码密1', undefined],
    // Signs count as a reader counts them, not by their units in memory.
    ['🔑🔑🔑a', 'short'],
    ['🔑🔑🔑🔑🔑🔑🔑a', undefined],
    [`${'🔑'.repeat(127)}a`, undefined],
  ])('finds in %o the fault %s', (text, fault) => expect(passwordFault(text)).toBe(fault))
})
