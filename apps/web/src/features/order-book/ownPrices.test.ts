import { groupLevels } from '@x/market'
import { describe, expect, it } from 'vitest'
import type { SpotOrder } from '../../data/spot/model.ts'
import { isOwnPrice, ownPrices } from './ownPrices.ts'

const order = (fields: Partial<SpotOrder>): SpotOrder => ({
  orderId: '1',
  clientOid: 'w',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60001.50',
  size: '1',
  sizeUnit: 'base',
  filled: '0',
  filledQuote: '0',
  avgPrice: null,
  fee: '0',
  feeAsset: 'BTC',
  status: 'open',
  createdAt: 0,
  ...fields,
})
const at = { symbol: 'BTCUSDT', side: 'buy', step: '0.01' } as const

describe('own orders in the book', () => {
  it('are found whatever zeros the level is written with', () => {
    const own = ownPrices([order({})], at)
    expect([
      isOwnPrice('60001.5', own),
      isOwnPrice('60001.50', own),
      isOwnPrice('60001.51', own),
    ]).toEqual([true, true, false])
  })
  it('includes only resting orders of the pair and side', () => {
    const others = [
      order({ symbol: 'ETHUSDT' }),
      order({ side: 'sell' }),
      order({ price: null }),
      order({ status: 'waiting' }),
      order({ status: 'filled' }),
    ]
    expect(ownPrices(others, at).size).toBe(0)
    expect(ownPrices([order({ status: 'partially_filled' })], at).size).toBe(1)
  })
  it.each(['buy', 'sell'] as const)('stand in the same group as their level: %s', (side) => {
    for (const price of ['60001.50', '60004.99', '60005.00', '60009.01']) {
      const [level] = groupLevels([{ price, size: '1', total: '1' }], { step: '5', side })
      expect(
        isOwnPrice(
          level?.price ?? '',
          ownPrices([order({ side, price })], { ...at, side, step: '5' }),
        ),
      ).toBe(true)
    }
  })
})

describe('prices of own orders', () => {
  it.each([
    ['buy', '60004.99', '60000'],
    ['sell', '60000.01', '60005'],
    ['buy', '60005.00', '60005'],
    ['sell', '60005.00', '60005'],
    ['buy', '0.01', '0'],
    ['sell', '0.01', '5'],
  ] as const)('fall for bids and rise for asks: %s at %s', (side, price, group) => {
    const own = ownPrices([order({ side, price })], { symbol: 'BTCUSDT', side, step: '5' })
    expect([...own]).toEqual([group])
  })

  it('stands once where several orders rest at one price', () => {
    const orders = ['60001.50', '60001.5', '60001.500'].map((price, index) =>
      order({ orderId: String(index), price }),
    )
    expect([...ownPrices(orders, at)]).toEqual(['60001.5'])
  })

  it.each(['open', 'partially_filled'] as const)('counts an order that is %s', (status) => {
    expect(ownPrices([order({ status })], at).size).toBe(1)
  })

  it.each(['filled', 'cancelled', 'waiting'] as const)('leaves out one that is %s', (status) => {
    expect(ownPrices([order({ status } as Partial<SpotOrder>)], at).size).toBe(0)
  })

  it('finds none among no orders', () => {
    expect(isOwnPrice('60001.5', ownPrices([], at))).toBe(false)
  })

  it('keeps all digits of a long price', () => {
    const price = '123456789012345.12345678'
    const own = ownPrices([order({ price })], { ...at, step: '0.00000001' })
    expect(isOwnPrice(price, own)).toBe(true)
    expect(isOwnPrice('123456789012345.12345679', own)).toBe(false)
  })
})
