import { createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { randomHex } from './randomHex.ts'

describe('randomHex', () => {
  it('gives two lower-case digits for each byte, small bytes too', () => {
    expect(randomHex({ bytes: () => Uint8Array.from([0, 1, 15, 16, 255]) }, 5)).toBe('00010f10ff')
    for (const bytes of [1, 8, 16])
      expect(randomHex(createSeededRandom(bytes), bytes)).toMatch(
        new RegExp(`^[0-9a-f]{${bytes * 2}}$`),
      )
  })
})
