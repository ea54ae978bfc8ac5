import { describe, expect, it } from 'vitest'
import {
  abs,
  add,
  compare,
  div,
  isMultipleOf,
  isZero,
  max,
  min,
  mul,
  negate,
  ONE,
  roundTo,
  roundToStep,
  sign,
  sub,
  sum,
  ZERO,
} from './arithmetic.ts'
import { type Decimal, decimal } from './Decimal.ts'

const text = (value: Decimal) => value.toString()

describe('exact operations', () => {
  it('adds tenths exactly (trading 1)', () => {
    expect(text(add(decimal('0.1'), decimal('0.2')))).toBe('0.3')
    expect(text(sub(decimal('1'), decimal('0.90')))).toBe('0.10')
  })

  it('multiplies, and keeps every decimal of the product', () => {
    expect(text(mul(decimal('1.10'), decimal('-2.5')))).toBe('-2.750')
  })

  it('sums a list, and nothing to zero', () => {
    expect(text(sum([decimal('1'), decimal('0.25'), decimal('-3')]))).toBe('-1.75')
    expect(isZero(sum([]))).toBe(true)
  })
})

describe('division', () => {
  it('rounds once to the scale asked for', () => {
    expect(text(div(ONE, decimal('3'), { scale: 4, mode: 'down' }))).toBe('0.3333')
    expect(text(div(decimal('2'), decimal('-3'), { scale: 2, mode: 'half-even' }))).toBe('-0.67')
  })

  it('reaches a scale below that of the operands', () => {
    expect(text(div(decimal('10.55555'), decimal('1'), { scale: 1, mode: 'up' }))).toBe('10.6')
  })

  it('throws for division by zero and for a wrong scale', () => {
    expect(() => div(ONE, decimal('0.00'), { scale: 2, mode: 'down' })).toThrow(
      expect.objectContaining({ code: 'division-by-zero' }),
    )
    expect(() => div(ONE, ONE, { scale: -2, mode: 'down' })).toThrow(
      expect.objectContaining({ code: 'bad-scale' }),
    )
  })
})

describe('comparison', () => {
  it('compares by value, not by spelling', () => {
    expect(compare(decimal('1.0'), decimal('1'))).toBe(0)
    expect(compare(decimal('-2'), decimal('1'))).toBe(-1)
    expect(compare(decimal('10'), decimal('9.99'))).toBe(1)
  })

  it('finds the least and the greatest, of equals the first', () => {
    expect(text(min(decimal('3'), decimal('1.0'), decimal('1')))).toBe('1.0')
    expect(text(max(decimal('3'), decimal('3.00'), decimal('-5')))).toBe('3')
    expect(text(min(decimal('4')))).toBe('4')
  })

  it('returns the sign of a value', () => {
    expect([decimal('-0.1'), ZERO, decimal('2')].map(sign)).toEqual([-1, 0, 1])
    expect(text(abs(decimal('-0.1')))).toBe('0.1')
    expect(text(abs(decimal('0.1')))).toBe('0.1')
    expect(text(negate(decimal('0.1')))).toBe('-0.1')
    expect(isZero(decimal('-0.00'))).toBe(true)
  })
})

describe('rounding to a scale or a step', () => {
  it('pads a value that has fewer decimals', () => {
    expect(text(roundTo(decimal('1.5'), { scale: 3, mode: 'up' }))).toBe('1.500')
  })

  it('rounds to ticks that are not powers of ten', () => {
    expect(text(roundToStep(decimal('101.37'), { step: decimal('0.25'), mode: 'half-away' }))).toBe(
      '101.25',
    )
    expect(text(roundToStep(decimal('101.38'), { step: decimal('0.25'), mode: 'half-away' }))).toBe(
      '101.50',
    )
    expect(text(roundToStep(decimal('17'), { step: decimal('5'), mode: 'up' }))).toBe('20')
  })

  it('distinguishes a price on the tick from one off it', () => {
    expect(isMultipleOf(decimal('100.50'), decimal('0.25'))).toBe(true)
    expect(isMultipleOf(decimal('100.1'), decimal('0.25'))).toBe(false)
    expect(isMultipleOf(decimal('0'), decimal('0.01'))).toBe(true)
  })

  it('refuses a step of zero or less', () => {
    expect(() => roundToStep(ONE, { step: ZERO, mode: 'down' })).toThrow(
      expect.objectContaining({ code: 'bad-step', detail: '0' }),
    )
    expect(() => isMultipleOf(ONE, decimal('-0.1'))).toThrow(
      expect.objectContaining({ code: 'bad-step' }),
    )
  })
})
