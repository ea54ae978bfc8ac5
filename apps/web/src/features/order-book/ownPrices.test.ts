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
