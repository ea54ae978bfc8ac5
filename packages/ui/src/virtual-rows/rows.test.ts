import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BLOCK,
  boxHeight,
  firstRange,
  FIRST_ROWS,
  isJump,
  visibleRange,
  rowAt,
  rowsOf,
  rowStart,
  scrollToShow,
  TALLEST,
  type RowLayout,
} from './rows.ts'

const even = (count: number, rowHeight = 28): RowLayout => ({ count, rowHeight })

/** A list of up to 20,000 rows, some with a panel. */
const layouts = fc
  .record({
    count: fc.integer({ min: 1, max: 20_000 }),
    rowHeight: fc.integer({ min: 24, max: 60 }),
    panelHeight: fc.integer({ min: 1, max: 400 }),
    at: fc.uniqueArray(fc.nat(19_999), { maxLength: 8 }),
  })
  .map(({ at, ...rest }): RowLayout => ({
    ...rest,
    panels: at.filter((index) => index < rest.count).sort((a, b) => a - b),
  }))

describe('row positions', () => {
  it('add rows and panels (U15.28)', () => {
    const layout: RowLayout = { count: 4, rowHeight: 28, panels: [1], panelHeight: 100 }
    expect([0, 1, 2, 3, 4].map((index) => rowStart(layout, index))).toEqual([0, 28, 156, 184, 212])
    expect([0, 27, 28, 60, 155, 156, 9999].map((offset) => rowAt(layout, offset))).toEqual([
      0, 0, 1, 1, 1, 2, 3,
    ])
    expect(boxHeight(layout)).toBe(212)
  })

  it('map an offset to its row (U15.29)', () => {
    fc.assert(
      fc.property(layouts, fc.double({ min: 0, max: 1, noNaN: true }), (layout, share) => {
        const offset = share * (rowStart(layout, layout.count) - 1)
        const row = rowAt(layout, offset)
        expect(rowStart(layout, row)).toBeLessThanOrEqual(offset)
        expect(row === layout.count - 1 || rowStart(layout, row + 1) > offset).toBe(true)
      }),
    )
  })
})

describe('visible range', () => {
  it('fills 1080 px before measuring, within the list (U15.30)', () => {
    expect(rowsOf(even(3), firstRange(3))).toEqual([
      { index: 0, start: 0 },
      { index: 1, start: 28 },
      { index: 2, start: 56 },
    ])
    expect(rowsOf(even(10_000), firstRange(10_000))).toHaveLength(FIRST_ROWS)
    expect(rowsOf(even(0), firstRange(0))).toEqual([])
    expect(FIRST_ROWS * 28).toBeGreaterThan(1080)
  })

  it('includes every visible row for any list (U15.31)', () => {
    fc.assert(
      fc.property(
        layouts,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 50, max: 2000 }),
        (layout, share, viewport) => {
          const scrollTop = share * Math.max(0, rowStart(layout, layout.count) - viewport)
          const range = visibleRange(layout, { scrollTop, viewport, overscan: 5 })
          expect(rowStart(layout, range.first)).toBeLessThanOrEqual(scrollTop)
          expect(rowStart(layout, range.end)).toBeGreaterThanOrEqual(
            Math.min(scrollTop + viewport, rowStart(layout, layout.count)),
          )
          expect(range.end - range.first).toBeLessThanOrEqual(
            Math.ceil(viewport / layout.rowHeight) + 2 + 2 * (5 + BLOCK),
          )
          expect([range.base, range.offset]).toEqual([0, 0])
        },
      ),
    )
  })

  it('includes every visible row after a jump, in constant number (U15.31)', () => {
    fc.assert(
      fc.property(
        layouts,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 50, max: 2000 }),
        (layout, share, viewport) => {
          const scrollTop = share * Math.max(0, rowStart(layout, layout.count) - viewport)
          const range = visibleRange(layout, { scrollTop, viewport, overscan: 5, hasJumped: true })
          expect(rowStart(layout, range.first)).toBeLessThanOrEqual(scrollTop)
          expect(rowStart(layout, range.end)).toBeGreaterThanOrEqual(
            Math.min(scrollTop + viewport, rowStart(layout, layout.count)),
          )
          expect(
            range.end === layout.count ||
              range.end - range.first === Math.ceil(viewport / layout.rowHeight) + 1,
          ).toBe(true)
        },
      ),
    )
  })

  it('leaves no common row after a jump', () => {
    const to = (place: number) => isJump({ from: 1000, to: place, viewport: 300 })
    expect([to(1000), to(1300), to(700), to(1301), to(699), to(5000)]).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ])
  })

  it('changes by blocks', () => {
    const ranges = Array.from(
      { length: 28 * BLOCK },
      (_, pixel) =>
        visibleRange(even(10_000), { scrollTop: 5000 + pixel, viewport: 300, overscan: 8 }).first,
    )
    expect(new Set(ranges).size).toBe(2)
  })

  it('keeps the focused row (U15.32)', () => {
    const indexes = (keep: number | undefined) =>
      rowsOf(even(1000), { first: 100, end: 103, base: 0, offset: 0 }, keep).map(
        ({ index }) => index,
      )
    expect([
      indexes(undefined),
      indexes(101),
      indexes(5),
      indexes(900),
      indexes(-1),
      indexes(1000),
    ]).toEqual([
      [100, 101, 102],
      [100, 101, 102],
      [5, 100, 101, 102],
      [100, 101, 102, 900],
      [100, 101, 102],
      [100, 101, 102],
    ])
    expect(rowsOf(even(1000), { first: 100, end: 103, base: 0, offset: 0 }, 5)[0]).toEqual({
      index: 5,
      start: 140,
    })
  })

  it('is empty for an empty list', () => {
    expect(visibleRange(even(0), { scrollTop: 0, viewport: 300, overscan: 8 })).toEqual({
      first: 0,
      end: 0,
      base: 0,
      offset: 0,
    })
  })
})

