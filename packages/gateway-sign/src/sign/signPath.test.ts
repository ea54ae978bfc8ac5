import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorMatching } from '../testing/errorMatching.ts'
import { assertSignablePath, isSignablePath } from './signPath.ts'

describe('signable paths (wire 2)', () => {
  it.each([
    '/',
    '/v1/user/login',
    '/v1/a%20b/%C3%BC',
    '/v1/a//b',
    '/v1/a/',
    "/v1/!$&'()*+,;=:@~",
    '/v1/a.b',
    '/v1/...',
    '/v1/..a',
    '/v1/%2ea',
  ])('include %s', (path) => {
    expect(isSignablePath(path)).toBe(true)
    expect(new URL(path, 'https://gateway.example').pathname).toBe(path)
  })

  it.each([
    '',
    'v1/a',
    '//evil.example/v1/a',
    '/\\evil.example/v1/a',
    '/v1/a\\b',
    'https://evil.example/v1/a',
    '/v1/a?b=c',
    '/v1/a#b',
    '/v1/a b',
    '/v1/ü',
    '/v1/a\nb',
    '/v1/a\tb',
    '/v1/a"b',
    '/v1/<a>',
    '/v1/{a}',
    '/v1/`a`',
    '/v1/./a',
    '/v1/../a',
    '/v1/.',
    '/v1/..',
    '/..',
    '/v1/%2e/a',
    '/v1/%2E%2e/a',
    '/v1/.%2e',
    '/v1/%2e.',
  ])('exclude %j', (path) => {
    expect(isSignablePath(path)).toBe(false)
    expect(() => assertSignablePath(path)).toThrow(errorMatching('INVALID_PATH'))
  })

  it('exclude every path that a URL parser changes (PROTOCOL T14)', () => {
    const piece = fc.constantFrom(
      '.',
      '..',
      '%2e',
      '%2E',
      'a',
      'é',
      ' ',
      '\\',
      '/',
      '?',
      '#',
      '%',
      '"',
      '^',
      '|',
      '\n',
      'v1',
      ':',
      '@',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = `/${pieces.join('')}`
        fc.pre(isSignablePath(path))
        expect(new URL(path, 'https://gateway.example').pathname).toBe(path)
      }),
      { numRuns: 2_000 },
    )
  })

  it('pass the assertion', () => {
    expect(() => assertSignablePath('/v1/spot/order/place')).not.toThrow()
  })

  it('are decided for any text without throwing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        (text) => typeof isSignablePath(text) === 'boolean',
      ),
      { numRuns: 300 },
    )
  })

  it('keeps the path out of the error', () => {
    expect(() => assertSignablePath('/v1/a?token=secret')).toThrow(
      expect.not.objectContaining({
        message: expect.stringContaining('secret') as string,
      }) as Error,
    )
  })
})
