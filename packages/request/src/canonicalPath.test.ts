import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalPath } from './canonicalPath.ts'

describe('the one spelling of a path', () => {
  it('wire 2 encodes what a URL parser would encode (worked example F)', () => {
    expect(canonicalPath('/v1/a b/ü')).toBe('/v1/a%20b/%C3%BC')
  })

  it('spec 7 accepts a path without its leading slash', () => {
    expect(canonicalPath('v1/security/policy/captcha/get-captcha-id')).toBe('/v1/security/policy/captcha/get-captcha-id')
  })

  it('leaves an encoded path as it is, with its digits in capitals', () => {
    expect(canonicalPath('/v1/a%20b/%c3%bc')).toBe('/v1/a%20b/%C3%BC')
  })

  it('encodes a percent sign that encodes nothing', () => {
    expect(canonicalPath('/v1/100%')).toBe('/v1/100%25')
  })

  it.each([
    ['Q2 another host', '//host/v1/x'],
    ['Q2 another host with a backslash', '/\\host/v1/x'],
    ['Q2 a dot segment', '/v1/spot/../user'],
    ['Q2 a single dot segment', '/v1/./spot'],
    ['Q2 a dot segment at the end', '/v1/spot/..'],
    ['Q2 an encoded dot segment', '/v1/%2e%2e/user'],
    ['Q2 a half encoded dot segment', '/v1/.%2E/user'],
    ['wire 7 an empty segment', '/v1//spot'],
    ['wire 7 an encoded letter', '/v1/spot/order/pl%61ce'],
    ['wire 2 an encoded slash', '/v1/spot%2Forder'],
    ['wire 2 an encoded backslash', '/v1/spot%5corder'],
    ['a query', '/v1/spot?symbol=BTCUSDT'],
    ['a fragment', '/v1/spot#top'],
    ['a tab, which parsers drop', '/v1/sp\tot'],
    ['a line feed, which parsers drop', '/v1/sp\not'],
    ['half a surrogate pair', '/v1/\ud800'],
  ])('refuses %s', (_, path) => {
    expect(() => canonicalPath(path)).toThrow(expect.objectContaining({ name: 'RequestError', kind: 'config' }))
  })

  it('Q2 refuses a full URL instead of calling it', () => {
    expect(() => canonicalPath('https://evil.example/v1/x')).toThrow(/empty segment/)
  })

  it('wire 2 is exactly what the URL parser sends, or refused, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webPath(), fc.string()), (tail) => {
        const path = accepted(`/v1/${tail}`)
        if (path === null) return
        const url = new URL(`http://host${path}`)
        expect(url.host).toBe('host')
        expect(url.pathname).toBe(path)
        expect(url.search + url.hash).toBe('')
      }),
      { numRuns: 5_000 },
    )
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.webPath(), (tail) => {
        const path = accepted(`/v1${tail}`)
        if (path !== null) expect(canonicalPath(path)).toBe(path)
      }),
    )
  })
})

function accepted(path: string): string | null {
  try {
    return canonicalPath(path)
  } catch {
    return null
  }
}
