import { describe, expect, it } from 'vitest'
import type { SpotPosition } from '../../data/spot/model.ts'
import { averageAfter } from './averageAfter.ts'

const holding: SpotPosition = {
  asset: 'BTC',
  symbol: 'BTCUSDT',
  available: '1',
  held: '0',
  avgBuyPrice: '60000.00',
  cost: '60000',
  buyPrice: '60000',
  buyDelegateCount: '5',
  buyDealCount: '1',
  dealCount: '0',
  holdCount: '1',
  marketPrice: '62000.00',
  trackingType: 0,
  pricePlace: 2,
  quotePrecision: 8,
}
const fill = {
  fills: [],
  remaining: '0',
  filledBase: '3',
  filledQuote: '192000',
  averagePrice: '64000',
  worstPrice: '64000',
  impactPercent: '0',
  complete: true,
}

describe('the average buy price that a buy would leave (trading 2)', () => {
  it('weighs a limit order at its limit, and no conditional order', () => {
    expect(
      averageAfter(
        { side: 'buy', orderType: 'limit', price: '50000', size: '1' },
        { holding, figures: { fee: undefined, fill: undefined } },
      ),
    ).toEqual({ before: '60000.00', after: '55000.00' })
  })
  it('weighs a market order at the price estimated from the book', () => {
    expect(
      averageAfter(
        { side: 'buy', orderType: 'market', size: '192000', sizeUnit: 'quote' },
        { holding, figures: { fee: undefined, fill } },
      ),
    ).toEqual({ before: '60000.00', after: '63000.00' })
  })
  it('counts what is received: the fee is taken from it', () => {
    const fee = { amount: '0.5', asset: 'BTC', rate: '0.5' }
    expect(
      averageAfter(
        { side: 'buy', orderType: 'limit', price: '50000', size: '1' },
        { holding, figures: { fee, fill: undefined } },
      )?.after,
    ).toBe('56666.67')
  })
  it('uses the purchase price for a holding from elsewhere', () => {
    const given = { ...holding, avgBuyPrice: null, buyPrice: '0', buyDealCount: '0' }
    expect(
      averageAfter(
        { side: 'buy', orderType: 'limit', price: '50000', size: '1' },
        { holding: given, figures: { fee: undefined, fill: undefined } },
      ),
    ).toEqual({ before: null, after: '50000.00' })
  })
  it('counts deposits at the market price where the holding does', () => {
    const tracked = {
      ...holding,
      trackingType: 1 as const,
      holdCount: '2',
      avgBuyPrice: '61000.00',
    }
    expect(
      averageAfter(
        { side: 'buy', orderType: 'limit', price: '58000', size: '1' },
        { holding: tracked, figures: { fee: undefined, fill: undefined } },
      )?.after,
    ).toBe('60000.00')
    expect(
      averageAfter(
        { side: 'buy', orderType: 'limit', price: '58000', size: '1' },
        {
          holding: { ...tracked, marketPrice: null },
          figures: { fee: undefined, fill: undefined },
        },
      ),
    ).toBeUndefined()
  })
  it.each([
    ['a sell', { side: 'sell', orderType: 'limit', price: '50000', size: '1' }, holding, undefined],
    [
      'an order that waits for a trigger',
      { side: 'buy', orderType: 'stop_limit', price: '50000', triggerPrice: '49000', size: '1' },
      holding,
      undefined,
    ],
    [
      'a market order before there is a book',
      { side: 'buy', orderType: 'market', size: '1' },
      holding,
      undefined,
    ],
    [
      'a market order that the book cannot fill',
      { side: 'buy', orderType: 'market', size: '1' },
      holding,
      { ...fill, complete: false },
    ],
    [
      'one who holds nothing',
      { side: 'buy', orderType: 'limit', price: '50000', size: '1' },
      undefined,
      undefined,
    ],
  ] as const)('is not known for %s', (_what, order, held, filled) => {
    expect(
      averageAfter(order, { holding: held, figures: { fee: undefined, fill: filled } }),
    ).toBeUndefined()
  })
})
