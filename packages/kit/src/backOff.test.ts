import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backOffDelay, exponentialDelay } from './backOff.ts'
import type { Random } from './ports.ts'

const drawing = (byte: number): Random => ({ bytes: (length) => new Uint8Array(length).fill(byte) })

describe('exponentialDelay', () => {
  it('doubles from the first delay to the longest', () => {
    const limits = { firstDelayMs: 150, maxDelayMs: 5_000 }
    expect([1, 2, 3, 6, 7, 60].map((failures) => exponentialDelay(failures, limits))).toEqual([
      150, 300, 600, 4_800, 5_000, 5_000,
    ])
  })
})

describe('backOffDelay', () => {
  it('doubles from half a second to fifteen (trading 6)', () => {
    expect(
      [1, 2, 3, 4, 5, 6, 60].map((failures) => backOffDelay(failures, { random: drawing(255) })),
    ).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  })

  it('property: stays between half and all of the exponential delay (trading 6)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 0, max: 255 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 5_000, max: 60_000 }),
        (failures, byte, firstDelayMs, maxDelayMs) => {
          const whole = Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1))
          const delay = backOffDelay(failures, {
            random: drawing(byte),
            firstDelayMs,
            maxDelayMs,
          })
          expect(delay).toBeGreaterThanOrEqual(Math.floor(whole / 2))
          expect(delay).toBeLessThanOrEqual(Math.ceil(whole))
        },
      ),
    )
  })

  it('spreads a thousand clients over the whole jitter range (trading 6)', () => {
    const delays = Array.from({ length: 256 }, (_, byte) =>
      backOffDelay(6, { random: drawing(byte) }),
    )
    expect([Math.min(...delays), Math.max(...delays)]).toEqual([7_500, 15_000])
    expect(new Set(delays).size).toBe(256)
  })

  it('takes half the delay where no random byte is available', () => {
    expect(backOffDelay(1, { random: { bytes: () => new Uint8Array(0) } })).toBe(250)
  })
})
