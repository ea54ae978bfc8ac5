import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FIRST_ROWS, firstRows } from './rows.ts'

it('U15 the first rows of a long list stand one below the other from its start, no more than a screen shows', () => {
  expect(firstRows({ count: 3, rowHeight: 28 })).toEqual([{ index: 0, start: 0 }, { index: 1, start: 28 }, { index: 2, start: 56 }])
  expect(firstRows({ count: 10_000, rowHeight: 28 })).toHaveLength(FIRST_ROWS)
  expect(firstRows({ count: 0, rowHeight: 28 })).toEqual([])
})

it('they never reach beyond the last row, and 40 of the lowest fill 1080 px', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.integer({ min: 24, max: 60 }), (count, rowHeight) => {
      const rows = firstRows({ count, rowHeight })
      expect(rows.length).toBe(Math.min(count, FIRST_ROWS))
      expect((rows.at(-1)?.start ?? 0) + rowHeight).toBeLessThanOrEqual(Math.max(count, 1) * rowHeight)
    }),
  )
  expect(FIRST_ROWS * 28).toBeGreaterThan(1080)
})
