import { describe, expect, it } from 'vitest'
import { amendableFields, termsOf } from './amendment.ts'
import { amendmentOf } from './amendmentOf.ts'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import type { SpotMarket } from '@x/trading'

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
const order: SpotOrder = {
  orderId: '1',
  clientOid: 'w',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60000.00',
  size: '0.01000',
  sizeUnit: 'base',
  filled: '0.00400',
  filledQuote: '240',
  avgPrice: '60000.00',
  fee: '0',
  feeAsset: 'BTC',
  status: 'partially_filled',
  createdAt: 0,
  triggers: [],
}
const stop = {
  kind: 'stop',
  triggerPrice: '61000.00',
  direction: 'rises',
  price: '61100.00',
} as const

describe('what of an order can be changed (wire 10)', () => {
  it.each([
    ['a limit order', order, ['price', 'size']],
    [
      'a stop-limit order that waits',
      { ...order, orderType: 'stop_limit', status: 'waiting', triggers: [stop] },
      ['price', 'triggerPrice', 'size'],
    ],
    [
      'a stop-limit order whose trigger was reached',
      { ...order, orderType: 'stop_limit', status: 'open', triggers: [stop], firedAt: 5 },
      ['price', 'size'],
    ],
    [
      'a stop-market order',
      {
        ...order,
        orderType: 'stop_market',
        price: null,
        status: 'waiting',
        triggers: [{ ...stop, price: null }],
      },
      ['triggerPrice', 'size'],
    ],
    [
      'a trailing order before it trails',
      {
        ...order,
        orderType: 'trailing',
        price: null,
        status: 'waiting',
        triggers: [{ ...stop, kind: 'trailing', triggerPrice: null, activationPrice: '59000' }],
      },
      ['triggerPrice', 'callbackRate', 'size'],
    ],
    [
      'a trailing order that trails',
      {
        ...order,
        orderType: 'trailing',
        price: null,
        status: 'waiting',
        triggers: [{ ...stop, kind: 'trailing' }],
      },
      ['callbackRate', 'size'],
    ],
    [
      'an OCO order whose legs both wait',
      { ...order, orderType: 'oco', status: 'open', triggers: [stop] },
      ['price', 'triggerPrice', 'stopPrice', 'size'],
    ],
    [
      'an exit',
      {
        ...order,
        orderType: 'tp_sl',
        price: null,
        status: 'waiting',
        triggers: [
          { ...stop, kind: 'take_profit' },
          { ...stop, kind: 'stop_loss' },
        ],
      },
      [
        'takeProfitTriggerPrice',
        'takeProfitPrice',
        'stopLossTriggerPrice',
        'stopLossPrice',
        'size',
      ],
    ],
    [
      'an exit with one leg',
      {
        ...order,
        orderType: 'tp_sl',
        price: null,
        status: 'waiting',
        triggers: [{ ...stop, kind: 'stop_loss' }],
      },
      ['stopLossTriggerPrice', 'stopLossPrice', 'size'],
    ],
    [
      'an entry that has not traded, with an exit',
      {
        ...order,
        status: 'open',
        filled: '0',
        stopLoss: { triggerPrice: '58000.00', price: null },
      },
      ['price', 'stopLossTriggerPrice', 'stopLossPrice', 'size'],
    ],
    [
      'an entry that has traded: its exit stands by itself',
      { ...order, stopLoss: { triggerPrice: '58000.00', price: null } },
      ['price', 'size'],
    ],
    [
      'an exit whose trigger was reached',
      {
        ...order,
        orderType: 'tp_sl',
        status: 'open',
        triggers: [{ ...stop, kind: 'stop_loss' }],
        firedAt: 5,
      },
      ['size'],
    ],
  ] as const)('%s', (_what, edited, fields) => {
    expect(amendableFields(edited as SpotOrder)).toEqual(fields)
  })
})

