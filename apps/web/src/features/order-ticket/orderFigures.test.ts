import { describe, expect, it } from 'vitest'
import type { SpotPosition } from '../../data/spot/model.ts'
import { averageAfter } from './averageAfter.ts'
import { editAmount, editPrice, newDraft, type OrderDraft } from './orderDraft.ts'
import { orderFigures } from './orderFigures.ts'
import { orderOf } from './orderOf.ts'
import { spec } from './testing/ticketFixture.ts'

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

describe('the fee of an order (trading 7)', () => {
  const feeOf = (draft: OrderDraft, vipLevel = 0) =>
    orderFigures({ draft, spec, book, vipLevel }).fee
  const sale = (price: string, amount: string) => limit(price, amount, { side: 'sell' })

  it('is taken from the coin that a buy brings', () => {
    expect(feeOf(limit('90', '2'))).toEqual({ amount: '0.00200000', asset: 'BTC', rate: '0.0010' })
  })

  it('is taken from the quote that a sale brings', () => {
    // 2 at 110 are 220, of which a thousandth.
    expect(feeOf(sale('110', '2'))).toEqual({
      amount: '0.22000000',
      asset: 'USDT',
      rate: '0.0010',
    })
  })

  it.each([
    [0, '0.0010', '0.0010'],
    [1, '0.0008', '0.0009'],
    [2, '0.0007', '0.0008'],
    [3, '0.0006', '0.0007'],
    [4, '0.0004', '0.0006'],
    [5, '0.0002', '0.0005'],
    [9, '0.0002', '0.0005'],
    [-1, '0.0010', '0.0010'],
  ])('is that of VIP level %i: maker %s, taker %s', (level, maker, taker) => {
    expect([feeOf(limit('90', '1'), level)?.rate, feeOf(limit('100', '1'), level)?.rate]).toEqual([
      maker,
      taker,
    ])
  })

  it('is rounded up at the eighth digit', () => {
    const tiny = { ...spec, stepSize: '0.00000001', quantityPlace: 8 }
    const draft = { ...limit('90', '0'), amount: '0.00000101' }
    // A thousandth of it is 0.00000000101.
    expect(orderFigures({ draft, spec: tiny, book, vipLevel: 0 }).fee?.amount).toBe('0.00000001')
  })

  it('adds what is taken and what rests, each at its rate', () => {
    // VIP 4: 2 taken at 0.06 %, 1 resting at 0.04 %.
    expect(feeOf(limit('110', '3'), 4)).toEqual({
      amount: '0.00160000',
      asset: 'BTC',
      rate: undefined,
    })
  })

  it('is that of a maker for a post-only order at the ask', () => {
    expect(feeOf(limit('100', '1', { timeInForce: 'post_only' }), 4)?.rate).toBe('0.0004')
  })

  it('is that of a maker while there is no book', () => {
    const draft = limit('110', '1')
    expect(orderFigures({ draft, spec, book: undefined, vipLevel: 4 }).fee?.rate).toBe('0.0004')
  })

  it.each([
    ['price', { price: '' }],
    ['amount', { amount: '', total: '' }],
  ])('is unknown without a %s', (_what, part) => {
    expect(feeOf(limit('110', '2', part))).toBeUndefined()
  })
})

describe('the fill of a market order', () => {
  const market = (part: Partial<OrderDraft>): OrderDraft => ({
    ...newDraft('buy'),
    type: 'market',
    ...part,
  })

  it('spends a budget level by level, rounded down to steps', () => {
    // 100 for the first, 50 of 102 for the second: 0.49019.
    expect(figures(market({ total: '150' })).fill).toMatchObject({
      filledBase: '1.49019',
      filledQuote: '149.99938',
      complete: true,
    })
  })

  it('buys an amount of coin where it is sized so', () => {
    const { fill, fee } = figures(market({ unit: 'base', amount: '1.5', total: '' }))
    expect(fill).toMatchObject({ filledQuote: '151', averagePrice: '100.67' })
    expect(fee).toEqual({ amount: '0.00150000', asset: 'BTC', rate: '0.0010' })
  })

  it('sells into the bids', () => {
    const { fill, fee } = figures(market({ side: 'sell', amount: '0.5' }))
    expect(fill).toMatchObject({ filledBase: '0.5', filledQuote: '49.5' })
    expect(fee).toEqual({ amount: '0.04950000', asset: 'USDT', rate: '0.0010' })
  })

  it('ends where the book does', () => {
    const { fill } = figures(market({ unit: 'base', amount: '3' }))
    expect(fill).toMatchObject({ filledBase: '2', remaining: '1', complete: false })
  })

  it('ends at the protection price, five percent from the best', () => {
    const deep = { ...(book as object), asks: [level('100', '1'), level('105.01', '1')] } as never
    const draft = market({ unit: 'base', amount: '2' })
    const { fill } = orderFigures({ draft, spec, book: deep, vipLevel: 0 })
    expect(fill).toMatchObject({ filledBase: '1', complete: false })
  })

  it.each([
    ['without a size', market({}), book],
    ['without a book', market({ total: '100' }), undefined],
    ['of a side that is empty', market({ total: '100' }), { ...(book as object), asks: [] }],
  ] as const)('is unknown %s, and so is its fee', (_when, draft, shown) => {
    const found = orderFigures({ draft, spec, book: shown as never, vipLevel: 0 })
    expect([found.fill, found.fee]).toEqual([undefined, undefined])
  })

  it('is foretold of no order that waits for its trigger', () => {
    const stop = market({ type: 'stop_market', trigger: '105', total: '100' })
    expect(figures(stop)).toEqual({ fee: undefined, fill: undefined, crossing: undefined })
  })
})
