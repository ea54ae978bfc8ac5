import { describe, expect, it } from 'vitest'
import {
  BARS,
  figuresOf,
  lowered,
  markdownTable,
  overLimit,
  percentile,
  readFunctions,
} from './measure.mjs'

describe('percentile', () => {
  it.each([
    [0.5, 3],
    [0.9, 5],
    [0.99, 5],
  ])('gives the value that a share of %d does not exceed', (share, value) => {
    expect(percentile([5, 1, 4, 2, 3], share)).toBe(value)
  })

  it('gives 0 of nothing', () => {
    expect(percentile([], 0.9)).toBe(0)
  })
})

describe('readFunctions', () => {
  it('counts lines of functions with a body, nested ones too', () => {
    const text = 'function a() {\n  const b = () => 1\n  return b\n}\ndeclare function c(): void\n'
    expect(readFunctions(text).functions).toEqual([
      { start: 1, lines: 4 },
      { start: 2, lines: 1 },
    ])
  })

  it('counts non-null assertions and no negations', () => {
    expect(readFunctions('const a = b! + c!.d\nconst e = !f\n').nonNull).toBe(2)
  })

  it('reads JSX', () => {
    expect(readFunctions('const A = () => <p>{b!}</p>\n', { isJsx: true }).nonNull).toBe(1)
  })
})

describe('figuresOf', () => {
  const files = [
    { file: 'packages/a/src/a.ts', text: 'const a = b!\n'.repeat(10) },
    { file: 'packages/a/src/b.ts', text: 'export {}\n'.repeat(30) },
    { file: 'packages/a/src/a.test.ts', text: 'it()\n'.repeat(60) },
  ]

  it('measures source apart from tests', () => {
    expect(figuresOf(files)).toMatchObject({
      files: 2,
      lines: 40,
      median: 10,
      longest: 12,
      nonNull: 250,
      tests: 1.5,
    })
  })
})

describe('the limits of measure-open.json', () => {
  const met = { ...BARS }

  it('allows a figure that meets its bar, whatever its limit', () => {
    expect(overLimit({ a: { ...met, p99: 60 } }, { a: { p99: 40 } })).toEqual([])
  })

  it('refuses a missed bar without a limit', () => {
    expect(overLimit({ a: { ...met, longest: 101 } }, {})).toEqual([
      'a: longest is 101, 100 may be (bar 100)',
    ])
  })

  it('refuses a figure that is worse than its limit', () => {
    const figures = { a: { ...met, p99: 81 }, b: { ...met, p99: 80 } }
    const open = { a: { p99: 80 }, b: { p99: 80 } }
    expect(overLimit(figures, open)).toEqual(['a: p99 is 81, 80 may be (bar 60)'])
  })

  it('asks for tests of all areas together, for short functions apart', () => {
    const figures = { a: { ...met, tests: 0.3 }, all: { ...met, tests: 1.04, p99: 81 } }
    expect(overLimit(figures, { all: { tests: 1.05 } })).toEqual([
      'all: tests is 1.04, 1.05 may be (bar 1.2)',
    ])
  })

  it('tightens limits, never loosens them, and drops those met', () => {
    const open = { a: { p99: 80, tests: 1 }, b: { p99: 80 }, c: { nonNull: 4 } }
    const figures = { a: { ...met, p99: 90, tests: 1.1 }, b: met, c: { ...met, nonNull: 3.5 } }
    expect(lowered(open, figures)).toEqual({ a: { p99: 80, tests: 1.1 }, c: { nonNull: 3.5 } })
  })
})

describe('markdownTable', () => {
  it('shows each figure before and now, and the bars', () => {
    const figure = { ...BARS, files: 2, lines: 10 }
    const table = markdownTable({ a: { ...figure, p99: 80 } }, { a: figure, b: figure })
    expect(table.split('\n').slice(2)).toEqual([
      '| bar |  |  | 120 | 30 | 60 | 100 | 3 | 0 | 1.2 |',
      expect.stringMatching(/^\| a \| 2 → 2 \| 10 → 10 .* 80 → 60 /),
      expect.stringMatching(/^\| b \| – → 2 /),
    ])
  })
})
