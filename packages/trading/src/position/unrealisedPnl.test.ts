import { describe, expect, it } from 'vitest'
import { unrealisedPnl } from './unrealisedPnl.ts'

const long = { side: 'long', entryPrice: '60000', markPrice: '60123.45', count: '0.5' } as const

describe('unrealisedPnl', () => {
  it('shows 6 decimals of linear contracts in quote (spec 9.4, trading 2)', () => {
    expect(unrealisedPnl(long)).toBe('61.725000')
    expect(unrealisedPnl({ ...long, side: 'short' })).toBe('-61.725000')
  })

  it('divides by the price of the margin coin (trading 2)', () => {
    expect(unrealisedPnl({ ...long, bp: '60000' })).toBe('0.001029')
    expect(unrealisedPnl({ ...long, bp: '60000' }, { scale: 8 })).toBe('0.00102875')
  })

  it('counts inverse contracts in USD nominal value, their PnL in coin (trading 2)', () => {
    const inverse = {
      contract: 'inverse',
      entryPrice: '50000',
      markPrice: '62500',
      count: '10000',
    } as const
    expect(unrealisedPnl({ ...inverse, side: 'long' })).toBe('0.040000')
    expect(unrealisedPnl({ ...inverse, side: 'short' })).toBe('-0.040000')
  })

  it('rounds halves away from zero, in decimal and not binary (trading 1)', () => {
    const half = { entryPrice: '1', markPrice: '1.0000005', count: '1' }
    expect(unrealisedPnl({ ...half, side: 'long' })).toBe('0.000001')
    expect(unrealisedPnl({ ...half, side: 'short' })).toBe('-0.000001')
    // In floats 1.0000015 - 1 is 0.00000149999999998…, and toFixed(6) shows 0.000001.
    expect(
      unrealisedPnl({ side: 'long', entryPrice: '1', markPrice: '1.0000015', count: '1' }),
    ).toBe('0.000002')
  })

  it('returns an unsigned zero for an empty position', () => {
    expect(unrealisedPnl({ ...long, side: 'short', count: '0' })).toBe('0.000000')
  })

  it('names the input that is wrong', () => {
    expect(() => unrealisedPnl({ ...long, markPrice: '6e4' })).toThrow(
      expect.objectContaining({ code: 'not-a-decimal', detail: 'markPrice' }),
    )
    expect(() => unrealisedPnl({ ...long, entryPrice: '0' })).toThrow(
      expect.objectContaining({ code: 'out-of-range', detail: 'entryPrice' }),
    )
    expect(() => unrealisedPnl({ ...long, count: '-1' })).toThrow(
      expect.objectContaining({ code: 'out-of-range', detail: 'count' }),
    )
    expect(() => unrealisedPnl({ ...long, bp: '0' })).toThrow(
      expect.objectContaining({ code: 'out-of-range', detail: 'bp' }),
    )
  })
})