describe('a list taller than a box', () => {
  const layout = even(1_000_000, 44)
  const viewport = 600

  it('fits a million rows into a box that browsers support (Targets)', () => {
    expect(boxHeight(layout)).toBe(TALLEST)
    expect(visibleRange(layout, { scrollTop: 0, viewport, overscan: 0 })).toMatchObject({
      first: 0,
      base: 0,
      offset: 0,
    })
    expect(visibleRange(layout, { scrollTop: TALLEST - viewport, viewport, overscan: 0 }).end).toBe(
      1_000_000,
    )
  })

  it('moves the box, not the rows, on scroll', () => {
    const at = (scrollTop: number) =>
      rowsOf(layout, {
        ...visibleRange(layout, { scrollTop, viewport, overscan: 2 }),
        first: 3000,
        end: 3004,
      })
    expect(at(50_000)).toEqual(at(50_600))
    expect(visibleRange(layout, { scrollTop: 50_000, viewport, overscan: 2 }).offset).not.toBe(
      visibleRange(layout, { scrollTop: 50_600, viewport, overscan: 2 }).offset,
    )
  })

  it('renders the rows visible in the box', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: TALLEST - viewport }), (scrollTop) => {
        const range = visibleRange(layout, { scrollTop, viewport, overscan: 2 })
        const drawn = rowsOf(layout, range)
        expect((drawn[0]?.start ?? Infinity) + range.offset).toBeLessThanOrEqual(scrollTop + 1)
        expect((drawn.at(-1)?.start ?? 0) + 44 + range.offset).toBeGreaterThanOrEqual(
          scrollTop + viewport - 1,
        )
        // Below the height at which browsers clip.
        expect(Math.max(range.offset, ...drawn.map(({ start }) => start))).toBeLessThan(TALLEST + 1)
      }),
    )
  })
})

describe('scrollToShow', () => {
  it('scrolls as little as needed, not for a visible row', () => {
    const at = (index: number, scrollTop: number) =>
      scrollToShow(even(1000), { index, scrollTop, viewport: 280 })
    expect([at(0, 100), at(5, 100), at(12, 100), at(13, 100), at(20, 100), at(2, 100)]).toEqual([
      0, 100, 100, 112, 308, 56,
    ])
  })

  it('shows the whole row in a list of any height', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1000, 100_000, 1_000_000),
        fc.nat(999_999),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, row, share) => {
          const layout = even(count, 44)
          const index = row % count
          const scrollTop = scrollToShow(layout, {
            index,
            scrollTop: share * (boxHeight(layout) - 600),
            viewport: 600,
          })
          const { base, offset } = visibleRange(layout, { scrollTop, viewport: 600, overscan: 0 })
          const start = rowStart(layout, index) - base + offset - scrollTop
          expect(start).toBeGreaterThanOrEqual(-1)
          expect(start + 44).toBeLessThanOrEqual(601)
        },
      ),
    )
  })
})
