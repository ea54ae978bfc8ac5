import { describe, expect, it } from 'vitest'
import { fillView, orderView, type FillRow } from './orderViews.ts'
import type { OrderRow } from '../../../exchange/ledger/storedOrders.ts'

const order: OrderRow = {
  id: 7,
  clientOid: 'c',
  symbol: 'SHIBUSDT',
  side: 'sell',
  orderType: 'limit',
  timeInForce: 'gtc',
  ticks: 1_234,
  lots: 5_000_000,
  budget: 0,
  filledLots: 3,
  filledTickLots: 3_701n,
  fee: 15n,
  status: 'partially_filled',
  season: 0,
  createdAt: 1,
  updatedAt: 2,
}
const fill: FillRow = {
  id: 1,
  tradeId: 2,
  order,
  ticks: 1_234,
  lots: 3,
  quote: 3_702n,
  fee: 4n,
  role: 'maker',
  status: 'partially_filled',
  at: 9,
}

describe('amounts are decimal strings (wire 10)', () => {
  it('show the places of the pair, and money without trailing zeros', () => {
    expect(orderView(order)).toMatchObject({
      price: '0.00001234',
      size: '5000000',
      filled: '3',
      avgPrice: '0.00001234',
      filledQuote: '0.00003701',
      fee: '0.00000015',
      feeAsset: 'USDT',
    })
    expect(fillView(fill)).toMatchObject({
      price: '0.00001234',
      size: '3',
      value: '0.00003702',
      fee: '0.00000004',
    })
  })

  it('a market order by amount shows its amount and no price', () => {
    expect(
      orderView({
        ...order,
        symbol: 'BTCUSDT',
        side: 'buy',
        orderType: 'market',
        lots: 0,
        budget: 1_000_000_000,
      }),
    ).toMatchObject({ price: null, size: '100', sizeUnit: 'quote', feeAsset: 'BTC' })
  })

  it('an order that never traded has no average price', () => {
    expect(orderView({ ...order, filledLots: 0, filledTickLots: 0n })).toMatchObject({
      avgPrice: null,
      filled: '0',
    })
  })

  it('show season and execution costs where there are any', () => {
    expect(orderView(order)).not.toHaveProperty('season')
    expect(fillView(fill)).not.toHaveProperty('impact')
    expect(
      fillView({ ...fill, order: { ...order, season: 2 }, frictions: { spread: 5n, impact: 0n } }),
    ).toMatchObject({ season: 2, spread: '0.00000005', impact: '0' })
  })
})
