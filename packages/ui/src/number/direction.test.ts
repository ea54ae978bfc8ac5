import { describe, expect, it } from 'vitest'
import { directionOf, movement, unsigned } from './direction.ts'

describe('directionOf', () => {
  it.each([
    ['1', 'up'],
    ['+0.01', 'up'],
    ['-3', 'down'],
    ['-.5', 'down'],
    ['0', 'flat'],
    ['-0.00', 'flat'],
    ['0.', 'flat'],
    ['-0.000000000000000000000000000001', 'down'],
    ['100000000000000000000000.1', 'up'],
    ['', 'none'],
    ['--', 'none'],
    ['NaN', 'none'],
    ['1e5', 'none'],
    [null, 'none'],
    [undefined, 'none'],
  ] as const)('reads %j as %s (U21.1)', (value, direction) =>
    expect(directionOf(value)).toBe(direction),
  )

  it('removes any sign (U21.2)', () => {
    expect(['+1.2', '-1.2', '\u22121.2', '\u200e-1.2', '1.2', '<0.01'].map(unsigned)).toEqual([
      '1.2',
      '1.2',
      '1.2',
      '1.2',
      '1.2',
      '<0.01',
    ])
  })

  it('returns the direction of a price change (U21.3)', () => {
    const compare = (a: string, b: string) => Number(a) - Number(b)
    expect(movement('1', '2', compare)).toBe('up')
    expect(movement('2', '1', compare)).toBe('down')
    expect(movement('1', '1.0', compare)).toBe('flat')
    expect(movement('1', '1', compare)).toBe('none')
    expect(movement(undefined, '1', compare)).toBe('none')
  })
})
