import { describe, expect, it } from 'vitest'
import type { SpotPosition, SpotSymbol } from '../../data/spot/model.ts'
import { averageAfter } from './averageAfter.ts'
import { editAmount, editPrice, newDraft, type OrderDraft } from './orderDraft.ts'
import { orderFigures } from './orderFigures.ts'
import { orderOf } from './orderOf.ts'

const spec: SpotSymbol = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const level = (price: string, size: string) => ({ price, size })
const book = {
  asks: [level('100', '1'), level('102', '1')],
  bids: [level('99', '2')],
  status: 'live',
  receivedAt: 0,
} as never
const limit = (price: string, amount: string, fields: Partial<OrderDraft> = {}): OrderDraft => ({
  ...editAmount(editPrice(newDraft('buy'), price, spec), amount),
  ...fields,
})
const figures = (draft: OrderDraft) => orderFigures({ draft, spec, book, vipLevel: 0 })
const holding: SpotPosition = {
  asset: 'BTC',
  symbol: 'BTCUSDT',
  available: '1',
  held: '0',
  avgBuyPrice: '80.00',
  cost: '80',
  buyPrice: '80',
  buyDelegateCount: '1',
  buyDealCount: '1',
  dealCount: '0',
  holdCount: '1',
  marketPrice: null,
  trackingType: 0,
  pricePlace: 2,
  quotePrecision: 8,
}

describe('the figures of a limit order that trades at once', () => {
  it('shows the taker fee where the whole order trades (OT2)', () => {
    expect(figures(limit('110', '2'))).toMatchObject({
      crossing: { average: '101.00', isComplete: true },
      fee: { amount: '0.00200000', rate: '0.0010' },
    })
  })

  it('shows two fees if a remainder rests, otherwise one (OT2)', () => {
    const waiting = figures(limit('110', '3')).fee
    const cancelled = figures(limit('110', '3', { timeInForce: 'ioc' })).fee
    expect([waiting?.rate, cancelled?.rate, cancelled?.amount]).toEqual([
      undefined,
      '0.0010',
      '0.00200000',
    ])
  })

  it('omits the crossing for post-only and conditional orders (OT2)', () => {
    expect(figures(limit('110', '2', { timeInForce: 'post_only' })).crossing).toBeUndefined()
    expect(
      figures(limit('110', '2', { type: 'stop_limit', trigger: '109' })).crossing,
    ).toBeUndefined()
    expect(figures(limit('99.5', '2')).crossing).toBeUndefined()
  })

  it('have no crossing for a fill-or-kill the book cannot fill (OT2)', () => {
    expect(figures(limit('110', '3', { timeInForce: 'fok' }))).toMatchObject({
      crossing: undefined,
      fee: { amount: '0.00300000', rate: '0.0010' },
    })
    expect(figures(limit('110', '2', { timeInForce: 'fok' })).crossing).toMatchObject({
      average: '101.00',
      isComplete: true,
    })
  })

  it('weighs the average at book prices, the rest at limit (OT2)', () => {
    const after = (draft: OrderDraft) =>
      averageAfter(orderOf(draft), { holding, figures: { ...figures(draft), fee: undefined } })
        ?.after
    // (80 + 100 + 102) / 3, and with one more at 110.
    expect([
      after(limit('110', '2')),
      after(limit('110', '3')),
      after(limit('110', '3', { timeInForce: 'ioc' })),
    ]).toEqual(['94.00', '98.00', '94.00'])
  })
})
