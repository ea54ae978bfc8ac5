import { describe, expect, it } from 'vitest'
import { amendableFields, amendmentOf } from './amendment.ts'
import type { SpotOrder, SpotSymbol } from './model.ts'

const spec: SpotSymbol = { symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', tickSize: '0.01', stepSize: '0.00001', minNotional: '5', pricePlace: 2, quantityPlace: 5 }
const order: SpotOrder = {
  orderId: '1', clientOid: 'w', symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price: '60000.00', size: '0.01000', sizeUnit: 'base', filled: '0.00400', filledQuote: '240', avgPrice: '60000.00', fee: '0', feeAsset: 'BTC', status: 'partially_filled', createdAt: 0, triggers: [],
}
const stop = { kind: 'stop', triggerPrice: '61000.00', direction: 'rises', price: '61100.00' } as const

describe('wire 10: what of an order can be changed', () => {
  it.each([
    ['a limit order', order, ['price', 'size']],
    ['a stop-limit order that waits', { ...order, orderType: 'stop_limit', status: 'waiting', triggers: [stop] }, ['price', 'triggerPrice', 'size']],
    ['a stop-limit order whose trigger was reached', { ...order, orderType: 'stop_limit', status: 'open', triggers: [stop], firedAt: 5 }, ['price', 'size']],
    ['a stop-market order', { ...order, orderType: 'stop_market', price: null, status: 'waiting', triggers: [{ ...stop, price: null }] }, ['triggerPrice', 'size']],
    ['a trailing order before it trails', { ...order, orderType: 'trailing', price: null, status: 'waiting', triggers: [{ ...stop, kind: 'trailing', triggerPrice: null, activationPrice: '59000' }] }, ['triggerPrice', 'size']],
    ['a trailing order that trails', { ...order, orderType: 'trailing', price: null, status: 'waiting', triggers: [{ ...stop, kind: 'trailing' }] }, ['size']],
    ['an exit', { ...order, orderType: 'tp_sl', price: null, status: 'waiting', triggers: [{ ...stop, kind: 'take_profit' }, { ...stop, kind: 'stop_loss' }] }, ['takeProfitTriggerPrice', 'stopLossTriggerPrice', 'size']],
    ['an exit with one leg', { ...order, orderType: 'tp_sl', price: null, status: 'waiting', triggers: [{ ...stop, kind: 'stop_loss' }] }, ['stopLossTriggerPrice', 'size']],
    ['an exit whose trigger was reached', { ...order, orderType: 'tp_sl', status: 'open', triggers: [{ ...stop, kind: 'stop_loss' }], firedAt: 5 }, ['size']],
  ] as const)('%s', (_what, edited, fields) => {
    expect(amendableFields(edited as SpotOrder)).toEqual(fields)
  })
})

describe('an amendment', () => {
  const change = (terms: Parameters<typeof amendmentOf>[1]['terms']) => amendmentOf(order, { terms, spec })
  it('sends what has changed and nothing else', () => {
    expect(change({ price: '59999.5', size: '0.01' })).toEqual({ status: 'ready', terms: { price: '59999.5' } })
  })
  it('is none where only zeros differ', () => {
    expect(change({ price: '60000', size: '0.0100' })).toEqual({ status: 'unchanged' })
  })
  it('takes the whole size, which must be more than is filled', () => {
    expect(change({ size: '0.004' })).toEqual({ status: 'wrong', problem: { field: 'size', why: 'filled' } })
    expect(change({ size: '0.00401' })).toEqual({ status: 'ready', terms: { size: '0.00401' } })
  })
  it('of an exit names the leg that has moved', () => {
    const exit: SpotOrder = { ...order, side: 'sell', orderType: 'tp_sl', price: null, filled: '0', status: 'waiting', triggers: [{ ...stop, kind: 'take_profit', triggerPrice: '66000.00' }, { ...stop, kind: 'stop_loss', triggerPrice: '58000.00' }] }
    expect(amendmentOf(exit, { terms: { stopLossTriggerPrice: '58500' }, spec })).toEqual({ status: 'ready', terms: { stopLossTriggerPrice: '58500' } })
    expect(amendmentOf(exit, { terms: { takeProfitTriggerPrice: '66000' }, spec })).toEqual({ status: 'unchanged' })
    expect(amendmentOf(exit, { terms: { takeProfitTriggerPrice: '66000.001' }, spec })).toEqual({ status: 'wrong', problem: { field: 'takeProfitTriggerPrice', why: 'tick' } })
  })
  it.each([
    [{ price: '' }, 'price', 'empty'],
    [{ price: '0' }, 'price', 'empty'],
    [{ price: '1.001' }, 'price', 'tick'],
    [{ size: '0.0100001' }, 'size', 'step'],
  ] as const)('names what is wrong with %o', (terms, field, why) => {
    expect(change(terms)).toEqual({ status: 'wrong', problem: { field, why } })
  })
})
