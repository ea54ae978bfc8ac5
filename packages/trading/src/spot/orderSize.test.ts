import { describe, expect, it } from 'vitest'
import { orderValue, sizeForShare, sizeForValue } from './orderSize.ts'

describe('orderValue', () => {
  it('is exact, or rounded where asked for', () => {
    expect(orderValue({ price: '60000.10', size: '0.12345' })).toBe('7407.012345')
    expect(orderValue({ price: '60000.10', size: '0.12345' }, { scale: 2 })).toBe('7407.01')
    expect(orderValue({ price: '60000.10', size: '0.12345' }, { scale: 2, mode: 'up' })).toBe(
      '7407.02',
    )
    expect(orderValue({ price: '0.00001234', size: '1000000' })).toBe('12.34')
  })
})

describe('sizeForValue', () => {
  it('is what an amount of quote pays for, in whole steps', () => {
    expect(sizeForValue({ value: '1000', price: '60000', stepSize: '0.00001' })).toBe('0.01666')
    expect(sizeForValue({ value: '0', price: '60000', stepSize: '0.00001' })).toBe('0.00000')
  })

  it('refuses a price of zero', () => {
    expect(() => sizeForValue({ value: '1', price: '0', stepSize: '1' })).toThrow(
      expect.objectContaining({ code: 'out-of-range', detail: 'price' }),
    )
  })
})

describe('sizeForShare', () => {
  const available = { base: '1.23456', quote: '50000' }
  const input = { available, price: '60000', stepSize: '0.0001' }

  it('sells a share of the base, buys for one of quote', () => {
    expect(sizeForShare({ ...input, side: 'sell', share: '0.25' })).toBe('0.3086')
    expect(sizeForShare({ ...input, side: 'buy', share: '0.25' })).toBe('0.2083')
  })

  it('never exceeds the balance at 100 %', () => {
    expect(sizeForShare({ ...input, side: 'sell', share: '1' })).toBe('1.2345')
    expect(sizeForShare({ ...input, side: 'buy', share: '1' })).toBe('0.8333')
  })
})
