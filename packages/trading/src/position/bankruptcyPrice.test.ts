import { describe, expect, it } from 'vitest'
import { bankruptcyPrice } from './bankruptcyPrice.ts'

const position = {
  side: 'long',
  entryPrice: '60000',
  count: '2',
  margin: '12000',
  feeRate: '0',
} as const

describe('bankruptcyPrice', () => {
  it('is where the margin is gone (trading 2)', () => {
    expect(bankruptcyPrice(position, { tick: '0.1' })).toBe('54000.0')
    expect(bankruptcyPrice({ ...position, side: 'short' }, { tick: '0.1' })).toBe('66000.0')
  })

  it('reserves the closing fee (trading 2)', () => {
    expect(bankruptcyPrice({ ...position, feeRate: '0.0006' }, { tick: '0.01' })).toBe('54032.42')
    expect(
      bankruptcyPrice({ ...position, side: 'short', feeRate: '0.0006' }, { tick: '0.01' }),
    ).toBe('65960.42')
  })

  it("values a margin in coin at the coin's price (trading 2)", () => {
    expect(bankruptcyPrice({ ...position, margin: '0.2', bp: '60000' }, { tick: '0.1' })).toBe(
      '54000.0',
    )
  })

  it('inverse: the coin lost on the way takes the margin (trading 2)', () => {
    const inverse = {
      contract: 'inverse',
      entryPrice: '50000',
      count: '50000',
      margin: '0.25',
      feeRate: '0',
    } as const
    expect(bankruptcyPrice({ ...inverse, side: 'long' })).toBe('40000.0000000000')
    expect(bankruptcyPrice({ ...inverse, side: 'short' })).toBe('66666.6666666667')
  })

  it('returns null where the margin covers every price', () => {
    expect(bankruptcyPrice({ ...position, margin: '120000' })).toBeNull()
    expect(
      bankruptcyPrice({
        contract: 'inverse',
        side: 'short',
        entryPrice: '50000',
        count: '50000',
        margin: '1',
        feeRate: '0.0006',
      }),
    ).toBeNull()
  })
})
