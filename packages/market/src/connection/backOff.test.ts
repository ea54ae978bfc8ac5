import type { Random } from '@x/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pauseAfter } from './backOff.ts'

const drawing = (byte: number): Random => ({ bytes: (length) => new Uint8Array(length).fill(byte) })

describe('the pause between two tries (trading 6)', () => {
  it('doubles from half a second to fifteen', () => {
    expect(
      [1, 2, 3, 4, 5, 6, 60].map((failures) => pauseAfter(failures, { random: drawing(255) })),
    ).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  })

  it('law: lies between half of it and all of it, whatever is drawn and however often it failed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 0, max: 255 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 5_000, max: 60_000 }),
        (failures, byte, firstPauseMs, longestPauseMs) => {
          const whole = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1))
          const pause = pauseAfter(failures, {
            random: drawing(byte),
            firstPauseMs,
            longestPauseMs,
          })
          expect(pause).toBeGreaterThanOrEqual(Math.floor(whole / 2))
          expect(pause).toBeLessThanOrEqual(Math.ceil(whole))
        },
      ),
    )
  })

  it('is spread over the whole of that half: a thousand clients do not come back in one wave', () => {
    const pauses = Array.from({ length: 256 }, (_, byte) =>
      pauseAfter(6, { random: drawing(byte) }),
    )
    expect([Math.min(...pauses), Math.max(...pauses)]).toEqual([7_500, 15_000])
    expect(new Set(pauses).size).toBe(256)
  })

  it('waits the whole half where nothing can be drawn', () => {
    expect(pauseAfter(1, { random: { bytes: () => new Uint8Array(0) } })).toBe(250)
  })
})
