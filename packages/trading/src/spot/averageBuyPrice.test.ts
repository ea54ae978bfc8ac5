import { describe, expect, it } from 'vitest'
import { averageBuyPrice, previewAverageBuyPrice, type SpotHolding } from './averageBuyPrice.ts'

/** 2 bought here at 50000, half of one sold again, 2 held: 1.5 of them bought here. */
const holding: SpotHolding = {
  buyPrice: '50000',
  buyDelegateCount: '3',
  buyDealCount: '2',
  dealCount: '0.5',
  holdCount: '2',
  marketPrice: '60000',
  trackingType: 0,
  pricePlace: 1,
  quotePrecision: 2,
}

describe('averageBuyPrice', () => {
  it('shows trackingType 0 while bought coins remain (spec 3.11, trading 2)', () => {
    expect(averageBuyPrice(holding)).toEqual({ price: '50000.0', cost: '75000.00' })
    expect(averageBuyPrice({ ...holding, dealCount: '2' })).toBeNull()
    expect(averageBuyPrice({ ...holding, dealCount: '5' })).toBeNull()
  })

  it('trackingType 1 counts the rest at the market price (trading 2)', () => {
    expect(averageBuyPrice({ ...holding, trackingType: 1 })).toEqual({
      price: '52500.0',
      cost: '105000.00',
    })
    expect(averageBuyPrice({ ...holding, trackingType: 1, dealCount: '2' })).toEqual({
      price: '60000.0',
      cost: '120000.00',
    })
  })

  it('never counts more bought than is in the balance (trading 2)', () => {
    expect(averageBuyPrice({ ...holding, holdCount: '1' })).toEqual({
      price: '50000.0',
      cost: '50000.00',
    })
  })

  it('shows nothing for nothing held (trading 2)', () => {
    expect(averageBuyPrice({ ...holding, holdCount: '0' })).toBeNull()
    expect(averageBuyPrice({ ...holding, holdCount: '0', trackingType: 1 })).toBeNull()
  })

  it('rounds half up, the price at pricePlace and the cost at quotePrecision (trading 2)', () => {
    const fine = {
      ...holding,
      buyPrice: '0.125',
      buyDealCount: '1',
      dealCount: '0',
      holdCount: '1',
      pricePlace: 2,
      quotePrecision: 1,
    }
    expect(averageBuyPrice(fine)).toEqual({ price: '0.13', cost: '0.1' })
  })
})

describe('previewAverageBuyPrice', () => {
  it('weighs what has not filled yet at its limit price (trading 2)', () => {
    expect(previewAverageBuyPrice(holding, { limitPrice: '40000' })).toEqual({
      price: '46000.0',
      cost: '115000.00',
    })
    expect(
      previewAverageBuyPrice({ ...holding, trackingType: 1 }, { limitPrice: '40000' }),
    ).toEqual({ price: '48333.3', cost: '145000.00' })
  })

  it('is the limit price for a first order', () => {
    const first = { ...holding, buyPrice: '0', buyDealCount: '0', dealCount: '0', holdCount: '0' }
    expect(previewAverageBuyPrice(first, { limitPrice: '40000' })).toEqual({
      price: '40000.0',
      cost: '120000.00',
    })
  })

  it('changes nothing once the order has filled', () => {
    expect(
      previewAverageBuyPrice({ ...holding, buyDelegateCount: '2' }, { limitPrice: '1' }),
    ).toEqual(averageBuyPrice(holding))
  })
})
