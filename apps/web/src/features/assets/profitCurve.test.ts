import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curveShape, dailyProfits, orNothing, profitCurve } from './profitCurve.ts'
import { type WorthPoint } from '../../data/valuation/worthHistory.ts'

const DAY = 86_400_000
const history = (
  ...days: readonly (readonly [value: string, netDeposits: string])[]
): WorthPoint[] =>
  days.map(([value, netDeposits], index) => ({ at: index * DAY, value, netDeposits }))

describe('profit of a period', () => {
  it('is the change of the worth', () => {
    expect(profitCurve(history(['1000', '1000'], ['1100.25', '1000'], ['950', '1000']))).toEqual({
      points: [
        { at: 0, profit: '0' },
        { at: DAY, profit: '100.25' },
        { at: 2 * DAY, profit: '-50' },
      ],
      profit: '-50',
      percent: '-5.0000',
      direction: 'down',
    })
  })
  it('a deposit is none, and counts as staked', () => {
    expect(profitCurve(history(['1000', '1000'], ['2100', '2000']))).toMatchObject({
      profit: '100',
      percent: '5.0000',
      direction: 'up',
    })
  })
  it('a withdrawal is no loss, and takes nothing from what was staked', () => {
    expect(profitCurve(history(['1000', '1000'], ['450', '500']))).toMatchObject({
      profit: '-50',
      percent: '-5.0000',
    })
  })
  it('has no percentage of nothing', () => {
    expect(profitCurve(history(['0', '0'], ['0', '0']))).toMatchObject({
      profit: '0',
      percent: undefined,
      direction: 'flat',
    })
  })
  it('needs two moments', () => {
    expect([profitCurve([]), profitCurve(history(['1', '1']))]).toEqual([undefined, undefined])
  })
  it('adds up whatever the days between were, to the cent', () => {
    const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
    const text = (value: number) =>
      (value < 0 ? '-' : '') +
      `${Math.floor(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, '0')}`
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, cents), { minLength: 2, maxLength: 40 }), (days) => {
        const curve = profitCurve(
          history(...days.map(([value, paid]) => [text(value), text(paid)] as const)),
        )
        const gains = days.map(([value, paid]) => value - paid)
        expect(curve?.points.map(({ profit }) => Math.round(Number(profit) * 100))).toEqual(
          gains.map((gain) => gain - gains[0]!),
        )
      }),
    )
  })
})

describe('the curve in its box', () => {
  const box = { width: 100, height: 50 }
  it('runs from edge to edge and keeps zero in sight', () => {
    expect(
      curveShape(
        [
          { at: 0, profit: '0' },
          { at: 1, profit: '10' },
          { at: 2, profit: '-10' },
        ],
        box,
      ),
    ).toEqual({
      line: [
        { x: 0, y: 25 },
        { x: 50, y: 0 },
        { x: 100, y: 50 },
      ],
      zero: 25,
      marks: [
        { value: '10', y: 0 },
        { value: '0', y: 25 },
        { value: '-10', y: 50 },
      ],
    })
    expect(
      curveShape(
        [
          { at: 0, profit: '5' },
          { at: 1, profit: '10' },
        ],
        box,
      ).zero,
    ).toBe(50)
  })
  it('lies in the middle while nothing was gained or lost', () => {
    expect(
      curveShape(
        [
          { at: 0, profit: '0' },
          { at: 1, profit: '0' },
        ],
        box,
      ),
    ).toEqual({
      line: [
        { x: 0, y: 25 },
        { x: 100, y: 25 },
      ],
      zero: 25,
      marks: [{ value: '0', y: 25 }],
    })
  })
  it.each([
    [
      ['0', '10'],
      ['10', '0'],
    ],
    [
      ['0', '-10'],
      ['0', '-10'],
    ],
    // A loss of a hundredth lies too close to zero for a figure of its own.
    [
      ['-0.1', '10'],
      ['10', '0'],
    ],
    [
      ['-10', '0.1'],
      ['0', '-10'],
    ],
  ])('marks the axis for %j by %j, no figure over another', (profits, values) => {
    const points = profits.map((profit, at) => ({ at, profit }))
    const { marks } = curveShape(points, box)
    expect(marks.map(({ value }) => value)).toEqual(values)
    for (const [index, { y }] of marks.slice(1).entries())
      expect(y - (marks[index]?.y ?? 0)).toBeGreaterThanOrEqual(16)
  })
})

describe('a change at its digits', () => {
  it.each([
    ['-0.004', '0'],
    ['0.004', '0'],
    ['-0.005', '0'],
    ['-0.006', '-0.006'],
    ['0.005', '0.005'],
    ['0', '0'],
    ['-12.5', '-12.5'],
  ])('takes %s for %s', (value, shown) => expect(orNothing(value, 2)).toBe(shown))
})

describe('the gain of each day', () => {
  const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour)
  it('is that of its last point after the day before (UTC)', () => {
    expect(
      dailyProfits([
        { at: at(1, 0), profit: '0' },
        { at: at(1, 23), profit: '10' },
        { at: at(2, 5), profit: '4' },
        { at: at(4, 0), profit: '4.5' },
      ]),
    ).toEqual([
      { at: at(1, 0), profit: '10' },
      { at: at(2, 0), profit: '-6' },
      { at: at(4, 0), profit: '0.5' },
    ])
  })
  it('adds up to the whole curve, and is none without points', () => {
    const points = ['0', '3.5', '-2', '7'].map((profit, day) => ({ at: at(day + 1, 0), profit }))
    const sum = dailyProfits(points).reduce((all, { profit }) => all + Number(profit), 0)
    expect([sum, dailyProfits([])]).toEqual([7, []])
  })
})
