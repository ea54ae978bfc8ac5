import { describe, expect, it } from 'vitest'
import { parseCookies, serializeCookie } from './cookies.ts'

describe('cookies', () => {
  it.each([
    ['a=1; b=2', { a: '1', b: '2' }],
    ['a=1;b=x=y', { a: '1', b: 'x=y' }],
    ['a=first; a=second', { a: 'first' }],
    [' a = 1 ', { a: '1' }],
    ['novalue; =x; ;', {}],
    [undefined, {}],
  ])('%j reads as %j', (header, expected) => {
    expect(Object.fromEntries(parseCookies(header))).toEqual(expected)
  })
  it('are written for the whole site, not for others', () => {
    expect(
      serializeCookie('__Host-session', 'abc', { httpOnly: true, maxAge: 60.7, secure: true }),
    ).toBe('__Host-session=abc; Path=/; SameSite=Lax; Max-Age=60; HttpOnly; Secure')
    expect(serializeCookie('x_uid', '1', { secure: false })).toBe('x_uid=1; Path=/; SameSite=Lax')
  })
  it.each([
    ['a b', 'x'],
    ['', 'x'],
    ['a', 'x; Domain=evil.example'],
    ['a', 'x\r\nset-cookie: b=1'],
    ['a', 'é'],
  ])('%j with the value %j is refused', (name, value) => {
    expect(() => serializeCookie(name, value, { secure: true })).toThrow('cannot be written')
  })
})
