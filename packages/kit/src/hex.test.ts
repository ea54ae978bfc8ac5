import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, randomHex, toHex } from './hex.ts'
import { createSeededRandom } from './testing.ts'

describe('hex', () => {
  it('writes the digits that node writes, and reads them back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'))
        expect(fromHex(toHex(bytes))).toEqual(Uint8Array.from(bytes))
        expect(fromHex(toHex(bytes).toUpperCase())).toEqual(Uint8Array.from(bytes))
      }),
    )
  })
})

describe('randomHex', () => {
  it('gives two lower-case digits for each byte, small bytes too', () => {
    expect(randomHex({ bytes: () => Uint8Array.from([0, 1, 15, 16, 255]) }, 5)).toBe('00010f10ff')
    for (const bytes of [1, 8, 16])
      expect(randomHex(createSeededRandom(bytes), bytes)).toMatch(
        new RegExp(`^[0-9a-f]{${bytes * 2}}$`),
      )
  })
})
