import { describe, expect, it } from 'vitest'
import { filledPercent } from './model.ts'

const order = {
  size: '3',
  sizeUnit: 'base',
  filled: '1',
  filledQuote: '0',
  status: 'partially_filled',
} as const

describe('how much of an order is traded', () => {
  it('is cut, never rounded up to done', () => {
    expect(filledPercent(order)).toBe('33.3')
    expect(filledPercent({ ...order, filled: '2.9999' })).toBe('99.9')
  })
  it('counts what is spent of a budget', () => {
    expect(filledPercent({ ...order, size: '200', sizeUnit: 'quote', filledQuote: '50' })).toBe(
      '25.0',
    )
  })
  it('is fully traded once the server says so, despite a remainder', () => {
    expect(
      filledPercent({
        ...order,
        size: '200',
        sizeUnit: 'quote',
        filledQuote: '199.9',
        status: 'filled',
      }),
    ).toBe('100')
  })
})
