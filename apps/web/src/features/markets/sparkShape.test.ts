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
