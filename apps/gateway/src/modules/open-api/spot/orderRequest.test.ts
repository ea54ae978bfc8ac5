import { describe, expect, it } from 'vitest'
import { createParams } from '../params.ts'
import { codeOf, refusalOf } from '../testing/refusals.ts'
import { readClientId, readOrder } from './orderRequest.ts'

type Fields = Readonly<Record<string, string>>
const paramsOf = (fields: Fields) => createParams(new Map(Object.entries(fields)))
const BASE = { symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01' }
const LIMIT = { ...BASE, type: 'LIMIT', price: '60000', timeInForce: 'GTC' }
const MAKER = { ...BASE, type: 'LIMIT_MAKER', price: '60000' }
const MARKET = { ...BASE, type: 'MARKET' }
const STOP = { ...BASE, type: 'STOP_LOSS', stopPrice: '61000' }
const STOP_LIMIT = { ...LIMIT, type: 'STOP_LOSS_LIMIT', stopPrice: '61000' }
const TRAILING = { ...BASE, type: 'STOP_LOSS', trailingDelta: '100' }

const read = (fields: Fields) => readOrder(paramsOf(fields))
const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))

describe('orders of pairs in the words of the page', () => {
  const buy = { symbol: 'BTCUSDT', side: 'buy', size: '0.01', sizeUnit: 'base' }

  it.each([
    [LIMIT, { ...buy, orderType: 'limit', price: '60000', timeInForce: 'gtc' }],
    [
      { ...LIMIT, timeInForce: 'IOC' },
      { ...buy, orderType: 'limit', price: '60000', timeInForce: 'ioc' },
    ],
    [
      { ...LIMIT, timeInForce: 'FOK' },
      { ...buy, orderType: 'limit', price: '60000', timeInForce: 'fok' },
    ],
    [MAKER, { ...buy, orderType: 'limit', price: '60000', timeInForce: 'post_only' }],
    [MARKET, { ...buy, orderType: 'market' }],
    [
      { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quoteOrderQty: '250.5' },
      { symbol: 'BTCUSDT', side: 'sell', orderType: 'market', size: '250.5', sizeUnit: 'quote' },
    ],
    [STOP, { ...buy, orderType: 'stop_market', triggerPrice: '61000' }],
    [
      STOP_LIMIT,
      {
        ...buy,
        orderType: 'stop_limit',
        price: '60000',
        triggerPrice: '61000',
        timeInForce: 'gtc',
      },
    ],
    [TRAILING, { ...buy, orderType: 'trailing', callbackRate: '1.00' }],
    [
      { ...TRAILING, stopPrice: '59000' },
      { ...buy, orderType: 'trailing', callbackRate: '1.00', triggerPrice: '59000' },
    ],
    [
      { ...LIMIT, selfTradePreventionMode: 'EXPIRE_BOTH', newClientOrderId: 'Mine_1-a' },
      {
        ...buy,
        orderType: 'limit',
        price: '60000',
        timeInForce: 'gtc',
        selfTradePrevention: 'both',
        clientOid: 'Mine_1-a',
      },
    ],
  ])('reads %j and nothing beside', (fields, expected) => {
    expect(read(fields)).toEqual(expected)
  })

  it.each([
    ['EXPIRE_TAKER', 'taker'],
    ['EXPIRE_MAKER', 'maker'],
    ['EXPIRE_BOTH', 'both'],
    ['NONE', 'none'],
  ])('reads %s as the prevention of %s', (selfTradePreventionMode, selfTradePrevention) => {
    expect(read({ ...LIMIT, selfTradePreventionMode })).toMatchObject({ selfTradePrevention })
  })

  it.each([
    ['1', '0.01'],
    ['10', '0.10'],
    ['99', '0.99'],
    ['1000', '10.00'],
    ['10000', '100.00'],
  ])('reads a delta of %s hundredths of a percent as %s', (trailingDelta, callbackRate) => {
    expect(read({ ...TRAILING, trailingDelta })).toMatchObject({ callbackRate })
  })

  it('keeps prices and sizes as they were sent', () => {
    expect(read({ ...LIMIT, price: '060000.000', quantity: '0.0100' })).toMatchObject({
      price: '060000.000',
      size: '0.0100',
    })
  })
})

