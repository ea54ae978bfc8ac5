import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalPath } from './canonicalPath.ts'

describe('canonicalPath', () => {
  it('encodes what a URL parser would encode (worked example F) (wire 2)', () => {
    expect(canonicalPath('/v1/a b/ü')).toBe('/v1/a%20b/%C3%BC')
  })

  it('accepts a path without its leading slash (spec 7.1)', () => {
    expect(canonicalPath('v1/security/policy/captcha/get-captcha-id')).toBe(
      '/v1/security/policy/captcha/get-captcha-id',
    )
  })

  it('keeps an encoded path with upper-case digits', () => {
    expect(canonicalPath('/v1/a%20b/%c3%bc')).toBe('/v1/a%20b/%C3%BC')
  })

  it('leaves characters allowed in a segment unescaped (wire 7)', () => {
    expect(canonicalPath('/v1/%21%24%26%27%28%29%2A%2B%2C%3A%3B%3D%40')).toBe("/v1/!$&'()*+,:;=@")
    expect(canonicalPath('/v1/%2a%3d%2524')).toBe('/v1/*=%2524')
  })

  it('keeps a slash inside a segment escaped (wire 2)', () => {
    expect(canonicalPath('/pairs/BTC%2FUSDT')).toBe('/pairs/BTC%2FUSDT')
    expect(canonicalPath('/pairs/a%2fb/c%2f')).toBe('/pairs/a%2Fb/c%2F')
    expect(canonicalPath('/pairs/a%252Fb')).toBe('/pairs/a%252Fb')
  })

  it('encodes a lone percent sign', () => {
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
    ['wire 2 an encoded slash beside a slash', '/v1/spot/%2Forder'],
    ['wire 2 two encoded slashes', '/v1/spot%2F%2forder'],
    ['wire 2 a dot segment between encoded slashes', '/v1/spot%2F..%2forder'],
    ['wire 2 a dot segment after an encoded slash', '/v1/spot%2f.'],
    ['wire 2 another host by an encoded slash', '/%2Fevil.example'],
    ['wire 2 an encoded backslash', '/v1/spot%5corder'],
    ['a query', '/v1/spot?symbol=BTCUSDT'],
    ['a fragment', '/v1/spot#top'],
    ['a tab, which parsers drop', '/v1/sp\tot'],
    ['a line feed, which parsers drop', '/v1/sp\not'],
    ['half a surrogate pair', '/v1/\ud800'],
    ['wire 7 a code of no character', '/v1/%FF'],
    ['wire 7 half the code of a character', '/v1/%C3'],
  ])('rejects %s', (_, path) => {
    expect(() => canonicalPath(path)).toThrow(
      expect.objectContaining({ name: 'RequestError', kind: 'config' }),
    )
  })

  it('rejects a full URL (Q2)', () => {
    expect(() => canonicalPath('https://evil.example/v1/x')).toThrow(/empty segment/)
  })

  it('matches the URL parser or rejects any text (wire 2)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webPath(), fc.string()), (tail) => {
        const path = accepted(`/v1/${tail}`)
        if (path === undefined) return
        const url = new URL(`http://host${path}`)
        expect([url.host, url.pathname, url.search + url.hash]).toEqual(['host', path, ''])
      }),
      { numRuns: 5_000 },
    )
  })

  it('accepts every valid path and changes its spelling only (wire 2)', () => {
    fc.assert(
      fc.property(soundPath, (text) => {
        const path = accepted(text) ?? '(refused)'
        expect(new URL(`http://host${path}`).pathname).toBe(path)
        expect(path.split('/').map(decodeURIComponent)).toEqual(
          text.split('/').map(decodeURIComponent),
        )
      }),
      { numRuns: 2_000 },
    )
  })

  it('rejects every path with one fault at any position (Q2)', () => {
    fc.assert(
      fc.property(soundPath, fault, soundPath, (before, wrong, after) => {
        expect(accepted(before + wrong + after)).toBeUndefined()
      }),
      { numRuns: 5_000 },
    )
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(soundPath, (text) => {
        const path = accepted(text) ?? '(refused)'
        expect(canonicalPath(path)).toBe(path)
      }),
    )
  })
})

/** Characters allowed in a path or requiring an escape, and necessary escapes. */
const soundPiece = fc.oneof(
  fc.constantFrom(...'abzAZ059-_.~!$&\'()*+,;=:@ "<>[]^`{|}üé€你😀'),
  fc.constantFrom(
    '%20',
    '%22',
    '%3c',
    '%3E',
    '%5B',
    '%5d',
    '%5E',
    '%60',
    '%7b',
    '%7C',
    '%7D',
    '%C3%BC',
    '%c3%bc',
    '%E2%82%AC',
    '%2F',
  ),
  fc.constantFrom(..."!$&'()*+,:;=@").map((one) => `%${hexOf(one)}`),
)
const soundSegment = fc
  .array(soundPiece, { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join(''))
  .filter((segment) => segment.split('%2F').every((part) => !['', '.', '..'].includes(part)))
const soundPath = fc
  .array(soundSegment, { minLength: 1, maxLength: 4 })
  .map((segments) => `/v1/${segments.join('/')}`)

const escaped = (characters: string) =>
  [...characters].flatMap((one) => [`%${hexOf(one)}`, `%${hexOf(one).toUpperCase()}`])
/**
 * Each of these alone gives a path a second spelling, another host, or a part that is not a path.
 */
const fault = fc.oneof(
  fc.constantFrom('?', '#', '\\', '\t', '\n', '\r', '\0', '\u007f', '?a=1', '#top'),
  fc.constantFrom(
    '/',
    '//evil.example',
    '/.',
    '/..',
    '/./x',
    '/../x',
    '/%2e',
    '/%2E%2e',
    '/.%2e',
    '/%2e./x',
    '/%2F',
    '%2f%2F',
    '%2f../x',
  ),
  fc.constantFrom('\ud800', '\udfff', '%FF', '%c3%', '%80', '%ED%A0%80'),
  fc.constantFrom(...escaped('abcxyzABCXYZ0123456789-._~\\'), '%00'),
)

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0')
}

/** The canonical path; `undefined` when rejected with a `config` error. */
function accepted(path: string): string | undefined {
  try {
    return canonicalPath(path)
  } catch (error) {
    expect(error).toMatchObject({ name: 'RequestError', kind: 'config' })
    return undefined
  }
}
