import { describe, expect, it } from 'vitest'
import { priceForRoe } from './priceForRoe.ts'
import { roe } from './roe.ts'

const long = { side: 'long', entryPrice: '60000', leverage: '10', roe: '0.5' } as const

describe('priceForRoe', () => {
  it('uses the mark basis by default (trading 2)', () => {
    expect(priceForRoe(long, { tick: '0.01' })).toBe('63157.89')
    expect(priceForRoe({ ...long, side: 'short' }, { tick: '0.01' })).toBe('57142.86')
  })

  it('uses the entry basis if asked (trading 2)', () => {
    expect(priceForRoe({ ...long, basis: 'entry' }, { tick: '0.01' })).toBe('63000.00')
    expect(priceForRoe({ ...long, side: 'short', basis: 'entry' }, { tick: '0.01' })).toBe(
      '57000.00',
    )
  })

  it('swaps the two for inverse contracts (trading 2)', () => {
    expect(priceForRoe({ ...long, contract: 'inverse' }, { tick: '0.01' })).toBe('63000.00')
    expect(priceForRoe({ ...long, contract: 'inverse', basis: 'entry' }, { tick: '0.01' })).toBe(
      '63157.89',
    )
  })

  it('is the price at which the ROE then shows', () => {
    for (const basis of ['mark', 'entry'] as const) {
      for (const contract of ['linear', 'inverse'] as const) {
        const markPrice = priceForRoe({ ...long, contract, basis, roe: '-0.35' }) ?? ''
        expect(roe({ ...long, contract, basis, markPrice })).toBe('-35.00')
      }
    }
  })

  it('returns null where no positive price has that ROE', () => {
    expect(priceForRoe({ ...long, roe: '10' })).toBeNull()
    expect(priceForRoe({ ...long, basis: 'entry', roe: '-10' })).toBeNull()
  })
})
