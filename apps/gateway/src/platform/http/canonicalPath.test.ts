import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPathGuard, isCanonicalPath, pathOf } from './canonicalPath.ts'

/** Signs that a canonical path holds as they are. */
const LITERAL = /%(?:21|24|26|27|28|29|2A|2B|2C|3A|3B|3D|40)/g
const encodeSegment = (text: string) =>
  encodeURIComponent(text).replace(LITERAL, decodeURIComponent)

describe('the canonical spelling of a path (wire 7)', () => {
  it.each([
    '/',
    '/v1',
    '/v1/spot/order/place',
    '/v1/spot/',
    '/zh-CN/spot/BTCUSDT',
    '/v1/a%20b/%C3%BC',
    "/a:b@c!$&'()*+,;=~_-.",
    '/assets/index-B2x.js',
  ])('%s is canonical', (path) => {
    expect(isCanonicalPath(path)).toBe(true)
  })
  it.each([
    '',
    'v1',
    '/v1/pl%61ce',
    '/v1/a%2Dc',
    '/v1/%c3%bc',
    '/v1/a b',
    '/v1/ü',
    '/v1//a',
    '//v1',
    '/v1/./a',
    '/v1/../a',
    '/v1/%2e/a',
    '/v1/%2E%2E/a',
    '/v1/a\\b',
    '/v1/%zz',
    '/v1/%',
    '/v1/%FF',
    '/v1/a%3Fb%3a',
  ])('%s is not', (path) => {
    expect(isCanonicalPath(path)).toBe(false)
  })

  it('gives every list of segments exactly one spelling', () => {
    const segment = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((text) => text !== '.' && text !== '..')
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        const encoded = `/${segments.map(encodeSegment).join('/')}`
        expect(isCanonicalPath(encoded)).toBe(true)
        // Any letter written as its code is another spelling of the same path.
        const at = [...encoded].findIndex(
          (letter) => /[a-z]/.test(letter) && !encoded.includes('%'),
        )
        if (at > 0)
          expect(
            isCanonicalPath(
              encoded.slice(0, at) +
                `%${encoded.charCodeAt(at).toString(16)}` +
                encoded.slice(at + 1),
            ),
          ).toBe(false)
      }),
    )
  })
})

describe('the path guard', () => {
  const allows = createPathGuard(['/v1/spot/order/place', '/v1/user/sub-account/switLogin'])
  it('knows routes in their own case only', () => {
    expect(allows('/v1/spot/order/place')).toBe(true)
    expect(allows('/v1/spot/order/PLACE')).toBe(false)
    expect(allows('/v1/user/sub-account/switLogin')).toBe(true)
    expect(allows('/v1/user/sub-account/switlogin')).toBe(false)
  })
  it('leaves what is no route to who answers it', () => {
    expect(allows('/EN/Markets')).toBe(true)
  })
  it('accepts a pasted page address with percent codes in either case', () => {
    expect(allows('/markets/%c3%bc')).toBe(true)
    expect(allows('/v1/%c3%bc')).toBe(false)
    expect(allows('/%76%31/spot/order/place')).toBe(false)
  })
  it('judges a path again as it did before, however many came between', () => {
    const paths = ['/v1/spot/order/place', '/v1/spot/order/PLACE', '/api/v3/depth', '/api//v3']
    const verdicts = () => paths.map(allows)
    const first = verdicts()
    expect(first).toEqual([true, false, true, false])
    for (let at = 0; at < 2_000; at++) expect(allows(`/en/page/${at}`)).toBe(true)
    expect(verdicts()).toEqual(first)
  })
})

it.each([
  ['/v1/a?b=/c#d', '/v1/a'],
  ['/v1/a#?', '/v1/a'],
  ['/v1/a', '/v1/a'],
  ['?x', ''],
])('the path of %s is %s', (url, path) => expect(pathOf(url)).toBe(path))
