import { describe, expect, it } from 'vitest'
import { bareFigure, feeFigure, figureWidth, sizeFigure, widest } from './figureWidth.ts'

const SHIB = {
  symbol: 'SHIBUSDT',
  base: 'SHIB',
  quote: 'USDT',
  tickSize: '0.00000001',
  stepSize: '1',
  minNotional: '5',
  pricePlace: 8,
  quantityPlace: 0,
}

describe('a figure longer than anyone expects widens its column', () => {
  it('widens by digits, separators and unit', () => {
    const width = (value: string, digits = 0, unit?: string) => figureWidth({ value, digits, unit })
    expect(width('999') - width('99')).toBeGreaterThanOrEqual(7)
    expect(width('1000') - width('999')).toBe(12)
    expect(width('-1000.123')).toBe(width('1000'))
    expect(width('1', 2)).toBeGreaterThan(width('1', 0) + 15)
    expect(width('1', 0, 'SHIB')).toBeGreaterThan(width('1', 0, 'BTC'))
  })
  it('leaves other columns unchanged', () => {
    const rows = [{ size: '1' }, { size: '1234567890' }]
    const figure = (row: { readonly size: string }) => sizeFigure(row, SHIB)
    expect(widest(rows.slice(0, 1), { least: 120, figure })).toBe(120)
    expect(widest(rows, { least: 120, figure })).toBe(
      figureWidth({ value: '1234567890', digits: 0, unit: 'SHIB' }),
    )
    expect(widest([], { least: 120, figure })).toBe(120)
  })
  it('omits the unit where the pair is shown next to it', () => {
    expect(bareFigure({ value: '5', digits: 0, unit: 'SHIB' }, SHIB)).toEqual({
      value: '5',
      digits: 0,
      unit: undefined,
    })
    expect(bareFigure({ value: '5', digits: 2, unit: 'USDT' }, SHIB)).toEqual({
      value: '5',
      digits: 2,
      unit: 'USDT',
    })
  })
  it('formats as its cell: budgets, fees and unknown values', () => {
    expect(sizeFigure({ size: '5', sizeUnit: 'quote' }, SHIB)).toEqual({
      value: '5',
      digits: 2,
      unit: 'USDT',
    })
    expect(sizeFigure({ size: '5' }, undefined)).toEqual({ value: '5', digits: 8, unit: undefined })
    expect(feeFigure({ fee: '4288.777', feeAsset: 'SHIB' }, SHIB)).toEqual({
      value: '4288.777',
      digits: 3,
      unit: 'SHIB',
    })
  })
})