const market: SpotMarket = {
  symbol: spec,
  lastPrice: '60500',
  bestBid: '60500',
  bestAsk: '60500.01',
}
type Terms = Parameters<typeof amendmentOf>[1]['terms']
const changed = (edited: SpotOrder, terms: Terms) => amendmentOf(edited, { terms, market })
const wrongAt = (edited: SpotOrder, terms: Terms) => {
  const amendment = changed(edited, terms)
  if (amendment.status !== 'wrong') return amendment.status
  const { field, why } = amendment.problem
  return [field, why === 'refused' ? amendment.problem.found.refusal : why]
}

describe('an amendment', () => {
  const change = (terms: Terms) => changed(order, terms)
  it('sends what has changed and nothing else', () => {
    expect(change({ price: '59999.5', size: '0.01' })).toEqual({
      status: 'ready',
      terms: { price: '59999.5' },
    })
  })
  it('reads a price that is still being typed', () => {
    expect(change({ price: '59999.', size: '00.01' })).toEqual({
      status: 'ready',
      terms: { price: '59999' },
    })
    expect(change({ price: '60000.' })).toEqual({ status: 'unchanged' })
  })
  it.each(['', '.', '0', '0.00', '-5', 'x'])('asks for a price in the place of %o', (price) => {
    expect(change({ price })).toEqual({
      status: 'wrong',
      problem: { field: 'price', why: 'empty' },
    })
  })
  it('is none where only zeros differ', () => {
    expect(change({ price: '60000', size: '0.0100' })).toEqual({ status: 'unchanged' })
  })
  it('takes the whole size, which must be more than is filled', () => {
    expect(change({ size: '0.004' })).toEqual({
      status: 'wrong',
      problem: { field: 'size', why: 'filled' },
    })
    expect(change({ size: '0.00401' })).toEqual({ status: 'ready', terms: { size: '0.00401' } })
  })
  it('names the changed leg of an exit', () => {
    const exit: SpotOrder = {
      ...order,
      side: 'sell',
      orderType: 'tp_sl',
      price: null,
      filled: '0',
      status: 'waiting',
      triggers: [
        { ...stop, kind: 'take_profit', triggerPrice: '66000.00' },
        { ...stop, kind: 'stop_loss', triggerPrice: '58000.00' },
      ],
    }
    expect(changed(exit, { stopLossTriggerPrice: '58500' })).toEqual({
      status: 'ready',
      terms: { stopLossTriggerPrice: '58500' },
    })
    expect(changed(exit, { takeProfitTriggerPrice: '66000' })).toEqual({ status: 'unchanged' })
    expect(wrongAt(exit, { takeProfitTriggerPrice: '66000.001' })).toEqual([
      'takeProfitTriggerPrice',
      'tick',
    ])
    expect(wrongAt(exit, { size: '0.0100001' })).toEqual(['size', 'step'])
  })
  it.each([
    [{ price: '' }, 'price', 'empty'],
    [{ price: '0' }, 'price', 'empty'],
    [{ price: '1.001' }, 'price', 'tick'],
    [{ size: '0.0100001' }, 'size', 'step'],
  ] as const)('names what is wrong with %o', (terms, field, why) => {
    expect(wrongAt(order, terms)).toEqual([field, why])
  })
})

