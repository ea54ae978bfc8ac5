import type { SpotMarket } from '@x/trading'
import { describe, expect, it } from 'vitest'
import { checkDraft } from './checkDraft.ts'
import { markPrice } from '../order-terms/index.ts'
import { newDraft, type OrderDraft } from './orderDraft.ts'
import { orderOf } from './orderOf.ts'

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
    expect(orderOf(draft({ type: 'market', total: '100.', amount: '9' }))).toEqual({
      side: 'buy',
      orderType: 'market',
      size: '100',
      sizeUnit: 'quote',
    })
  })
  it('sizes a market sell by what is sold, without a price', () => {
    expect(orderOf(draft({ type: 'market', side: 'sell', amount: '0.5', price: '1' }))).toEqual({
      side: 'sell',
      orderType: 'market',
      size: '0.5',
      sizeUnit: 'base',
    })
  })
  it('sends a limit order with its price', () => {
    expect(orderOf(draft({ price: '60000', amount: '0.01' }))).toEqual({
      side: 'buy',
      orderType: 'limit',
      price: '60000',
      size: '0.01',
    })
  })
  it('checks triggers against the mark price where chosen', () => {
    const stop = {
      type: 'stop_market',
      trigger: '61000',
      amount: '0.01',
      unit: 'base',
      triggerBy: 'mark',
    } as const
    expect(orderOf(draft(stop))).toMatchObject({ triggerPrice: '61000', triggerBy: 'mark' })
    expect(orderOf(draft({ ...stop, triggerBy: 'last' }))).not.toHaveProperty('triggerBy')
    expect(
      orderOf(draft({ price: '60000', amount: '0.01', triggerBy: 'mark' })),
    ).not.toHaveProperty('triggerBy')
    expect(
      orderOf(
        draft({
          price: '60000',
          amount: '0.01',
          triggerBy: 'mark',
          hasExits: true,
          stopLoss: '59000',
        }),
      ),
    ).toMatchObject({ triggerBy: 'mark' })
  })
})

describe('a post-only order', () => {
  it('is refused where it would trade at once, on both sides (OT2)', () => {
    const postOnly = (fields: Partial<OrderDraft>) =>
      checkDraft(draft({ timeInForce: 'post_only', amount: '0.01', ...fields }), market)
    expect(postOnly({ price: '60001' })).toMatchObject({
      problems: { price: { refusal: 'would-cross', code: '40206' } },
      isReady: false,
    })
    expect(postOnly({ side: 'sell', price: '59999' })).toMatchObject({
      problems: { price: { refusal: 'would-cross' } },
      isReady: false,
    })
    expect(postOnly({ price: '60000.99' })).toMatchObject({ problems: {}, isReady: true })
  })
})

describe('the mark price', () => {
  it.each([
    [
      'lies within the best prices',
      { lastPrice: '60000', bestBid: '59999', bestAsk: '60001' },
      '60000',
    ],
    [
      'follows no trade far above the book',
      { lastPrice: '70000', bestBid: '59999', bestAsk: '60001' },
      '60001',
    ],
    [
      'follows no trade far below it',
      { lastPrice: '9000', bestBid: '59999', bestAsk: '60001' },
      '59999',
    ],
    [
      'is the last price where a side is empty',
      { lastPrice: '70000', bestBid: null, bestAsk: '60001' },
      '70000',
    ],
    [
      'is none before the first trade',
      { lastPrice: null, bestBid: '59999', bestAsk: '60001' },
      null,
    ],
  ])('%s', (_what, market, mark) => {
    expect(markPrice(market)).toBe(mark)
  })
  it('decides on which side a trigger by mark must lie', () => {
    const stop = draft({ type: 'stop_market', trigger: '65000', amount: '0.001', unit: 'base' })
    const far = { ...market, lastPrice: '70000' }
    expect(checkDraft(stop, far).problems).toMatchObject({ trigger: { refusal: 'direction' } })
    expect(checkDraft({ ...stop, triggerBy: 'mark' }, far).problems).toEqual({})
  })
})

describe('checking a draft', () => {
  it('is ready when the server would take it', () => {
    expect(checkDraft(draft({ price: '60000', amount: '0.01' }), market)).toEqual({
      problems: {},
      missing: undefined,
      isReady: true,
    })
  })
  it('names the first empty field and calls nothing wrong', () => {
    expect(checkDraft(draft({}), market)).toEqual({
      problems: {},
      missing: 'price',
      isReady: false,
    })
    expect(checkDraft(draft({ price: '1' }), market).missing).toBe('amount')
    expect(checkDraft(draft({ type: 'market' }), market).missing).toBe('total')
  })
  it('reports a total below one step as too small', () => {
    const dust = checkDraft(
      draft({ price: '60000', total: '0.5', amount: '', lead: 'total' }),
      market,
    )
    expect(dust).toMatchObject({
      problems: { total: { code: '40204', limit: '5' } },
      missing: undefined,
      isReady: false,
    })
  })
  it.each([
    ['a price off the band at the price', { price: '10', amount: '1' }, 'price', '40205'],
    ['too little at the amount', { price: '60000', amount: '0.00001' }, 'amount', '40204'],
    ['too little of a market buy at the total', { type: 'market', total: '1' }, 'total', '40204'],
    [
      'a balance too small for a limit buy at the total',
      { price: '60000', amount: '1' },
      'total',
      '40201',
    ],
    [
      'a balance too small for a sell at the amount',
      { side: 'sell', price: '60000', amount: '2' },
      'amount',
      '40201',
    ],
  ] as const)('puts %s', (_what, fields, field, code) => {
    const { problems, isReady } = checkDraft(draft(fields), market)
    expect(problems[field]?.code).toBe(code)
    expect(isReady).toBe(false)
  })
})

