import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlausiblePath, type SlideAnswer, type PointerPoint } from './pointerPath.ts'

const range = 263
const judge = (by: SlideAnswer['by'], trail: readonly PointerPoint[], x = trail.at(-1)?.[1] ?? 0) =>
  isPlausiblePath({ x, by, trail }, { range })
/** A drag in four uneven steps over `duration` milliseconds. */
const drag = (duration: number, x = 150): PointerPoint[] => [
  [0, 0],
  [duration * 0.2, x * 0.1],
  [duration * 0.5, x * 0.6],
  [duration, x],
]

describe('captcha C, reference challenge: the trail of a slide', () => {
  it.each([
    ['a drag of 100 ms', drag(100), true],
    ['a drag of 99 ms', drag(99), false],
    ['a drag of four and a half minutes', drag(280_000), true],
    ['a drag of longer', drag(280_001), false],
    ['three points', drag(500).slice(1), false],
    ['no points', [], false],
    [
      'equal steps in equal times',
      [0, 1, 2, 3, 4, 5].map((step): PointerPoint => [step * 40, step * 30]),
      false,
    ],
    [
      'equal steps in uneven times',
      [0, 1, 2, 3, 4, 5].map((step): PointerPoint => [step * 40 + (step % 2), step * 30]),
      true,
    ],
    [
      'a step of 70 % of the way',
      [
        [0, 0],
        [60, 1],
        [120, range * 0.7],
        [200, 190],
      ],
      true,
    ],
    [
      'a step beyond',
      [
        [0, 0],
        [60, 1],
        [120, range * 0.7 + 2],
        [200, 190],
      ],
      false,
    ],
    [
      'a jump back',
      [
        [0, 0],
        [50, 200],
        [110, 20],
        [200, 100],
      ],
      false,
    ],
    [
      'time that stands still',
      [
        [0, 0],
        [0, 10],
        [0, 20],
        [150, 60],
      ],
      true,
    ],
    [
      'time that runs back',
      [
        [0, 0],
        [90, 10],
        [80, 20],
        [150, 60],
      ],
      false,
    ],
  ] as [string, PointerPoint[], boolean][])('by pointer: %s', (_, trail, expected) =>
    expect(judge('pointer', trail)).toBe(expected),
  )

  it.each([
    [
      'a held arrow key',
      Array.from({ length: 101 }, (_, step): PointerPoint => [step * 30, step]),
      true,
    ],
    [
      'End, then back',
      [
        [0, 0],
        [40, range],
        [200, range - 20],
      ],
      true,
    ],
    [
      'two points 40 ms apart',
      [
        [0, 0],
        [40, 1],
      ],
      true,
    ],
    [
      'two points 39 ms apart',
      [
        [0, 0],
        [39, 1],
      ],
      false,
    ],
    ['one point', [[0, 5]], false],
  ] as [string, PointerPoint[], boolean][])('by keyboard: %s', (_, trail, expected) =>
    expect(judge('keyboard', trail)).toBe(expected),
  )

  const points = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: range })),
    { minLength: 0, maxLength: 40 },
  )

  it('ends where the answer says, for pointer and keys', () => {
    fc.assert(
      fc.property(
        points,
        fc.integer({ min: 0, max: range }),
        fc.constantFrom('pointer' as const, 'keyboard' as const),
        (trail, x, by) => {
          if (judge(by, trail, x)) expect(trail.at(-1)?.[1]).toBe(x)
        },
      ),
    )
  })
  it('accepts a passing path at any time of day', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 0, max: 1_000_000 }), (trail, shift) => {
        expect(
          judge(
            'pointer',
            trail.map(([t, x]) => [t + shift, x] as const),
          ),
        ).toBe(judge('pointer', trail))
      }),
    )
  })
  it('rejects hostile numbers without throwing', () => {
    const odd = fc.constantFrom(NaN, Infinity, -Infinity, 1e308, -1)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(odd, odd), { maxLength: 20 }),
        fc.constantFrom('pointer' as const, 'keyboard' as const),
        (trail, by) => {
          expect(judge(by, trail, 100)).toBe(false)
        },
      ),
    )
  })
})
