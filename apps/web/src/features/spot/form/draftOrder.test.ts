import type { SpotMarket } from '@x/trading'
import { describe, expect, it } from 'vitest'
import { checkDraft, orderOf } from './draftOrder.ts'
import { newDraft, type OrderDraft } from './orderDraft.ts'

const market: SpotMarket = {
  symbol: { tickSize: '0.01', stepSize: '0.00001', minNotional: '5' },
  lastPrice: '60000',
  bestBid: '59999',
  bestAsk: '60001',
  available: { base: '1', quote: '1000' },
}
const draft = (fields: Partial<OrderDraft>): OrderDraft => ({ ...newDraft('buy'), ...fields })

describe('the order of a draft', () => {
  it('sizes a market buy by what it may cost', () => {
    expect(orderOf(draft({ type: 'market', total: '100.', amount: '9' }))).toEqual({ side: 'buy', orderType: 'market', size: '100', sizeUnit: 'quote' })
  })
  it('sizes a market sell by what is sold, without a price', () => {
    expect(orderOf(draft({ type: 'market', side: 'sell', amount: '0.5', price: '1' }))).toEqual({ side: 'sell', orderType: 'market', size: '0.5', sizeUnit: 'base' })
  })
  it('sends a limit order with its price', () => {
    expect(orderOf(draft({ price: '60000', amount: '0.01' }))).toEqual({ side: 'buy', orderType: 'limit', price: '60000', size: '0.01' })
  })
})

describe('checking a draft', () => {
  it('is ready when the server would take it', () => {
    expect(checkDraft(draft({ price: '60000', amount: '0.01' }), market)).toEqual({ problems: {}, missing: undefined, isReady: true })
  })
  it('names the first empty field and calls nothing wrong', () => {
    expect(checkDraft(draft({}), market)).toEqual({ problems: {}, missing: 'price', isReady: false })
    expect(checkDraft(draft({ price: '1' }), market).missing).toBe('amount')
    expect(checkDraft(draft({ type: 'market' }), market).missing).toBe('total')
  })
  it.each([
    ['a price off the band at the price', { price: '10', amount: '1' }, 'price', '40205'],
    ['too little at the amount', { price: '60000', amount: '0.00001' }, 'amount', '40204'],
    ['too little of a market buy at the total', { type: 'market', total: '1' }, 'total', '40204'],
    ['a balance too small for a limit buy at the total', { price: '60000', amount: '1' }, 'total', '40201'],
    ['a balance too small for a sell at the amount', { side: 'sell', price: '60000', amount: '2' }, 'amount', '40201'],
  ] as const)('puts %s', (_what, fields, field, code) => {
    const { problems, isReady } = checkDraft(draft(fields), market)
    expect(problems[field]?.code).toBe(code)
    expect(isReady).toBe(false)
  })
})
