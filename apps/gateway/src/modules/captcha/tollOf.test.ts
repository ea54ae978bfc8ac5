import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tollOf } from './createChallenges.ts'
import { DEFAULT_WORK } from './proofOfWork.ts'

describe('the calculation that goes with a puzzle', () => {
  it('keeps the cost of a try', () => expect(tollOf(DEFAULT_WORK).cost).toBe(DEFAULT_WORK.cost))

  it('needs a tenth of the tries', () =>
    expect(tollOf({ cost: 5, tries: [200, 400] })).toEqual({ cost: 5, tries: [20, 41] }))

  it('needs at least one try, of a range that is not empty', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(10_000), (fewest, more) => {
        const [least, most] = tollOf({ cost: 1, tries: [fewest, fewest + more] }).tries
        expect(least).toBeGreaterThanOrEqual(1)
        expect(most).toBeGreaterThan(least)
        expect(least).toBeLessThan(fewest + 1)
      }),
    )
  })
})
