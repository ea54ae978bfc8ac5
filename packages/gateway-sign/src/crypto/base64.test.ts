import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'

describe('base64 (wire 4)', () => {
  it('encodes the examples of RFC 4648 section 10', () => {
    const cases = {
      '': '',
      f: 'Zg==',
      fo: 'Zm8=',
      foo: 'Zm9v',
      foob: 'Zm9vYg==',
      fooba: 'Zm9vYmE=',
      foobar: 'Zm9vYmFy',
    }
    for (const [text, expected] of Object.entries(cases)) {
      expect(encodeBase64(new TextEncoder().encode(text))).toBe(expected)
      expect(new TextDecoder().decode(decodeBase64(expected)!)).toBe(text)
    }
  })

  it('round-trips any bytes like Buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
      }),
    )
  })

  it.each([
    'Zg',
    'Zg=',
    'Zg===',
    'Zh==',
    'Zm9=',
    'Zm9v\n',
    ' Zm9v',
    'Zm 9v',
    'Zm9v=',
    '=',
    'Zm-_',
    'Zm9vé',
    'Z=m9',
  ])('rejects the non-canonical text %j', (text) => {
    expect(decodeBase64(text)).toBeNull()
  })

  it('accepts exactly one text per value', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ABCwxyz0189+/='.split('')) }), (text) => {
        const bytes = decodeBase64(text)
        expect(bytes === null || encodeBase64(bytes) === text).toBe(true)
      }),
    )
  })
})
