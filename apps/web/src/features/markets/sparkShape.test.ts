import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { directionOf, sparkShape } from './sparkShape.ts'

const BOX = { width: 80, height: 20 }

describe('the line of a day', () => {
  it('runs from edge to edge, the highest close on top', () => {
    expect(sparkShape(['1', '3', '2'], BOX)).toEqual({ points: '0,20 40,0 80,10' })
  })
  it('takes its direction from the change beside it', () => {
    expect(['-0.64', '0.00', '1.25', undefined].map(directionOf)).toEqual([
      'down',
      'flat',
      'up',
      undefined,
    ])
  })
  it('lies in the middle while nothing moves', () => {
    expect(sparkShape(['5', '5.0'], BOX)).toEqual({ points: '0,10 80,10' })
  })
  it.each([[[]], [['1']]])('is none for %j', (closes) => {
    expect(sparkShape(closes, BOX)).toBeUndefined()
  })
  it('stays in its box, prices of eight decimals too', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 2, maxLength: 40 }),
        (atoms) => {
          const { points = '' } =
            sparkShape(
              atoms.map((atom) => `0.${String(atom).padStart(10, '0')}`),
              BOX,
            ) ?? {}
          return points.split(' ').every((point) => {
            const [x = NaN, y = NaN] = point.split(',').map(Number)
            return x >= 0 && x <= BOX.width && y >= 0 && y <= BOX.height
          })
        },
      ),
    )
  })
})

describe('a line worked out by hand', () => {
  it.each([
    [['1', '2'], '0,20 80,0'],
    [['2', '1'], '0,0 80,20'],
    [['0', '1', '4'], '0,20 40,15 80,0'],
    [['-1', '1', '0'], '0,20 40,0 80,10'],
    [['1', '4', '1', '4'], '0,20 26.7,0 53.3,20 80,0'],
    [['0.00000001', '0.00000002'], '0,20 80,0'],
    [['123456789012345678.1', '123456789012345678.2'], '0,20 80,0'],
  ])('draws %j through %s', (closes, points) => {
    expect(sparkShape(closes, BOX)?.points).toBe(points)
  })

  it('has a point for each close', () => {
    const closes = Array.from({ length: 25 }, (_, index) => String(index % 5))
    expect(sparkShape(closes, BOX)?.points.split(' ')).toHaveLength(25)
  })
})

describe('the direction of a figure', () => {
  it.each([
    ['0', 'flat'],
    ['-0.00', 'flat'],
    ['0.01', 'up'],
    ['-0.01', 'down'],
    ['n/a', undefined],
    ['', undefined],
  ])('is read from %j: %s', (change, direction) => expect(directionOf(change)).toBe(direction))
})
