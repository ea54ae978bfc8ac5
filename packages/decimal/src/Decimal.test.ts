import { describe, expect, it } from 'vitest'
import { decimal, formatDecimal, fromUnits, parseDecimal, toUnits } from './Decimal.ts'

describe('making a Decimal', () => {
  it('is made from text or units and keeps its scale', () => {
    expect(decimal('1.50')).toMatchObject({ units: 150n, scale: 2 })
    expect(fromUnits(150n, 2)).toMatchObject({ units: 150n, scale: 2 })
  })

  it('parses other text as null, and throws from decimal()', () => {
    expect(parseDecimal('1e3')).toBeNull()
    expect(() => decimal('1e3')).toThrow(
      expect.objectContaining({ name: 'DecimalError', code: 'not-a-decimal', detail: '1e3' }),
    )
  })

  it('quotes at most the beginning of a bad text', () => {
    expect(() => decimal('x'.repeat(5000))).toThrow(
      expect.objectContaining({ detail: 'x'.repeat(40) }),
    )
  })

  it('refuses a wrong scale', () => {
    expect(() => fromUnits(1n, -1)).toThrow(
      expect.objectContaining({ code: 'bad-scale', detail: '-1' }),
    )
    expect(() => toUnits(decimal('1'), { scale: 0.5, mode: 'down' })).toThrow(
      expect.objectContaining({ code: 'bad-scale' }),
    )
  })
})

describe('showing a Decimal', () => {
  it('shows the decimals it has by default', () => {
    expect(formatDecimal(decimal('1.50'))).toBe('1.50')
    expect(formatDecimal(decimal('1.50'), { trim: true })).toBe('1.5')
  })

  it('pads or rounds to a scale, half away from zero by default', () => {
    expect(formatDecimal(decimal('1.5'), { scale: 4 })).toBe('1.5000')
    expect(formatDecimal(decimal('2.345'), { scale: 2 })).toBe('2.35')
    expect(formatDecimal(decimal('-2.345'), { scale: 2 })).toBe('-2.35')
    expect(formatDecimal(decimal('-2.345'), { scale: 2, mode: 'half-up' })).toBe('-2.34')
    expect(formatDecimal(decimal('2.999'), { scale: 2, mode: 'down' })).toBe('2.99')
    expect(formatDecimal(decimal('1.004'), { scale: 2, trim: true })).toBe('1')
  })

  it('never shows a negative zero (locale Numbers)', () => {
    expect(formatDecimal(decimal('-0.001'), { scale: 2, mode: 'down' })).toBe('0.00')
    expect(formatDecimal(decimal('-0'))).toBe('0')
  })

  it('never shows an exponent', () => {
    expect(formatDecimal(decimal(`1${'0'.repeat(40)}`))).toBe(`1${'0'.repeat(40)}`)
    expect(formatDecimal(decimal('0.0000000000001'))).toBe('0.0000000000001')
  })
})

describe('a Decimal among the language’s operators', () => {
  it('travels in JSON as a string (trading 1)', () => {
    expect(JSON.stringify({ price: decimal('60000.10') })).toBe('{"price":"60000.10"}')
    expect(String(decimal('0.10'))).toBe('0.10')
  })

  it('throws where it would become a float (trading 1)', () => {
    expect(() => Number(decimal('1'))).toThrow(expect.objectContaining({ code: 'no-coercion' }))
    expect(() => decimal('2') < decimal('10')).toThrow(
      expect.objectContaining({ code: 'no-coercion' }),
    )
    expect(() => Math.max(decimal('1') as unknown as number, 0)).toThrow(
      expect.objectContaining({ code: 'no-coercion' }),
    )
  })
})
