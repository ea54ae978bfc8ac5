import { describe, expect, it } from 'vitest'
import { matching } from './marketRow.ts'

const pair = (base: string) => ({ symbol: `${base}USDT`, base, quote: 'USDT', tickSize: '1', stepSize: '1', minNotional: '5', pricePlace: 0, quantityPlace: 0 })
const pairs = [pair('BTC'), pair('ETH')]

describe('searching pairs', () => {
  it.each(['btc', 'BTC/USDT', 'btc-usdt', ' BtcUsdt '])('finds BTCUSDT by %o', (query) => {
    expect(matching(pairs, query)).toEqual([pairs[0]])
  })
  it('shows all for an empty query and none for a stranger', () => {
    expect(matching(pairs, ' ')).toEqual(pairs)
    expect(matching(pairs, 'xyz')).toEqual([])
  })
})
