import { describe, expect, it } from 'vitest'
import { createParams } from '../params.ts'
import { assertTriggerAhead, readContractOrder } from './orderRequest.ts'

type Fields = Readonly<Record<string, string>>
const BASE = { symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01' }

const read = (fields: Fields, mode: 'one_way' | 'two_way' = 'one_way') =>
  readContractOrder(createParams(new Map(Object.entries({ ...BASE, ...fields }))), { mode })
const request = (fields: Fields, mode?: 'one_way' | 'two_way') => read(fields, mode).request
const codeOf = (run: () => unknown): unknown => {
  try {
    run()
    return undefined
  } catch (error) {
    return (error as { readonly code?: unknown }).code
  }
}

const LIMIT = { type: 'LIMIT', price: '60000', timeInForce: 'GTC' }

describe('orders of contracts in the words of the page', () => {
  it.each([
    [LIMIT, { orderType: 'limit', price: '60000', timeInForce: 'gtc' }],
    [{ ...LIMIT, timeInForce: 'IOC' }, { timeInForce: 'ioc' }],
    [{ ...LIMIT, timeInForce: 'FOK' }, { timeInForce: 'fok' }],
    [{ ...LIMIT, timeInForce: 'GTX' }, { timeInForce: 'post_only' }],
    [{ type: 'MARKET' }, { orderType: 'market', size: '0.01' }],
    [
      { type: 'STOP', price: '61000', stopPrice: '60900' },
      { orderType: 'stop_limit', triggerPrice: '60900', triggerBy: 'last', timeInForce: 'gtc' },
    ],
    [
      { type: 'STOP_MARKET', stopPrice: '60900', workingType: 'MARK_PRICE' },
      { orderType: 'stop_market', triggerPrice: '60900', triggerBy: 'mark' },
    ],
    [{ type: 'TAKE_PROFIT', price: '1', stopPrice: '2' }, { orderType: 'stop_limit' }],
    [{ type: 'TAKE_PROFIT_MARKET', stopPrice: '2' }, { orderType: 'stop_market' }],
    [
      { type: 'TRAILING_STOP_MARKET', callbackRate: '1.5', activationPrice: '59000' },
      { orderType: 'trailing', callbackRate: '1.5', triggerPrice: '59000' },
    ],
    [{ ...LIMIT, reduceOnly: 'true' }, { reduceOnly: true }],
    [{ ...LIMIT, selfTradePreventionMode: 'EXPIRE_BOTH' }, { selfTradePrevention: 'both' }],
    [{ ...LIMIT, newClientOrderId: 'mine' }, { clientOid: 'mine' }],
    [{ ...LIMIT, priceMatch: 'NONE', priceProtect: 'FALSE' }, { orderType: 'limit' }],
  ])('reads %j', (fields: Fields, expected) => {
    expect(request(fields)).toMatchObject(expected)
  })

  it('closes whatever is held by a trigger without a size', () => {
    const fields = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_MARKET', stopPrice: '59000' }
    const params = createParams(new Map(Object.entries({ ...fields, closePosition: 'true' })))
    const { request: order } = readContractOrder(params, { mode: 'one_way' })
    expect(order).toMatchObject({ closePosition: true, orderType: 'stop_market' })
    expect(order).not.toHaveProperty('size')
  })

  it.each([
    ['BUY', 'LONG', 'open'],
    ['SELL', 'LONG', 'close'],
    ['SELL', 'SHORT', 'open'],
    ['BUY', 'SHORT', 'close'],
  ])('reads %s of a %s leg as %s', (side, positionSide, tradeSide) => {
    expect(request({ ...LIMIT, side, positionSide }, 'two_way')).toMatchObject({ tradeSide })
  })

  it.each([
    [{ ...LIMIT, positionSide: 'LONG' }, 'one_way', -4061],
    [LIMIT, 'two_way', -4061],
    [{ ...LIMIT, positionSide: 'BOTH' }, 'two_way', -4061],
    [{ ...LIMIT, positionSide: 'LONG', reduceOnly: 'true' }, 'two_way', -1106],
    [{ ...LIMIT, positionSide: 'UP' }, 'one_way', -1130],
    [{ type: 'LIMIT', price: '60000' }, 'one_way', -1102],
    [{ type: 'LIMIT', timeInForce: 'GTC' }, 'one_way', -1102],
    [{ type: 'MARKET', price: '60000' }, 'one_way', -1106],
    [{ type: 'MARKET', stopPrice: '60000' }, 'one_way', -1106],
    [{ type: 'STOP_MARKET' }, 'one_way', -1102],
    [{ type: 'STOP', stopPrice: '60000' }, 'one_way', -1102],
    [{ type: 'TRAILING_STOP_MARKET' }, 'one_way', -1102],
    [{ ...LIMIT, closePosition: 'true' }, 'one_way', -1106],
    [{ type: 'STOP_MARKET', stopPrice: '1', closePosition: 'true' }, 'one_way', -1106],
    [{ ...LIMIT, timeInForce: 'GTD' }, 'one_way', -1115],
    [{ ...LIMIT, goodTillDate: '1795885000000' }, 'one_way', -1106],
    [{ ...LIMIT, priceProtect: 'true' }, 'one_way', -1106],
    [{ ...LIMIT, workingType: 'INDEX' }, 'one_way', undefined],
    [{ type: 'STOP_MARKET', stopPrice: '1', workingType: 'INDEX' }, 'one_way', -1130],
    [{ ...LIMIT, newClientOrderId: 'a b' }, 'one_way', -1100],
    [{ ...LIMIT, reduceOnly: 'yes' }, 'one_way', -1100],
    [{ type: 'OCO' }, 'one_way', -1116],
    [{ ...LIMIT, symbol: 'BTCUSD' }, 'one_way', -1121],
  ] as const)('judges %j in %s mode by %s', (fields, mode, code) => {
    expect(codeOf(() => read(fields as Fields, mode))).toBe(code)
  })
})

describe('triggers of contracts', () => {
  const market = (by: 'last' | 'mark') => (by === 'last' ? '60000' : '60010')
  it.each([
    ['BUY', 'STOP_MARKET', '60001', undefined],
    ['BUY', 'STOP_MARKET', '60000', -2021],
    ['BUY', 'STOP_MARKET', '59999', -2021],
    ['SELL', 'STOP_MARKET', '59999', undefined],
    ['SELL', 'STOP_MARKET', '60001', -2021],
    ['BUY', 'TAKE_PROFIT_MARKET', '59999', undefined],
    ['BUY', 'TAKE_PROFIT_MARKET', '60001', -2021],
    ['SELL', 'TAKE_PROFIT_MARKET', '60001', undefined],
    ['SELL', 'TAKE_PROFIT_MARKET', '59999', -2021],
  ])('judges %s %s at %s by %s', (side, type, stopPrice, code) => {
    const order = read({ side, type, stopPrice })
    expect(codeOf(() => assertTriggerAhead(order, market))).toBe(code)
  })

  it('compares with the price that the order works by', () => {
    const fields = { side: 'BUY', type: 'STOP_MARKET', stopPrice: '60005' }
    expect(codeOf(() => assertTriggerAhead(read(fields), market))).toBeUndefined()
    const byMark = read({ ...fields, workingType: 'MARK_PRICE' })
    expect(codeOf(() => assertTriggerAhead(byMark, market))).toBe(-2021)
  })

  it('lets pass what no price is known of yet', () => {
    const order = read({ side: 'BUY', type: 'STOP_MARKET', stopPrice: '1' })
    expect(codeOf(() => assertTriggerAhead(order, () => undefined))).toBeUndefined()
  })
})
