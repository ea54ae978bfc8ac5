import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireLevel } from '../wire.ts'
import { applyLevels, createLadder } from './ladder.ts'

const price = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`)
const size = fc.constantFrom('0', '0.000', '0.5', '1', '12.75')
const changes = fc.array(fc.tuple(price, size), { maxLength: 200 })

describe('a side of a book', () => {
  it.each([{ descending: true }, { descending: false }])(
    'holds what a plain map would, in price order: %o',
    ({ descending }) => {
      fc.assert(
        fc.property(changes, (levels) => {
          const ladder = createLadder({ descending })
          const naive = new Map<string, string>()
          for (const [at, amount] of levels) {
            applyLevels(ladder, [[at, amount]])
            if (Number(amount) === 0) naive.delete(at)
            else naive.set(at, amount)
          }
          const expected = [...naive].sort(
            ([a], [b]) => (Number(a) - Number(b)) * (descending ? -1 : 1),
          )
          expect(ladder.prices.map((at, index) => [at, ladder.sizes[index]])).toEqual(expected)
        }),
      )
    },
  )

  it('sorts prices that are equal as floats', () => {
    const ladder = createLadder({ descending: false })
    const rows: WireLevel[] = [
      ['9007199254740993.00000002', '1'],
      ['9007199254740993.00000001', '1'],
      ['9007199254740992.99999999', '1'],
    ]
    applyLevels(ladder, rows)
    expect(ladder.prices).toEqual([
      '9007199254740992.99999999',
      '9007199254740993.00000001',
      '9007199254740993.00000002',
    ])
  })

  it('treats "1.10" and "1.1" as one price and keeps the newer text', () => {
    const ladder = createLadder({ descending: false })
    applyLevels(ladder, [
      ['1.10', '5'],
      ['1.1', '7'],
    ])
    expect([ladder.prices, ladder.sizes]).toEqual([['1.1'], ['7']])
  })

  it('ignores the removal of an unknown level', () => {
    const ladder = createLadder({ descending: true })
    applyLevels(ladder, [['5', '0']])
    expect(ladder.prices).toEqual([])
  })
})
