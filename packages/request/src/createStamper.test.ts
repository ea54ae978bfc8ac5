import { createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createStamper } from './createStamper.ts'

describe('createStamper', () => {
  it('creates a 13-digit tm and a matching trace id (spec 9.2, wire 1)', () => {
    const stamp = createStamper({ now: () => 1_732_238_512_345, random: createSeededRandom(3) })()
    expect(stamp.tm).toBe('1732238512345')
    expect(stamp.traceId).toMatch(/^w1732238512345[0-9a-f]{11}$/)
  })

  it('uses the random source for eleven hex digits (wire 1)', () => {
    const stamp = createStamper({
      now: () => 1_732_238_512_345,
      random: { bytes: () => new Uint8Array([0x0a, 0x1b, 0x2c, 0x3d, 0x4e, 0x5f]) },
    })()
    expect(stamp.traceId).toBe('w17322385123450a1b2c3d4e5')
  })

  it('creates unique trace ids within a millisecond (spec 9.2)', () => {
    const stamp = createStamper({ now: () => 1_732_238_512_345, random: createSeededRandom(3) })
    expect(new Set(Array.from({ length: 5_000 }, () => stamp().traceId)).size).toBe(5_000)
  })

  it('rounds fractional clock values', () => {
    expect(
      createStamper({ now: () => 1_732_238_512_345.5, random: createSeededRandom(3) })().tm,
    ).toBe('1732238512346')
  })
})
