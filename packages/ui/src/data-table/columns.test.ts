import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  columnWidths,
  fixedOffset,
  fluidFlex,
  HEADER_HEIGHT,
  headerLines,
  MIN_COLUMN_WIDTH,
  minimumWidth,
  VIRTUAL_ABOVE,
} from './columns.ts'

const column = (
  key: string,
  rest: { width?: number; minWidth?: number; fixed?: 'start' | 'end' } = {},
) => ({ key, ...rest })

describe('column widths', () => {
  it('are at least 80 px, virtual above 100 rows (spec 9.9)', () => {
    expect([MIN_COLUMN_WIDTH, HEADER_HEIGHT, VIRTUAL_ABOVE]).toEqual([80, 44, 100])
    expect(
      minimumWidth([column('a'), column('b', { minWidth: 120 }), column('c', { width: 40 })]),
    ).toBe(240)
  })

  it('fit the header lines to its height, at least one (U15.33)', () => {
    expect([44, 28, 27, 10].map(headerLines)).toEqual([3, 2, 1, 1])
  })

  it('share spare width in proportion to minimal widths (U15.1)', () => {
    expect(
      columnWidths([column('a', { minWidth: 100 }), column('b', { minWidth: 200 })], 600),
    ).toEqual([200, 400])
  })
  it('give the rounding rest to the first flexible column (U15.2)', () => {
    expect(
      columnWidths([column('x', { width: 50 }), column('a'), column('b'), column('c')], 301),
    ).toEqual([50, 85, 83, 83])
  })
  it('keep the width of a column with a width', () => {
    expect(columnWidths([column('a', { width: 300 }), column('b')], 1000)).toEqual([300, 700])
  })
  it('are minimal without spare space', () => {
    expect(columnWidths([column('a'), column('b', { width: 300 })], 200)).toEqual([80, 300])
  })
  it('do not grow without flexible columns', () => {
    expect(columnWidths([column('a', { width: 100 })], 500)).toEqual([100])
  })
  it('fill the available width exactly, never below a minimum (U15.3)', () => {
    const any = fc.record({ key: fc.constant('k'), minWidth: fc.integer({ min: 20, max: 300 }) })
    fc.assert(
      fc.property(
        fc.array(any, { minLength: 1, maxLength: 20 }),
        fc.double({ min: 0, max: 5000, noNaN: true }),
        (columns, available) => {
          const widths = columnWidths(columns, available)
          expect(
            widths.every(
              (width, index) => Number.isInteger(width) && width >= (columns[index]?.minWidth ?? 0),
            ),
          ).toBe(true)
          expect(widths.reduce((sum, width) => sum + width, 0)).toBe(
            Math.max(Math.floor(available), minimumWidth(columns)),
          )
        },
      ),
    )
  })
  it('are the same as flex values before measuring', () => {
    expect(
      fluidFlex([column('a'), column('b', { minWidth: 120 }), column('c', { width: 90 })]),
    ).toEqual(['80 0 80px', '120 0 120px', '0 0 90px'])
  })
  it('measures fixed columns from their edge', () => {
    const columns = [
      column('a', { fixed: 'start' }),
      column('b', { fixed: 'start' }),
      column('c'),
      column('d', { fixed: 'end' }),
      column('e', { fixed: 'end' }),
    ]
    const widths = [100, 80, 300, 90, 60]
    expect(columns.map((_, index) => fixedOffset(columns, { index, widths }))).toEqual([
      0, 100, 180, 60, 0,
    ])
  })
})
