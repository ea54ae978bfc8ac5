import { describe, expect, it } from 'vitest'
import { estimateMarketFill, type PriceLevel } from './estimateMarketFill.ts'

const asks: readonly PriceLevel[] = [
  ['100.00', '1'],
  ['101.00', '2'],
  ['105.00', '10'],
]
const bids: readonly PriceLevel[] = [
  ['99.00', '1'],
  ['98.00', '5'],
]
const stepSize = '0.01'

describe('estimateMarketFill', () => {
  it('buys for an amount of quote, level by level', () => {
    expect(
      estimateMarketFill({ side: 'buy', size: '201', levels: asks, stepSize }, { tick: '0.01' }),
    ).toEqual({
      fills: [
        { price: '100', size: '1' },
        { price: '101', size: '1' },
      ],
      filledBase: '2',
      filledQuote: '201',
      averagePrice: '100.50',
      worstPrice: '101',
      impactPercent: '0.50',
      remaining: '0',
      complete: true,
    })
  })

  it('buys whole steps only, and does not count the change as missing', () => {
    expect(estimateMarketFill({ side: 'buy', size: '50.5', levels: asks, stepSize })).toMatchObject(
      { filledBase: '0.5', filledQuote: '50', remaining: '0', complete: true },
    )
    expect(estimateMarketFill({ side: 'buy', size: '0.5', levels: asks, stepSize })).toMatchObject({
      fills: [],
      averagePrice: null,
      complete: true,
    })
  })

  it('sells in base, which is its default', () => {
    expect(estimateMarketFill({ side: 'sell', size: '3', levels: bids, stepSize })).toMatchObject({
      filledQuote: '295',
      averagePrice: '98.3333333333',
      worstPrice: '98',
      impactPercent: '0.67',
    })
  })

  it('says what the book does not give', () => {
    expect(estimateMarketFill({ side: 'sell', size: '7', levels: bids, stepSize })).toMatchObject({
      filledBase: '6',
      remaining: '1',
      complete: false,
    })
    expect(
      estimateMarketFill({ side: 'buy', size: '10000', levels: asks, stepSize }),
    ).toMatchObject({ filledBase: '13', filledQuote: '1352', remaining: '8648', complete: false })
  })

  it('stops at the protection price (trading 7)', () => {
    const order = { side: 'buy', size: '5', sizeUnit: 'base', levels: asks, stepSize } as const
    expect(estimateMarketFill({ ...order, protectionPrice: '104.99' })).toMatchObject({
      filledBase: '3',
      remaining: '2',
      complete: false,
    })
    expect(estimateMarketFill({ ...order, protectionPrice: '105' })).toMatchObject({
      filledBase: '5',
      complete: true,
    })
    expect(
      estimateMarketFill({
        side: 'sell',
        size: '2',
        levels: bids,
        stepSize,
        protectionPrice: '98.01',
      }),
    ).toMatchObject({ filledBase: '1', complete: false })
    expect(estimateMarketFill({ ...order, protectionPrice: null })).toMatchObject({
      complete: true,
    })
  })

  it('returns no price for an empty book', () => {
    expect(estimateMarketFill({ side: 'buy', size: '100', levels: [], stepSize })).toEqual({
      fills: [],
      filledBase: '0',
      filledQuote: '0',
      averagePrice: null,
      worstPrice: null,
      impactPercent: null,
      remaining: '100',
      complete: false,
    })
  })

  it('passes over levels without size', () => {
    expect(
      estimateMarketFill({
        side: 'buy',
        size: '1',
        sizeUnit: 'base',
        levels: [['99', '0'], ...asks],
        stepSize,
      }),
    ).toMatchObject({ fills: [{ price: '100', size: '1' }], impactPercent: '0.00' })
  })

  it('refuses a sale sized in quote, as an order would be', () => {
    expect(() =>
      estimateMarketFill({ side: 'sell', size: '1', sizeUnit: 'quote', levels: bids, stepSize }),
    ).toThrow(expect.objectContaining({ code: 'out-of-range', detail: 'sizeUnit' }))
  })
})