describe('an amendment is judged as the gateway judges it', () => {
  const oco: SpotOrder = {
    ...order,
    orderType: 'oco',
    status: 'open',
    filled: '0',
    triggers: [{ ...stop, price: null }],
  }
  const trailing: SpotOrder = {
    ...order,
    orderType: 'trailing',
    price: null,
    filled: '0',
    status: 'waiting',
    triggers: [
      {
        kind: 'trailing',
        triggerPrice: '61000.00',
        activationPrice: '60000.00',
        callbackRate: '1.5',
        direction: 'rises',
        price: null,
      },
    ],
  }
  const exit: SpotOrder = {
    ...order,
    side: 'sell',
    orderType: 'tp_sl',
    price: null,
    filled: '0',
    status: 'waiting',
    triggers: [
      { ...stop, kind: 'take_profit', triggerPrice: '66000.00', price: '65900.00' },
      { ...stop, kind: 'stop_loss', triggerPrice: '58000.00', price: null },
    ],
  }
  const entry: SpotOrder = {
    ...order,
    status: 'open',
    filled: '0',
    takeProfit: { triggerPrice: '66000.00', price: null },
    stopLoss: { triggerPrice: '58000.00', price: '57900.00' },
  }

  it('starts from current terms, with no limit for market legs', () => {
    expect(termsOf(oco)).toMatchObject({
      price: '60000.00',
      triggerPrice: '61000.00',
      stopPrice: '',
    })
    expect(termsOf(trailing)).toMatchObject({ triggerPrice: '60000.00', callbackRate: '1.5' })
    expect(termsOf(exit)).toMatchObject({
      takeProfitTriggerPrice: '66000.00',
      takeProfitPrice: '65900.00',
      stopLossTriggerPrice: '58000.00',
      stopLossPrice: '',
    })
    expect(termsOf(entry)).toMatchObject({
      takeProfitTriggerPrice: '66000.00',
      takeProfitPrice: '',
      stopLossTriggerPrice: '58000.00',
      stopLossPrice: '57900.00',
    })
  })
  it.each([
    ['a stop limit for a leg at the market', oco, { stopPrice: '61200' }],
    ['another callback rate', trailing, { callbackRate: '2' }],
    ['another limit of a take profit', exit, { takeProfitPrice: '65800' }],
    ['a limit for a stop loss at the market', exit, { stopLossPrice: '57000' }],
    [
      'the limits of an entry that waits',
      entry,
      { takeProfitPrice: '65000', stopLossPrice: '57500' },
    ],
  ] as const)('takes %s', (_what, edited, terms) => {
    expect(changed(edited, termsOf(edited))).toEqual({ status: 'unchanged' })
    expect(changed(edited, { ...termsOf(edited), ...terms })).toEqual({ status: 'ready', terms })
  })
  it.each([
    ['a stop limit off the tick', oco, { stopPrice: '61200.001' }, ['stopPrice', 'tick']],
    [
      'a stop limit outside the band around its trigger',
      oco,
      { stopPrice: '90000' },
      ['stopPrice', 'protection'],
    ],
    [
      'a trigger that its limit is too far from',
      { ...oco, triggers: [stop] },
      { triggerPrice: '90000' },
      ['stopPrice', 'protection'],
    ],
    [
      'a trigger that the price has passed',
      oco,
      { triggerPrice: '60400' },
      ['triggerPrice', 'direction'],
    ],
    [
      'a callback rate out of its bounds',
      trailing,
      { callbackRate: '10.5' },
      ['callbackRate', 'parameter'],
    ],
    ['no callback rate', trailing, { callbackRate: '' }, ['callbackRate', 'empty']],
    [
      'a limit that was and is taken away',
      exit,
      { takeProfitPrice: '' },
      ['takeProfitPrice', 'empty'],
    ],
    [
      'a limit of an exit outside the band around its trigger',
      exit,
      { stopLossPrice: '20000' },
      ['stopLossPrice', 'protection'],
    ],
    [
      'a take profit that has been reached',
      exit,
      { takeProfitTriggerPrice: '60000' },
      ['takeProfitTriggerPrice', 'direction'],
    ],
    [
      'a stop loss above the entry',
      entry,
      { stopLossTriggerPrice: '60100' },
      ['stopLossTriggerPrice', 'direction'],
    ],
    ['a size worth less than the minimum', entry, { size: '0.00001' }, ['size', 'minimum']],
  ] as const)('names the field of %s', (_what, edited, terms, at) => {
    expect(wrongAt(edited as SpotOrder, terms)).toEqual(at)
  })
  it('says between what a callback rate lies', () => {
    expect(changed(trailing, { callbackRate: '11' })).toMatchObject({
      problem: { found: { limit: '0.1–10' } },
    })
  })
  it('leaves to the gateway what no price is known for', () => {
    expect(
      amendmentOf(oco, {
        terms: { triggerPrice: '60400' },
        market: { symbol: spec, lastPrice: null, bestBid: null, bestAsk: null },
      }),
    ).toEqual({ status: 'ready', terms: { triggerPrice: '60400' } })
  })
})
