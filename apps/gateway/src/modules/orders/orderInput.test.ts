import { api } from '@x/api'
import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../platform/http/route.ts'
import { checkParams } from '../../testing/checkParams.ts'
import { digestOf, readOrderInput } from './orderInput.ts'
import { orderTerms } from './orderTerms.ts'
import { symbolSpec } from '../../exchange/instruments/symbols.ts'

const limit = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60000',
  size: '0.01',
  clientOid: 'a',
}
/** What the service reads of a request that the schema let pass. */
const read = (fields: object) => readOrderInput(checkParams(api.spot.orders.place, fields))
const faultOf = (run: () => unknown) => {
  try {
    run()
    return 'accepted'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return [error.code, (error.data as { field?: string } | null)?.field]
  }
}

describe('order fields (wire 10)', () => {
  it('get their defaults', () => {
    expect(read(limit)).toMatchObject({
      sizeUnit: 'base',
      timeInForce: 'gtc',
      prevention: 'taker',
    })
    expect(read({ ...limit, orderType: 'market', price: undefined })).toMatchObject({
      sizeUnit: 'quote',
      timeInForce: 'ioc',
    })
    expect(read({ ...limit, orderType: 'market', side: 'sell', price: '' })).toMatchObject({
      sizeUnit: 'base',
      timeInForce: 'ioc',
    })
  })

  it('may leave the clientOid out', () => {
    expect(read({ ...limit, clientOid: undefined }).clientOid).toBeUndefined()
  })

  it.each([
    ['symbol', { symbol: undefined }],
    ['symbol', { symbol: 5 }],
    ['side', { side: 'hold' }],
    ['side', { side: undefined }],
    ['orderType', { orderType: 'iceberg' }],
    ['price', { price: 'sixty' }],
    ['price', { price: '1e5' }],
    ['price', { price: '9'.repeat(41) }],
    ['size', { size: 0.01 }],
    ['size', { size: null }],
    ['sizeUnit', { sizeUnit: 'contracts' }],
    ['timeInForce', { timeInForce: 'gtd' }],
    ['triggerPrice', { triggerPrice: 'five' }],
    ['triggerBy', { triggerBy: 'index' }],
    ['stopPrice', { stopPrice: '1e5' }],
    ['callbackRate', { callbackRate: '1%' }],
    ['takeProfitTriggerPrice', { takeProfitTriggerPrice: 7 }],
    ['stopLossPrice', { stopLossPrice: {} }],
    ['clientOid', { clientOid: 'has spaces' }],
    ['clientOid', { clientOid: 'x'.repeat(65) }],
    ['selfTradePrevention', { selfTradePrevention: 'sometimes' }],
    ['reduceOnly', { reduceOnly: true }],
    ['reduceOnly', { reduceOnly: 'false' }],
  ])('40010 names %s for %j', (field, change) => {
    expect(faultOf(() => read({ ...limit, ...change }))).toEqual(['40010', field])
  })

  it('ignores unknown fields, but not a given reduceOnly (trading 3)', () => {
    expect(read({ ...limit, colour: 'red', reduceOnly: '' })).toEqual(read(limit))
    const message = 'reduceOnly does not belong to spot orders, which have no position'
    for (const reduceOnly of [true, false, 'true', 1])
      expect(() => read({ ...limit, reduceOnly })).toThrow(message)
  })

  it('gives conditional orders the defaults of what they become', () => {
    expect(read({ ...limit, orderType: 'stop_limit', triggerPrice: '61000' })).toMatchObject({
      sizeUnit: 'base',
      timeInForce: 'gtc',
      triggerBy: 'last',
      triggerPrice: '61000',
    })
    expect(
      read({ ...limit, orderType: 'stop_market', price: null, triggerPrice: '61000' }),
    ).toMatchObject({ sizeUnit: 'quote', timeInForce: 'ioc' })
    expect(
      read({
        ...limit,
        orderType: 'trailing',
        price: null,
        callbackRate: '1',
        triggerBy: 'mark',
      }),
    ).toMatchObject({ sizeUnit: 'quote', timeInForce: 'ioc', triggerBy: 'mark', callbackRate: '1' })
  })
})

describe('the idempotency digest (wire 10)', () => {
  const digest = (change: object) => digestOf(read({ ...limit, ...change }))

  it('ignores languageType, t, clientOid and number spelling', () => {
    for (const change of [
      { languageType: 5, t: 9 },
      { clientOid: 'b' },
      { price: '60000.00', size: '0.0100' },
      { timeInForce: 'gtc' },
      { sizeUnit: 'base' },
    ])
      expect(digest(change)).toBe(digest({}))
  })

  it('sees every order field', () => {
    const changes = [
      { symbol: 'ETHUSDT' },
      { side: 'sell' },
      { orderType: 'market' },
      { price: '60000.01' },
      { size: '0.02' },
      { timeInForce: 'ioc' },
      { selfTradePrevention: 'none' },
    ]
    expect(new Set([digest({}), ...changes.map(digest)]).size).toBe(changes.length + 1)
  })
})

describe('order rules (wire 10)', () => {
  const spec = symbolSpec('BTCUSDT')!
  const view = { last: 6_000_000, bid: 5_999_900, ask: 6_000_100, mark: undefined }
  const terms = (change: object) => orderTerms(read({ ...limit, ...change }), { spec, view })

  it('turns texts into ticks and lots', () => {
    expect(terms({})).toMatchObject({ ticks: 6_000_000, lots: 1_000, budget: 0 })
  })

  it('turns quote amounts into budgets and best prices into protection', () => {
    expect(terms({ orderType: 'market', price: null, size: '100.5' })).toMatchObject({
      lots: 0,
      budget: 1_005_000_000,
      ticks: 6_300_105,
    })
    expect(terms({ orderType: 'market', price: null, side: 'sell', size: '0.01' })).toMatchObject({
      lots: 1_000,
      budget: 0,
      ticks: 5_699_905,
    })
  })

  it.each([
    ['40202', 'price', { price: '60000.001' }],
    ['40203', 'size', { size: '0.000015' }],
    ['40203', 'size', { orderType: 'market', price: null, size: '100.123456789' }],
    ['40204', 'size', { size: '0.00001' }],
    ['40204', 'size', { orderType: 'market', price: null, size: '4.99' }],
    ['40205', 'price', { price: '72000.01' }],
    ['40205', 'price', { price: '47999.99', size: '1' }],
    ['40010', 'size', { size: '0' }],
    ['40010', 'size', { size: '-1' }],
    ['40010', 'price', { price: undefined }],
    ['40010', 'price', { orderType: 'market' }],
    ['40010', 'sizeUnit', { sizeUnit: 'quote' }],
    [
      '40010',
      'timeInForce',
      { orderType: 'market', price: null, timeInForce: 'post_only', size: '100' },
    ],
    ['40010', 'size', { size: '99999999999' }],
  ])('%s names %s for %j', (code, field, change) =>
    expect(faultOf(() => terms(change))).toEqual([code, field]),
  )

  it('40205 for a market order that meets an empty book', () => {
    const input = read({ ...limit, orderType: 'market', price: null, size: '100' })
    expect(
      faultOf(() =>
        orderTerms(input, {
          spec,
          view: { last: 6_000_000, bid: undefined, ask: undefined, mark: undefined },
        }),
      ),
    ).toEqual(['40205', 'size'])
  })

  it('has no band before the first trade', () => {
    expect(
      orderTerms(read({ ...limit, price: '1', size: '100' }), {
        spec,
        view: { last: undefined, bid: undefined, ask: undefined, mark: undefined },
      }).ticks,
    ).toBe(100)
  })
})
