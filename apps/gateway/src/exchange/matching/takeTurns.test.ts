import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takeTurns } from './takeTurns.ts'

interface Stop {
  readonly price: number
  readonly account: string
  readonly id: number
}
const inTurns = (stops: readonly Stop[]) =>
  takeTurns(stops, { groupOf: ({ price }) => price, accountOf: ({ account }) => account })

describe('turns of accounts at one price', () => {
  it('gives each account one order before anyone has two (SR5)', () => {
    const stops = [...'aaaabacb'].map((account, id) => ({ price: 1, account, id }))
    expect(inTurns(stops).map(({ id }) => id)).toEqual([0, 4, 6, 1, 7, 2, 3, 5])
  })

  it('leaves prices in their order (SR5)', () => {
    const stops = [
      { price: 2, account: 'a', id: 0 },
      { price: 2, account: 'a', id: 1 },
      { price: 1, account: 'b', id: 2 },
    ]
    expect(inTurns(stops)).toEqual(stops)
  })

  it('keeps every order once, each account oldest first (SR5)', () => {
    const stop = fc.record({
      price: fc.integer({ min: 1, max: 4 }),
      account: fc.constantFrom('a', 'b', 'c'),
    })
    fc.assert(
      fc.property(fc.array(stop, { maxLength: 80 }), (found) => {
        const stops = found
          .toSorted((a, b) => b.price - a.price)
          .map((each, id) => ({ ...each, id }))
        const turns = inTurns(stops)
        expect(turns.map(({ price }) => price)).toEqual(stops.map(({ price }) => price))
        for (const account of ['a', 'b', 'c']) {
          const own = (list: readonly Stop[]) => list.filter((each) => each.account === account)
          expect(own(turns)).toEqual(own(stops))
        }
        expect(turns.length).toBe(stops.length)
      }),
    )
  })
})
