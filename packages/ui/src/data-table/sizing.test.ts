import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnWidths } from './columns.ts'
import {
  resizeKey,
  MAX_COLUMN_WIDTH,
  minimumColumnWidth,
  withSize,
  RESIZE_STEP,
  RESIZE_STEP_LARGE,
  withoutSize,
  withSizes,
} from './sizing.ts'

const price = { key: 'price', minWidth: 100 }

describe('user-set column sizes', () => {
  it('are whole pixels, at least the minimum or 80 (U15.18)', () => {
    expect(withSize({}, { column: price, to: 150.4 })).toEqual({ price: 150 })
    expect(withSize({}, { column: price, to: 20 })).toEqual({ price: 100 })
    expect(withSize({}, { column: { key: 'a' }, to: 20 })).toEqual({ a: 80 })
    expect(withSize({}, { column: price, to: 1e9 })).toEqual({ price: MAX_COLUMN_WIDTH })
  })
  it('allow a column below 80 its own width again', () => {
    expect([
      minimumColumnWidth({ key: 'star', width: 32 }),
      minimumColumnWidth({ key: 'wide', width: 300 }),
    ]).toEqual([32, 80])
  })
  it('stay the same object without a change', () => {
    const sizes = { price: 150 }
    expect(withSize(sizes, { column: price, to: 150 })).toBe(sizes)
    expect(withoutSize(sizes, 'amount')).toBe(sizes)
  })
  it('are removed one by one', () => {
    expect(withoutSize({ price: 150, amount: 90 }, 'price')).toEqual({ amount: 90 })
  })
  it('take a column out of the spare space (U15.19)', () => {
    const columns = [{ key: 'a' }, price, { key: 'c' }]
    expect(columnWidths(withSizes(columns, { price: 200 }), 600)).toEqual([200, 200, 200])
    expect(withSizes(columns, {})).toBe(columns)
    expect(withSizes(columns, { gone: 90 })).toBe(columns)
  })
  it('are raised to a new minimum (U15)', () => {
    expect(withSizes([{ key: 'a' }, price], { a: 20, price: 20 })).toMatchObject([
      { width: 80 },
      { width: 100 },
    ])
  })
  it('are restored after setting and removing (U15.20)', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b'), fc.nat(500), { noNullPrototype: true }),
        fc.integer({ max: 3000 }),
        (sizes, to) => {
          expect(withoutSize(withSize(sizes, { column: price, to }), 'price')).toEqual(sizes)
        },
      ),
    )
  })
})

describe('resizeKey', () => {
  const at = (key: string, { shift = false, rtl = false } = {}) =>
    resizeKey(key, { width: 150, column: price, shift, rtl })
  it('follows the screen direction, by more with Shift (U15.21)', () => {
    expect([at('ArrowRight'), at('ArrowLeft'), at('ArrowRight', { shift: true })]).toEqual([
      150 + RESIZE_STEP,
      150 - RESIZE_STEP,
      150 + RESIZE_STEP_LARGE,
    ])
    expect([at('ArrowRight', { rtl: true }), at('ArrowLeft', { rtl: true })]).toEqual([
      150 - RESIZE_STEP,
      150 + RESIZE_STEP,
    ])
  })
  it('minimises by Home, resets by Enter and Delete', () => {
    expect([at('Home'), at('Enter'), at('Delete'), at('a')]).toEqual([
      100,
      'reset',
      'reset',
      undefined,
    ])
  })
})
