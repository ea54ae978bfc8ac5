import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnWidth } from './columnWidth.ts'

describe('the width of a column of balances', () => {
  it('fits the widest plausible figure, so that nothing shifts', () => {
    expect(columnWidth(['1.00000000'])).toBe(columnWidth(['1,000,000,000.00000000']))
    expect(columnWidth([])).toBeGreaterThanOrEqual(22 * 7.5)
  })
  it('grows with a figure beyond that', () => {
    expect(columnWidth(['1,000,000,000,000.00000000'])).toBeGreaterThan(columnWidth([]))
  })
  it('fits every digit of every figure', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^\d{1,40}$/)), (shown) =>
        shown.every((text) => columnWidth(shown) >= text.length * 7.5),
      ),
    )
  })
})