describe('orders that wait for a trigger', () => {
  const stop = draft({ type: 'stop_limit', trigger: '61000', price: '61100.', amount: '0.01' })
  it('carry their trigger beside their price', () => {
    expect(orderOf(stop)).toEqual({
      side: 'buy',
      orderType: 'stop_limit',
      price: '61100',
      size: '0.01',
      triggerPrice: '61000',
    })
  })
  it('ask for the trigger before anything else', () => {
    expect(
      checkDraft(draft({ type: 'stop_limit', price: '61100', amount: '0.01' }), market),
    ).toMatchObject({ problems: {}, missing: 'trigger', isReady: false })
  })
  it('are refused at the trigger where it would have fired already', () => {
    expect(checkDraft({ ...stop, trigger: '59000' }, market).problems.trigger).toMatchObject({
      code: '40208',
      limit: '60000',
    })
    expect(checkDraft(stop, market).isReady).toBe(true)
  })
  it('lets an OCO stop leg without price trade at the market', () => {
    const oco = draft({
      type: 'oco',
      side: 'sell',
      price: '61000',
      trigger: '59000',
      amount: '0.01',
    })
    expect(orderOf(oco)).not.toHaveProperty('stopPrice')
    expect(orderOf({ ...oco, stop: '58900' })).toMatchObject({ stopPrice: '58900' })
    expect(checkDraft(oco, market).isReady).toBe(true)
    expect(checkDraft({ ...oco, price: '59500' }, market).problems.price?.code).toBe('40208')
  })
  it('trails by a rate within bounds, immediately without activation price', () => {
    const trailing = draft({ type: 'trailing', side: 'sell', rate: '1.5', amount: '0.01' })
    expect(orderOf(trailing)).toEqual({
      side: 'sell',
      orderType: 'trailing',
      size: '0.01',
      sizeUnit: 'base',
      callbackRate: '1.5',
    })
    expect(checkDraft(trailing, market).isReady).toBe(true)
    expect(checkDraft({ ...trailing, rate: '11' }, market).problems.rate).toMatchObject({
      refusal: 'parameter',
      limit: '0.1–10',
    })
  })
})

describe('what else an order may carry', () => {
  const plain = { price: '60000', amount: '0.01' } as const
  it('is its time in force, unless it stands until cancelled', () => {
    expect(orderOf(draft({ ...plain, timeInForce: 'post_only' }))).toMatchObject({
      timeInForce: 'post_only',
    })
    expect(orderOf(draft({ ...plain, timeInForce: 'gtc' }))).not.toHaveProperty('timeInForce')
    expect(
      orderOf(draft({ type: 'market', total: '100', timeInForce: 'post_only' })),
      'of a market order it is none of its fields',
    ).not.toHaveProperty('timeInForce')
  })
  it('are its exits, when they are asked for and given', () => {
    expect(orderOf(draft({ ...plain, hasExits: true, takeProfit: '66000' }))).toEqual({
      side: 'buy',
      orderType: 'limit',
      price: '60000',
      size: '0.01',
      takeProfitTriggerPrice: '66000',
    })
    expect(
      orderOf(
        draft({
          ...plain,
          hasExits: true,
          takeProfit: '66000',
          takeProfitLimit: '65990.',
          stopLossLimit: '1',
        }),
      ),
    ).toEqual({
      side: 'buy',
      orderType: 'limit',
      price: '60000',
      size: '0.01',
      takeProfitTriggerPrice: '66000',
      takeProfitPrice: '65990',
    })
    expect(orderOf(draft({ ...plain, hasExits: false, takeProfit: '66000' }))).not.toHaveProperty(
      'takeProfitTriggerPrice',
    )
    expect(
      checkDraft(draft({ ...plain, hasExits: true, stopLoss: '61000' }), market).problems.stopLoss
        ?.code,
    ).toBe('40208')
  })
  it.each([
    ['exits that were asked for and not given', { hasExits: true }, 'takeProfit'],
    [
      'the limit of an exit without its trigger',
      { hasExits: true, takeProfit: '66000', stopLossLimit: '58000' },
      'stopLoss',
    ],
    ['a trigger of nothing', { hasExits: true, takeProfit: '66000', stopLoss: '0' }, 'stopLoss'],
    [
      'a limit of nothing',
      { hasExits: true, stopLoss: '59000', stopLossLimit: '0.00' },
      'stopLossLimit',
    ],
    [
      'a stop limit of nothing',
      { type: 'oco', trigger: '61000', stop: '0', price: '59000' },
      'stop',
    ],
    ['an activation price of nothing', { type: 'trailing', trigger: '0', unit: 'base' }, 'trigger'],
  ] as const)('is asked for once it was begun: %s', (_what, fields, missing) => {
    expect(checkDraft(draft({ ...plain, ...fields }), market)).toMatchObject({
      missing,
      isReady: false,
    })
  })
  it('sends no exits while their box is unticked', () => {
    expect(
      checkDraft(draft({ ...plain, hasExits: false, stopLoss: '0', takeProfitLimit: '1' }), market),
    ).toEqual({ problems: {}, missing: undefined, isReady: true })
    expect(checkDraft(draft({ ...plain, hasExits: true, stopLoss: '59000' }), market).isReady).toBe(
      true,
    )
  })
  it('requires a coin size for a market buy sized in coin', () => {
    expect(orderOf(draft({ type: 'market', unit: 'base', amount: '0.01', total: '9' }))).toEqual({
      side: 'buy',
      orderType: 'market',
      size: '0.01',
      sizeUnit: 'base',
    })
  })
})
