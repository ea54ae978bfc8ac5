import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HEADER_ROW, moveInGrid, type GridExtent } from './navigation.ts'

const extent: GridExtent = { rows: 100, columns: 5, page: 10, rtl: false }
const from = (
  row: number,
  column: number,
  key: string,
  { control = false, ...rest }: Partial<GridExtent & { control: boolean }> = {},
) => {
  const place = moveInGrid({ row, column }, { key, control }, { ...extent, ...rest })
  return place && [place.row, place.column]
}

describe('moveInGrid', () => {
  it.each([
    ['ArrowDown', [4, 2]],
    ['ArrowUp', [2, 2]],
    ['ArrowRight', [3, 3]],
    ['ArrowLeft', [3, 1]],
    ['PageDown', [13, 2]],
    ['PageUp', [0, 2]],
    ['Home', [3, 0]],
    ['End', [3, 4]],
  ])('moves by %s from row 4, column 3 to %j (U15.8)', (key, to) => {
    expect(from(3, 2, key)).toEqual(to)
  })
  it.each([
    ['Home', [0, 0]],
    ['End', [99, 4]],
    ['ArrowDown', [99, 2]],
    ['ArrowUp', [0, 2]],
  ])('moves by Control+%s to %j (U15.9)', (key, to) => {
    expect(from(3, 2, key, { control: true })).toEqual(to)
  })
  it('follows the screen from right to left (U15.10)', () => {
    expect([
      from(3, 2, 'ArrowLeft', { rtl: true }),
      from(3, 2, 'ArrowRight', { rtl: true }),
    ]).toEqual([
      [3, 3],
      [3, 1],
    ])
  })
  it('enters the header by arrow, not by PageUp (U15.11)', () => {
    expect([
      from(0, 1, 'ArrowUp'),
      from(5, 1, 'PageUp'),
      from(HEADER_ROW, 1, 'PageUp'),
      from(HEADER_ROW, 1, 'ArrowDown'),
    ]).toEqual([
      [HEADER_ROW, 1],
      [0, 1],
      [HEADER_ROW, 1],
      [0, 1],
    ])
  })
  it('ignores other keys', () => {
    expect([from(3, 2, 'a'), from(3, 2, 'Tab'), from(3, 2, 'Enter')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
  it('stays in the table for any keys (U15.12)', () => {
    const keys = fc.array(
      fc.record({
        key: fc.constantFrom(
          'ArrowDown',
          'ArrowUp',
          'ArrowLeft',
          'ArrowRight',
          'PageDown',
          'PageUp',
          'Home',
          'End',
        ),
        control: fc.boolean(),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(
        keys,
        fc.nat(30),
        fc.integer({ min: 1, max: 8 }),
        fc.boolean(),
        (run, rows, columns, rtl) => {
          let place = { row: HEADER_ROW, column: 0 }
          for (const key of run) {
            place = moveInGrid(place, key, { rows, columns, page: 5, rtl }) ?? place
            expect(
              place.row >= HEADER_ROW &&
                place.row < Math.max(rows, 0) &&
                place.column >= 0 &&
                place.column < columns,
            ).toBe(true)
          }
        },
      ),
    )
  })
})
