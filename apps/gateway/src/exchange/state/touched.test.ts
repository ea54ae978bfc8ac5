import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { Hold } from '../accounts/hold.ts'
import { LatestHolds, Touched } from './touched.ts'

describe('Touched', () => {
  it('has each value once, in the order of a set', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 200 }), (values) => {
        const touched = new Touched<number>()
        for (const value of values) touched.add(value)
        expect(touched.list).toEqual([...new Set(values)])
      }),
    )
  })

  it('keeps objects with the same fields apart', () => {
    const [first, second] = [{ id: 1 }, { id: 1 }]
    const touched = new Touched<object>()
    for (const value of [first, second, first]) touched.add(value)
    expect(touched.list).toHaveLength(2)
    expect(touched.list[0]).toBe(first)
  })
})

describe('LatestHolds', () => {
  const holdOf = ([ref, amount]: readonly [number, number]): Hold => ({
    scope: ref % 3 === 0 ? 'withdrawal' : 'order',
    ref: String(ref >> 1),
    realm: 'live',
    owner: '1',
    asset: 'USDT',
    amount: BigInt(amount),
  })

  it('has the latest hold of each name, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(60), fc.nat(9)), { maxLength: 200 }), (changes) => {
        const holds = new LatestHolds()
        const expected = new Map<string, Hold>()
        for (const hold of changes.map(holdOf)) {
          holds.set(hold)
          expected.set(`${hold.scope} ${hold.ref}`, hold)
        }
        expect(holds.list).toEqual([...expected.values()])
      }),
    )
  })
})
