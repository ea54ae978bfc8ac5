import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  landing,
  MOMENTUM_DISTANCE,
  nearestEnabled,
  offsetOf,
  clampDrag,
  rowAt,
  rowUnder,
  SAMPLE_LIFE,
  currentSample,
  stepRow,
  WHEEL_ROW,
  WHEEL_ROWS,
  WHEEL_SETTLE,
  wheelTable,
  yearRows,
  type WheelRow,
} from './wheelMachine.ts'

const rowsOf = (pattern: string): readonly WheelRow[] =>
  [...pattern].map((mark, index) => ({
    value: String(index),
    label: String(index),
    disabled: mark === 'x',
  }))

describe('wheel measures (U12)', () => {
  it('are 44 px, 6 rows, 200 ms, 300 ms and 15 px (U12.1, spec 9.5)', () => {
    expect([WHEEL_ROW, WHEEL_ROWS, WHEEL_SETTLE, SAMPLE_LIFE, MOMENTUM_DISTANCE]).toEqual([
      44, 6, 200, 300, 15,
    ])
  })
  it('map rows to offsets and back (U12.2)', () => {
    expect([0, 1, 5].map(offsetOf)).toEqual([0, -44, -220])
    expect([0, -21, -23, -44, -65].map((offset) => rowAt(offset, 5))).toEqual([0, 0, 1, 1, 1])
    expect([rowAt(300, 5), rowAt(-9999, 5), rowAt(0, 0)]).toEqual([0, 4, -1])
  })
  it('limit a drag to one row beyond the ends (U12.3)', () => {
    expect([100, 44, 10, -220, -300].map((offset) => clampDrag(offset, 5))).toEqual([
      44, 44, 10, -220, -220,
    ])
  })
  it('are zero for an empty wheel (U12.4)', () => expect(offsetOf(-1)).toBe(0))
})

describe('fling (U12)', () => {
  it('replaces a sample older than 300 ms (U12.5)', () => {
    const old = { at: 1000, offset: 0 }
    expect(currentSample(old, { at: 1300, offset: -80 })).toBe(old)
    expect(currentSample(old, { at: 1301, offset: -80 })).toEqual({ at: 1301, offset: -80 })
  })
  it('continues by speed / 0.003 (U12.6)', () => {
    // 60 px in 100 ms are 0.6 px/ms: 200 px further.
    expect(landing({ at: 0, offset: 0 }, { at: 100, offset: -60 }).offset).toBeCloseTo(-260, 9)
    expect(landing({ at: 0, offset: -100 }, { at: 50, offset: -70 }).offset).toBeCloseTo(130, 9)
  })
  it.each([
    [299, -16, true],
    [300, -16, false],
    [299, -15, false],
    [299, 15, false],
    [1, 16, true],
    [300, -400, false],
  ])('detects after %d ms and %d px a fling: %s (U12.7)', (at, offset, thrown) => {
    const end = landing({ at: 0, offset: 0 }, { at, offset })
    expect(end.offset !== offset).toBe(thrown)
    expect(end.duration > WHEEL_SETTLE).toBe(thrown)
  })
  it('limits the speed of two samples in one millisecond (U12.8)', () => {
    expect(landing({ at: 5, offset: 0 }, { at: 5, offset: 30 }).offset).toBeCloseTo(
      30 + 30 / 0.003,
      6,
    )
  })
  it('never turns back (U12.9)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2000, max: 2000 }),
        fc.integer({ min: 0, max: 600 }),
        (offset, at) => {
          const end = landing({ at: 0, offset: 0 }, { at, offset })
          expect(Math.abs(end.offset)).toBeGreaterThanOrEqual(Math.abs(offset))
          expect(Math.sign(end.offset)).toBe(Math.sign(offset))
        },
      ),
    )
  })
})