describe('what an order of a pair lacks', () => {
  it.each([
    [LIMIT, 'symbol'],
    [LIMIT, 'side'],
    [LIMIT, 'type'],
    [LIMIT, 'quantity'],
    [LIMIT, 'price'],
    [LIMIT, 'timeInForce'],
    [MAKER, 'price'],
    [MARKET, 'quantity'],
    [STOP, 'stopPrice'],
    [STOP, 'quantity'],
    [STOP_LIMIT, 'price'],
    [STOP_LIMIT, 'stopPrice'],
    [STOP_LIMIT, 'timeInForce'],
    [TRAILING, 'quantity'],
  ])('refuses %j without its %s, which it names', (fields, name) => {
    const refused = refusalOf(() => read(without(fields, name)))
    expect([refused?.code, refused?.message]).toEqual([-1102, expect.stringContaining(`'${name}'`)])
  })

  it.each([
    [{ ...LIMIT, price: '' }, -1105],
    [{ ...LIMIT, quantity: '0x1' }, -1100],
    [{ ...LIMIT, price: '-60000' }, -1100],
    [{ ...LIMIT, side: 'buy' }, -1117],
    [{ ...LIMIT, type: 'limit' }, -1116],
    [{ ...LIMIT, type: 'TAKE_PROFIT_LIMIT' }, -1116],
    [{ ...LIMIT, timeInForce: 'GTX' }, -1115],
    [{ ...LIMIT, timeInForce: 'gtc' }, -1115],
    [{ ...LIMIT, selfTradePreventionMode: 'DECREMENT' }, -1130],
    [{ ...LIMIT, symbol: 'BTCUSD' }, -1121],
    [{ ...TRAILING, trailingDelta: '0' }, -1130],
    [{ ...TRAILING, trailingDelta: '10001' }, -1130],
    [{ ...TRAILING, trailingDelta: '1.5' }, -1100],
  ])('refuses what is wrong of %j by %i', (fields, code) => {
    expect(codeOf(() => read(fields))).toBe(code)
  })

  it('takes a size or an amount of a market order', () => {
    expect(codeOf(() => read({ ...MARKET, quoteOrderQty: '100' }))).toBe(-1128)
  })
})

describe('what an order of a pair must not promise', () => {
  it.each([
    [LIMIT, 'stopPrice', '61000'],
    [LIMIT, 'quoteOrderQty', '100'],
    [LIMIT, 'trailingDelta', '100'],
    [MAKER, 'timeInForce', 'GTC'],
    [MAKER, 'timeInForce', 'IOC'],
    [MAKER, 'stopPrice', '61000'],
    [MAKER, 'quoteOrderQty', '100'],
    [MARKET, 'price', '60000'],
    [MARKET, 'timeInForce', 'GTC'],
    [MARKET, 'stopPrice', '61000'],
    [MARKET, 'trailingDelta', '100'],
    [STOP, 'price', '60000'],
    [STOP, 'timeInForce', 'GTC'],
    [STOP, 'quoteOrderQty', '100'],
    [TRAILING, 'price', '60000'],
    [STOP_LIMIT, 'quoteOrderQty', '100'],
    [STOP_LIMIT, 'trailingDelta', '100'],
  ])('refuses %j with a %s of %s', (fields, name, value) => {
    const refused = refusalOf(() => read({ ...fields, [name]: value }))
    expect([refused?.code, refused?.message]).toEqual([
      -1106,
      `Parameter '${name}' sent when not required.`,
    ])
  })

  it.each([LIMIT, MAKER, MARKET, STOP, STOP_LIMIT])('refuses parts of %j that hide', (fields) => {
    expect(codeOf(() => read({ ...fields, icebergQty: '0.001' }))).toBe(-1106)
    expect(codeOf(() => read({ ...fields, pegPriceType: 'PRIMARY_PEG' }))).toBe(-1106)
  })

  it('names it as the caller of a list spells it', () => {
    const list = Object.fromEntries(
      Object.entries({ ...MAKER, timeInForce: 'GTC' }).map(([name, value]) => [
        name === 'symbol' ? name : `pending${name[0]?.toUpperCase()}${name.slice(1)}`,
        value,
      ]),
    )
    expect(refusalOf(() => readOrder(paramsOf(list).of('pending')))?.message).toBe(
      "Parameter 'pendingTimeInForce' sent when not required.",
    )
  })
})

describe("a client's name for an order", () => {
  it.each(['a', 'A-b_9', '0', '-', 'x'.repeat(36)])('may be %s', (newClientOrderId) => {
    expect(readClientId(paramsOf({ newClientOrderId }))).toBe(newClientOrderId)
  })

  it.each([
    ['', -1105],
    ['x'.repeat(37), -1100],
    ['a b', -1100],
    ['a.b', -1100],
    ['a:b', -1100],
    ['a/b', -1100],
    ['é', -1100],
    ['a\n', -1100],
    ["'; drop table spot_order --", -1100],
  ])('is refused as %j by %i', (newClientOrderId, code) => {
    expect(codeOf(() => readClientId(paramsOf({ newClientOrderId })))).toBe(code)
  })

  it('is read from the parameter that is named', () => {
    const params = paramsOf({ newClientOrderId: 'one', clientAlgoId: 'other' })
    expect([readClientId(params), readClientId(params, 'clientAlgoId')]).toEqual(['one', 'other'])
    expect(readClientId(params, 'none')).toBeUndefined()
  })
})
