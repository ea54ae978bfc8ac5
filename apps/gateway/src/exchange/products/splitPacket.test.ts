import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seedHash, splitPacket, type PacketTerms } from './splitPacket.ts'

const SEED = '07'.repeat(32)
const random = (units: bigint, count: number, seed = SEED): PacketTerms => ({
  units,
  count,
  split: 'random',
  seed,
})
const sum = (parts: readonly bigint[]) => parts.reduce((total, part) => total + part, 0n)
const seeds = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))

describe('the parts of a red packet (products 4)', () => {
  it('are those of the published vector', () => {
    expect(splitPacket(random(10_000n, 5))).toEqual([48n, 2519n, 2344n, 2388n, 2701n])
  })

  it('add up, and each person gets a unit at least', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        seeds,
        fc.constantFrom('equal' as const, 'random' as const),
        (count, more, seed, split) => {
          const units = BigInt(count) + more
          const parts = splitPacket({ units, count, split, seed })
          expect([parts.length, sum(parts)]).toEqual([count, units])
          expect(parts.every((part) => part >= 1n)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('have the same mean at every place, over 20,000 packets', () => {
    const totals = [0, 0, 0, 0, 0]
    for (let run = 0; run < 20_000; run++) {
      const seed = run.toString(16).padStart(64, '0')
      splitPacket(random(10_000n, 5, seed)).forEach((part, at) => (totals[at]! += Number(part)))
    }
    for (const total of totals) {
      expect(total / 20_000).toBeGreaterThan(1_980)
      expect(total / 20_000).toBeLessThan(2_020)
    }
  })

  it('are whole units when there are as many as people', () => {
    expect(splitPacket(random(5n, 5))).toEqual([1n, 1n, 1n, 1n, 1n])
  })

  it('differ by a unit at most when they are equal', () => {
    expect(splitPacket({ units: 11n, count: 4, split: 'equal', seed: SEED })).toEqual([
      3n,
      3n,
      3n,
      2n,
    ])
  })

  it('go to one person whole', () => {
    expect(splitPacket(random(7n, 1))).toEqual([7n])
  })

  it('follow from a seed whose hash is known first', () => {
    expect(seedHash(SEED)).toBe('4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0')
  })
})
