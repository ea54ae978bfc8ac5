import { describe, expect, it } from 'vitest'
import { add, div, mul, roundTo, roundToStep } from './arithmetic.ts'
import { decimal, formatDecimal, fromUnits, parseDecimal, toUnits } from './Decimal.ts'
import { divideRounded, type RoundingMode } from './rounding.ts'
import { mulDiv, parseUnits, rescaleUnits, roundUnits } from './units.ts'

const tiny = decimal(`0.${'0'.repeat(996)}12`)
const withCode = (code: string) =>
  expect.objectContaining({ name: 'DecimalError', code }) as unknown
const unknownMode = 'half-down' as RoundingMode

describe('a product of many decimals (CR7)', () => {
  it('throws for a product beyond 1000 decimals (CR7)', () => {
    expect(() => mul(tiny, tiny)).toThrow(withCode('bad-scale'))
    expect(() => mul(tiny, decimal('0.001'))).toThrow(withCode('bad-scale'))
  })
  it('has text up to 1000 decimals (CR7)', () => {
    const product = mul(tiny, decimal('0.25'))
    expect(product.scale).toBe(1000)
    expect(JSON.parse(JSON.stringify(product))).toBe(`0.${'0'.repeat(997)}300`)
    expect(formatDecimal(mul(roundTo(tiny, { scale: 2, mode: 'up' }), tiny)).length).toBe(1002)
    expect(add(product, product).toString()).toBe(`0.${'0'.repeat(997)}600`)
  })
})

describe('bad scales of rescaleUnits (CR7)', () => {
  it.each([
    [-1, 2],
    [2, -1],
    [0, 2_000],
    [2_000, 0],
    [0.5, 1],
    [1, Number.NaN],
    [-1, -1],
  ])('refuses from %d to %d (CR7)', (from, to) => {
    expect(() => rescaleUnits(5n, { from, to, mode: 'down' })).toThrow(withCode('bad-scale'))
  })
})

describe('what is no text (CR7)', () => {
  it.each([[1.5], [undefined], [null], [10n], [{}], [['1']], [true]])(
    'is not parsed: %s (CR7)',
    (value) => {
      const text = value as unknown as string
      expect([parseDecimal(text), parseUnits(text, 2), roundUnits(text, 2, 'down')]).toEqual([
        null,
        null,
        null,
      ])
      expect(() => decimal(text)).toThrow(withCode('not-a-decimal'))
    },
  )
})

describe('an unknown rounding mode (CR7)', () => {
  it.each([
    ['divideRounded', () => divideRounded(10n, 3n, unknownMode)],
    ['divideRounded of an exact quotient', () => divideRounded(9n, 3n, unknownMode)],
    ['rescaleUnits', () => rescaleUnits(125n, { from: 2, to: 1, mode: unknownMode })],
    [
      'rescaleUnits to more decimals',
      () => rescaleUnits(125n, { from: 2, to: 3, mode: unknownMode }),
    ],
    ['mulDiv', () => mulDiv(1n, 1n, { by: 3n, mode: unknownMode })],
    ['roundUnits', () => roundUnits('1.25', 1, unknownMode)],
    ['toUnits', () => toUnits(fromUnits(125n, 2), { scale: 1, mode: unknownMode })],
    ['div', () => div(decimal('1'), decimal('3'), { scale: 2, mode: unknownMode })],
    ['roundTo', () => roundTo(decimal('1.25'), { scale: 1, mode: unknownMode })],
    [
      'roundToStep',
      () => roundToStep(decimal('1.25'), { step: decimal('0.1'), mode: unknownMode }),
    ],
    ['formatDecimal', () => formatDecimal(decimal('1.25'), { scale: 1, mode: unknownMode })],
  ])('is refused by %s (CR7)', (_name, call) => {
    expect(call).toThrow(withCode('bad-mode'))
  })
})
