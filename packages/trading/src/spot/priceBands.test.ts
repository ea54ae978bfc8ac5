import { describe, expect, it } from 'vitest'
import { DEFAULT_PROTECTION, limitPriceBand, protectionPrice } from './priceBands.ts'

describe('price bands', () => {
  it('allows limit orders 20 %, market orders 5 % (trading 7)', () => {
    expect(DEFAULT_PROTECTION).toEqual({ limitBand: '0.2', marketBand: '0.05' })
    expect(limitPriceBand({ lastPrice: '60000', tickSize: '0.01' })).toEqual({
      lowest: '48000.00',
      highest: '72000.00',
    })
    expect(protectionPrice({ side: 'buy', bestPrice: '60000', tickSize: '0.01' })).toBe('63000.00')
    expect(protectionPrice({ side: 'sell', bestPrice: '60000', tickSize: '0.01' })).toBe('57000.00')
  })

  it('stays inside the band where its end is off the tick', () => {
    expect(limitPriceBand({ lastPrice: '1.01', tickSize: '0.25' })).toEqual({
      lowest: '1.00',
      highest: '1.00',
    })
    expect(protectionPrice({ side: 'buy', bestPrice: '0.00001234', tickSize: '0.00000001' })).toBe(
      '0.00001295',
    )
    expect(protectionPrice({ side: 'sell', bestPrice: '0.00001234', tickSize: '0.00000001' })).toBe(
      '0.00001173',
    )
  })

  it('takes the widths of a deployment', () => {
    expect(limitPriceBand({ lastPrice: '100', tickSize: '0.1', limitBand: '0.5' })).toEqual({
      lowest: '50.0',
      highest: '150.0',
    })
    expect(
      protectionPrice({ side: 'buy', bestPrice: '100', tickSize: '0.1', marketBand: '0' }),
    ).toBe('100.0')
  })
})