describe('nearestEnabled (U12)', () => {
  it('returns the nearest enabled row, the later of two (U12.10)', () => {
    expect(nearestEnabled(rowsOf('o-xx-'), 3)).toBe(4)
    expect(nearestEnabled(rowsOf('-x-'), 1)).toBe(2)
    expect(nearestEnabled(rowsOf('-xxx'), 3)).toBe(0)
    expect(nearestEnabled(rowsOf('--'), 1)).toBe(1)
  })
  it('returns none without enabled rows (U12.11)', () => {
    expect(nearestEnabled(rowsOf('xx'), 0)).toBe(-1)
    expect(nearestEnabled([], 0)).toBe(-1)
  })
  it('is the nearest for any rows (U12.12)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('-', 'x'), { maxLength: 40 }),
        fc.nat(39),
        (marks, index) => {
          const rows = rowsOf(marks.join(''))
          const found = nearestEnabled(rows, index)
          const open = rows.flatMap((row, here) => (row.disabled ? [] : [here]))
          expect(found === -1).toBe(open.length === 0)
          for (const other of open)
            expect(Math.abs(found - index)).toBeLessThanOrEqual(Math.abs(other - index))
        },
      ),
    )
  })
})

describe('stepRow (U12)', () => {
  const rows = rowsOf('-x---------x')
  it.each([
    ['next', 0, 2],
    ['next', 10, 10],
    ['previous', 2, 0],
    ['previous', 0, 0],
    ['first', 7, 0],
    ['last', 3, 10],
    ['nextPage', 0, 5],
    ['nextPage', 8, 10],
    ['previousPage', 10, 5],
    ['previousPage', 3, 0],
    ['previousPage', 6, 0],
  ] as const)('moves by %s from %d to %d (U12.13)', (move, from, to) =>
    expect(stepRow(rows, { from, move })).toBe(to),
  )
  it('moves a page further if it would end on a disabled row (U12.14)', () => {
    expect(stepRow(rowsOf('-----x-'), { from: 0, move: 'nextPage' })).toBe(6)
    expect(stepRow(rowsOf('-x-----'), { from: 6, move: 'previousPage' })).toBe(0)
  })
  it('never stops on a disabled row or moves backwards (U12.15)', () => {
    const moves = fc.constantFrom('next', 'previous', 'nextPage', 'previousPage', 'first', 'last')
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
        fc.nat(29),
        moves,
        (closed, start, move) => {
          const some = closed.map((disabled, index) => ({
            value: String(index),
            label: '',
            disabled,
          }))
          const from = Math.min(start, some.length - 1)
          const to = stepRow(some, { from, move })
          if (to !== from) expect(some[to]?.disabled).toBe(false)
          if (move.startsWith('n') || move === 'last') expect(to).toBeGreaterThanOrEqual(from)
          else expect(to).toBeLessThanOrEqual(from)
        },
      ),
    )
  })
})

describe('taps and years (U12)', () => {
  it('have the middle between the third and fourth row (U12.16)', () => {
    expect(
      [0, 109, 110, 153, 154, 263].map((y) => rowUnder(y, { offset: -440, count: 40 })),
    ).toEqual([7, 9, 10, 10, 11, 13])
    expect([rowUnder(0, { offset: 0, count: 3 }), rowUnder(263, { offset: 0, count: 3 })]).toEqual([
      0, 2,
    ])
  })
  it('range ten years either side, or as given (U12.17, spec 9.5)', () => {
    const years = yearRows(2026).map((row) => row.value)
    expect([years.length, years[0], years.at(-1)]).toEqual([21, '2016', '2036'])
    expect(yearRows(2026, { span: 1 }).map((row) => row.label)).toEqual(['2025', '2026', '2027'])
  })
})

describe('wheelTable (U12)', () => {
  const cells: Readonly<Record<string, string>> = {
    'resting grab': 'dragged',
    'resting roll': 'rolled',
    'resting go': 'settling',
    'dragged release': 'settling',
    'rolled grab': 'dragged',
    'rolled roll': 'rolled',
    'rolled go': 'settling',
    'settling grab': 'dragged',
    'settling roll': 'rolled',
    'settling go': 'settling',
    'settling land': 'resting',
  }
  const phases = ['resting', 'dragged', 'rolled', 'settling'] as const
  it.each(
    phases.flatMap((phase) =>
      (['grab', 'release', 'roll', 'go', 'land'] as const).map((event) => [phase, event] as const),
    ),
  )('handles %s, %s (U12.18)', (phase, event) => {
    expect(wheelTable[phase][event]).toBe(cells[`${phase} ${event}`])
  })
})
