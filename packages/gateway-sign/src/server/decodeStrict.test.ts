import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64 } from '../crypto/base64.ts'
import { decodeStrict } from './decodeStrict.ts'

describe('base64 on a server (wire 4)', () => {
  it('accepts exactly what the browser decoder accepts', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: fc.constantFrom(...'ABCwxyz0189+/=-_ \né'.split('')) }),
          fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
        ),
        (text) => {
          const bytes = decodeStrict(text, 'base64')
          expect(bytes && Uint8Array.from(bytes)).toEqual(decodeBase64(text))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('decodes unpadded base64url', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(
          Uint8Array.from(decodeStrict(Buffer.from(bytes).toString('base64url'), 'base64url')!),
        ).toEqual(bytes)
      }),
    )
  })

  it.each(['Zg==', 'Zh', 'Zm9v\n', ' Zm9v', 'Zm 9v', 'Z', 'Zm+v', 'Zm/v', 'Zm9vé', 'Zm9v.'])(
    'rejects %j as base64url',
    (text) => {
      expect(decodeStrict(text, 'base64url')).toBeNull()
    },
  )
})
