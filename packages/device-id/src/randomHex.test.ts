import { createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { randomHex } from './randomHex.ts'

describe('randomHex', () => {
  it('returns two lower-case digits per byte', () => {
    expect(randomHex({ bytes: () => Uint8Array.from([0, 1, 15, 16, 255]) }, 5)).toBe('00010f10ff')
    for (const bytes of [1, 8, 16])
      expect(randomHex(createSeededRandom(bytes), bytes)).toMatch(
        new RegExp(`^[0-9a-f]{${bytes * 2}}$`),
      )
  })
})
