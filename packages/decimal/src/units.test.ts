import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  type Atoms,
  formatUnits,
  type Lots,
  mulDiv,
  parseUnits,
  rescaleUnits,
  roundUnits,
  type Ticks,
} from './units.ts'

describe('parseUnits', () => {
  it('counts a text in units of the scale', () => {
    expect(parseUnits('1.5', 8)).toBe(150_000_000n)
    expect(parseUnits('-0.05', 2)).toBe(-5n)
    expect(parseUnits('7', 0)).toBe(7n)
  })

  it('rejects digits that need rounding, but accepts trailing zeros', () => {
    expect(parseUnits('1.005', 2)).toBeNull()
    expect(parseUnits('1.500', 2)).toBe(150n)
    expect(parseUnits('0.5', 0)).toBeNull()
  })

  it('refuses what is not a plain decimal', () => {
    expect(parseUnits('1e3', 2)).toBeNull()
    expect(parseUnits('', 2)).toBeNull()
  })

  it('throws for a scale that is a mistake in the program', () => {
    for (const scale of [-1, 1.5, Number.NaN, 1001])
      expect(() => parseUnits('1', scale)).toThrow('A scale is an integer from 0 to 1000')
  })
})

describe('roundUnits', () => {
  it('rounds what exceeds the scale in the mode asked for', () => {
    expect(roundUnits('1.005', 2, 'half-away')).toBe(101n)
    expect(roundUnits('1.005', 2, 'down')).toBe(100n)
    expect(roundUnits('-1.005', 2, 'half-up')).toBe(-100n)
    expect(roundUnits('x', 2, 'down')).toBeNull()
  })
})

describe('formatUnits', () => {
  it('shows every decimal of the scale, or trims the zeros', () => {
    expect(formatUnits(150n, 2)).toBe('1.50')
    expect(formatUnits(150n, 2, { trim: true })).toBe('1.5')
    expect(formatUnits(100n, 2, { trim: true })).toBe('1')
    expect(formatUnits(100n, 0)).toBe('100')
  })

  it('writes the zero before the dot, and no sign before zero', () => {
    expect(formatUnits(-5n, 3)).toBe('-0.005')
    expect(formatUnits(0n, 2)).toBe('0.00')
    expect(formatUnits(-0n, 2, { trim: true })).toBe('0')
  })

  it('shows an 18-decimal balance beyond 2^64 to the last digit', () => {
    expect(formatUnits(123_456_789_012_345_678_901_234_567n, 18)).toBe(
      '123456789.012345678901234567',
    )
  })
})

describe('rescaleUnits and mulDiv', () => {
  it('moves between scales', () => {
    expect(rescaleUnits(15n, { from: 1, to: 3, mode: 'down' })).toBe(1500n)
    expect(rescaleUnits(1599n, { from: 3, to: 1, mode: 'down' })).toBe(15n)
    expect(rescaleUnits(1550n, { from: 3, to: 1, mode: 'half-even' })).toBe(16n)
    expect(rescaleUnits(7n, { from: 2, to: 2, mode: 'up' })).toBe(7n)
  })

  it('rounds a fee up once, from the exact product (trading 1)', () => {
    // 0.06 % of 33.33 is 0.019998, of 33.34 it is 0.020004: rounded to cents first, the second
    // would lose its remainder.
    expect(mulDiv(3333n, 6n, { by: 10_000n, mode: 'up' })).toBe(2n)
    expect(mulDiv(3334n, 6n, { by: 10_000n, mode: 'up' })).toBe(3n)
  })
})

describe('named units', () => {
  it('keeps ticks, lots and atoms apart for the compiler', () => {
    const ticks = parseUnits<Ticks>('60000.1', 1)
    expect(ticks).toBe(600_001n)
    expectTypeOf(ticks).toEqualTypeOf<Ticks | null>()
    expectTypeOf<Ticks>().not.toExtend<Lots>()
    expectTypeOf<Lots>().toExtend<bigint>()
    expectTypeOf(rescaleUnits(1n as Atoms, { from: 1, to: 2, mode: 'down' })).toEqualTypeOf<Atoms>()
    expectTypeOf(parseUnits('1', 0)).toEqualTypeOf<bigint | null>()
  })
})
