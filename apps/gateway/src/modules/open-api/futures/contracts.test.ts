import type { ApiKeyPermission } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKeyClient, type ApiKeyClient } from '../../../testing/createApiKeyClient.ts'
import { createTestGateway, type TestGateway } from '../../../testing/createTestGateway.ts'

import { DOCUMENTED_ANSWERS, shapeOf } from '../testing/documentedAnswers.ts'

type Row = Readonly<Record<string, unknown>>
const SYMBOL = 'BTCUSDT'

let gateway: TestGateway
let bot: ApiKeyClient
beforeAll(async () => {
  gateway = await createTestGateway()
  bot = await newBot()
  await gateway.clock.advance(5_000)
}, 600_000)
afterAll(() => gateway.stop())

/** A program of an account of its own, whose futures wallet has funds. */
async function newBot(permissions?: readonly ApiKeyPermission[]): Promise<ApiKeyClient> {
  const { client, userId } = await gateway.newUser()
  await client.post('/v1/user/sub-account/switchTradeDemo')
  const move = { from: 'spot', to: 'futures', asset: 'USDT', amount: '20000', clientOid: 'fund' }
  expect(await client.post('/v1/asset/move', move)).toMatchObject({ code: '0' })
  return createApiKeyClient(gateway, { userId, ...(permissions && { permissions }) })
}

const open = async <T = Row>(path: string, params: Record<string, string | number> = {}) => {
  const { status, body } = await bot.open(`/fapi/${path}`, params)
  expect([path, status, body]).toEqual([path, 200, body])
  return body as T
}
const read = async <T = Row>(path: string, params: Record<string, string | number> = {}) => {
  const { status, body } = await bot.signed('GET', `/fapi/${path}`, params)
  expect([path, status, body]).toEqual([path, 200, body])
  return body as T
}
const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  params: Record<string, string | number> = {},
) => bot.signed(method, `/fapi/v1/${path}`, params)
const sent = async <T = Row>(...call: Parameters<typeof send>) => {
  const { status, body } = await send(...call)
  expect([call[1], status, body]).toEqual([call[1], 200, body])
  return body as T
}
const mark = async () => Number((await open('v1/premiumIndex', { symbol: SYMBOL }))['markPrice'])
const price = async (share: number) => ((await mark()) * share).toFixed(1)
const LIMIT = { symbol: SYMBOL, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' }
const limit = async (fields: Record<string, string | number> = {}) =>
  sent('POST', 'order', { ...LIMIT, price: await price(0.97), ...fields })

describe('market data of contracts', () => {
  it('answers every public call of a contract', async () => {
    const calls: [string, Record<string, string | number>][] = [
      ['v1/ping', {}],
      ['v1/time', {}],
      ['v1/depth', { symbol: SYMBOL, limit: 5 }],
      ['v1/trades', { symbol: SYMBOL }],
      ['v1/historicalTrades', { symbol: SYMBOL }],
      ['v1/aggTrades', { symbol: SYMBOL }],
      ['v1/klines', { symbol: SYMBOL, interval: '1m', limit: 3 }],
      ['v1/markPriceKlines', { symbol: SYMBOL, interval: '1m', limit: 3 }],
      ['v1/indexPriceKlines', { pair: SYMBOL, interval: '1m', limit: 3 }],
      ['v1/premiumIndex', {}],
      ['v1/fundingRate', { symbol: SYMBOL }],
      ['v1/fundingInfo', {}],
      ['v1/ticker/24hr', { symbol: SYMBOL }],
      ['v1/ticker/price', {}],
      ['v2/ticker/price', { symbol: SYMBOL }],
      ['v1/ticker/bookTicker', {}],
      ['v1/openInterest', { symbol: SYMBOL }],
    ]
    for (const [path, params] of calls) await open(path, params)
  })

  it('lists contracts with the filters that are checked', async () => {
    const { symbols, rateLimits } = await open<{ symbols: Row[]; rateLimits: Row[] }>(
      'v1/exchangeInfo',
    )
    expect(symbols.map(({ symbol }) => symbol)).toContain('1000SHIBUSDT')
    expect(rateLimits[0]).toMatchObject({ rateLimitType: 'REQUEST_WEIGHT', limit: 2_400 })
    expect(symbols[0]).toMatchObject({
      symbol: SYMBOL,
      contractType: 'PERPETUAL',
      filters: expect.arrayContaining([
        {
          filterType: 'PRICE_FILTER',
          minPrice: '0.1',
          maxPrice: expect.any(String),
          tickSize: '0.1',
        },
        { filterType: 'MIN_NOTIONAL', notional: '5' },
        expect.objectContaining({ filterType: 'PERCENT_PRICE', multiplierUp: '1.0500' }),
      ]),
    })
  })

  it.each([
    ['v1/depth', { symbol: SYMBOL, limit: 7 }, -4021],
    ['v1/depth', { symbol: 'BTCUSD' }, -1121],
    ['v1/klines', { symbol: SYMBOL }, -1102],
    ['v1/nothing', {}, -1020],
  ])('refuses %s %j with %i', async (path, params, code) => {
    expect((await bot.open(`/fapi/${path}`, { ...params })).body).toMatchObject({ code })
  })
})

describe('orders of contracts', () => {
  it('places, changes, shows and cancels a limit order', async () => {
    const { orderId } = await limit({ newClientOrderId: 'mine' })
    const query = { symbol: SYMBOL, orderId: Number(orderId) }
    expect(await read('v1/order', query)).toMatchObject({ status: 'NEW', positionSide: 'BOTH' })
    const change = { ...query, side: 'BUY', quantity: '0.02', price: await price(0.96) }
    expect(await sent('PUT', 'order', change)).toMatchObject({ origQty: '0.020' })
    expect(await read('v1/openOrders', { symbol: SYMBOL })).toMatchObject([{ orderId }])
    expect(await sent('DELETE', 'order', query)).toMatchObject({ status: 'CANCELED', orderId })
    const named = { symbol: SYMBOL, origClientOrderId: 'mine' }
    expect(await read('v1/order', named)).toMatchObject({ status: 'CANCELED' })
    expect((await bot.signed('GET', '/fapi/v1/openOrder', query)).body).toMatchObject({
      code: -2013,
    })
    expect(await read('v1/allOrders', { symbol: SYMBOL })).toMatchObject([{ orderId }])
  })

  it('opens and closes a position, with trades and income to the digit', async () => {
    const market = { symbol: SYMBOL, type: 'MARKET', quantity: '0.1' }
    const before = await read<Row[]>('v2/balance')
    expect(await sent('POST', 'order', { ...market, side: 'BUY' })).toMatchObject({
      status: 'FILLED',
      executedQty: '0.100',
    })
    expect(await read('v3/positionRisk', { symbol: SYMBOL })).toMatchObject([
      { symbol: SYMBOL, positionAmt: '0.100', marginAsset: 'USDT' },
    ])
    expect(await read('v1/adlQuantile', { symbol: SYMBOL })).toMatchObject([
      { adlQuantile: { BOTH: expect.any(Number) } },
    ])
    const close = { ...market, side: 'SELL', reduceOnly: 'true' }
    expect(await sent('POST', 'order', close)).toMatchObject({ status: 'FILLED' })
    expect(await read('v3/positionRisk')).toEqual([])
    const trades = await read<Row[]>('v1/userTrades', { symbol: SYMBOL })
    const result = trades.reduce(
      (sum, { realizedPnl, commission }) => sum + Number(realizedPnl) - Number(commission),
      0,
    )
    const after = await read<Row[]>('v2/balance')
    expect(Number(after[0]?.['balance']) - Number(before[0]?.['balance'])).toBeCloseTo(result, 6)
    const income = await read<Row[]>('v1/income', { limit: 1_000 })
    const total = income.reduce((sum, row) => sum + Number(row['income']), 0)
    expect(total).toBeCloseTo(Number(after[0]?.['balance']), 6)
    expect(await read('v2/account')).toMatchObject({ totalWalletBalance: after[0]?.['balance'] })
    expect(await read('v3/account')).toMatchObject({ positions: [] })
  })

  it('shows what waits for a price at both addresses', async () => {
    const stop = { symbol: SYMBOL, side: 'SELL', quantity: '0.01' }
    const orders = [
      ['order', { ...stop, type: 'STOP_MARKET', stopPrice: await price(0.95) }],
      ['order', { ...stop, type: 'TAKE_PROFIT_MARKET', stopPrice: await price(1.05) }],
      [
        'algoOrder',
        { ...stop, type: 'TRAILING_STOP_MARKET', callbackRate: '1', algoType: 'CONDITIONAL' },
      ],
      [
        'algoOrder',
        {
          ...stop,
          algoType: 'CONDITIONAL',
          type: 'STOP',
          triggerPrice: await price(0.95),
          price: await price(0.94),
          clientAlgoId: 'algo',
        },
      ],
    ] as const
    for (const [path, fields] of orders) await sent('POST', path, fields)
    const waiting = await read<Row[]>('v1/openAlgoOrders', { symbol: SYMBOL })
    expect(waiting.map(({ orderType }) => orderType)).toEqual([
      'STOP_MARKET',
      'TAKE_PROFIT_MARKET',
      'TRAILING_STOP_MARKET',
      'STOP',
    ])
    const named = { symbol: SYMBOL, clientAlgoId: 'algo' }
    expect(await read('v1/algoOrder', named)).toMatchObject({ algoStatus: 'NEW' })
    expect(await sent('DELETE', 'algoOrder', named)).toMatchObject({ clientAlgoId: 'algo' })
    await sent('DELETE', 'algoOpenOrders', { symbol: SYMBOL })
    expect(await read('v1/openOrders')).toEqual([])
    const all = await read<Row[]>('v1/allAlgoOrders', { symbol: SYMBOL })
    expect(all.map(({ algoStatus }) => algoStatus)).toEqual(Array(4).fill('CANCELED'))
  })

  it('places, changes and cancels several orders, each by itself', async () => {
    const rows = [
      { ...LIMIT, price: await price(0.97) },
      { ...LIMIT, price: await price(0.97), quantity: '0.0001' },
    ]
    const answers = await sent<Row[]>('POST', 'batchOrders', { batchOrders: JSON.stringify(rows) })
    expect(answers).toMatchObject([{ status: 'NEW' }, { code: -4023 }])
    const orderId = answers[0]?.['orderId']
    const change = [
      { symbol: SYMBOL, side: 'BUY', orderId, quantity: '0.02', price: rows[0]?.price },
    ]
    expect(await sent('PUT', 'batchOrders', { batchOrders: JSON.stringify(change) })).toMatchObject(
      [{ origQty: '0.020' }],
    )
    const cancel = { symbol: SYMBOL, orderIdList: JSON.stringify([orderId, 1]) }
    expect(await sent('DELETE', 'batchOrders', cancel)).toMatchObject([
      { status: 'CANCELED' },
      { code: -2011 },
    ])
    expect((await send('POST', 'batchOrders', { batchOrders: '[]' })).body).toMatchObject({
      code: -4082,
    })
  })

  it.each([
    [{ price: '1' }, -4164],
    [{ price: '90000000' }, -4016],
    [{ price: '60000.01' }, -4014],
    [{ quantity: '0.0001' }, -4023],
    [{ quantity: '1e3' }, -1100],
    [{ side: 'HOLD' }, -1117],
    [{ type: 'OCO' }, -1116],
    [{ timeInForce: 'GTD' }, -1115],
    [{ symbol: 'NOPE' }, -1121],
    [{ positionSide: 'LONG' }, -4061],
    [{ closePosition: 'true' }, -1106],
    [{ priceMatch: 'QUEUE' }, -1106],
    [{ reduceOnly: 'true' }, -2022],
    [{ quantity: '500' }, -2019],
    [{ type: 'STOP_MARKET', stopPrice: '1', price: '' }, -1106],
  ])('judges an order with %j by %i', async (fields, code) => {
    const whole = { ...LIMIT, price: await price(0.97), ...fields }
    const { status, body } = await send('POST', 'order', whole)
    expect([status, (body as Row)['code']]).toEqual([400, code])
    await send('DELETE', 'allOpenOrders', { symbol: SYMBOL })
  })

  it('refuses a trigger that the market has reached', async () => {
    const stop = { symbol: SYMBOL, side: 'SELL', quantity: '0.01', type: 'STOP_MARKET' }
    const { body } = await send('POST', 'order', { ...stop, stopPrice: await price(1.05) })
    expect(body).toMatchObject({ code: -2021 })
  })

  it('refuses a name that was used before', async () => {
    await limit({ newClientOrderId: 'twice' })
    const again = { ...LIMIT, price: await price(0.97), newClientOrderId: 'twice' }
    expect((await send('POST', 'order', again)).body).toMatchObject({ code: -4116 })
    await sent('DELETE', 'allOpenOrders', { symbol: SYMBOL })
  })

  it('judges a test order and places nothing', async () => {
    expect(await sent('POST', 'order/test', { ...LIMIT, price: await price(0.97) })).toEqual({})
    expect(await read('v1/openOrders')).toEqual([])
  })
})

describe('settings of contracts', () => {
  it('sets leverage, margin type and position mode', async () => {
    bot = await newBot()
    const symbol = 'ETHUSDT'
    expect(await sent('POST', 'leverage', { symbol, leverage: 10 })).toMatchObject({ leverage: 10 })
    expect((await send('POST', 'leverage', { symbol, leverage: 900 })).body).toMatchObject({
      code: -4028,
    })
    expect(await sent('POST', 'marginType', { symbol, marginType: 'ISOLATED' })).toMatchObject({
      code: 200,
    })
    expect(
      (await send('POST', 'marginType', { symbol, marginType: 'ISOLATED' })).body,
    ).toMatchObject({ code: -4046 })
    expect(await read('v1/symbolConfig', { symbol })).toMatchObject([
      { marginType: 'ISOLATED', leverage: 10 },
    ])
    expect(await sent('POST', 'positionSide/dual', { dualSidePosition: 'true' })).toMatchObject({
      code: 200,
    })
    expect(await read('v1/positionSide/dual')).toEqual({ dualSidePosition: true })
    expect(
      (await send('POST', 'positionSide/dual', { dualSidePosition: 'true' })).body,
    ).toMatchObject({ code: -4059 })
  })

  it('holds a position of each direction, and margin of its own', async () => {
    const symbol = 'ETHUSDT'
    const market = { symbol, type: 'MARKET', quantity: '0.5' }
    await sent('POST', 'order', { ...market, side: 'BUY', positionSide: 'LONG' })
    await sent('POST', 'order', { ...market, side: 'SELL', positionSide: 'SHORT' })
    const before = await read<Row[]>('v2/positionRisk', { symbol })
    expect(before).toMatchObject([
      { positionSide: 'LONG', positionAmt: '0.500', marginType: 'isolated' },
      { positionSide: 'SHORT', positionAmt: '-0.500', leverage: '10' },
    ])
    const margin = { symbol, positionSide: 'LONG', amount: '25', type: 1 }
    expect(await sent('POST', 'positionMargin', margin)).toMatchObject({ type: 1, amount: 25 })
    const [long] = await read<Row[]>('v2/positionRisk', { symbol })
    expect(Number(long?.['isolatedMargin'])).toBeCloseTo(
      Number(before[0]?.['isolatedMargin']) + 25,
      6,
    )
    expect(await read('v1/positionMargin/history', { symbol, type: 1 })).toContainEqual(
      expect.objectContaining({ amount: '25', type: 1 }),
    )
    expect(
      (await send('POST', 'marginType', { symbol, marginType: 'CROSSED' })).body,
    ).toMatchObject({ code: -4048 })
    expect(
      (await send('POST', 'positionSide/dual', { dualSidePosition: 'false' })).body,
    ).toMatchObject({ code: -4068 })
    await sent('POST', 'order', { ...market, side: 'SELL', positionSide: 'LONG' })
    await sent('POST', 'order', { ...market, side: 'BUY', positionSide: 'SHORT' })
    expect(await read('v3/positionRisk')).toEqual([])
  })

  it('answers tiers, fees and what the account may do', async () => {
    expect(await read('v1/leverageBracket', { symbol: SYMBOL })).toMatchObject({
      brackets: expect.arrayContaining([expect.objectContaining({ initialLeverage: 125 })]),
    })
    expect(await read('v1/commissionRate', { symbol: SYMBOL })).toMatchObject({
      takerCommissionRate: expect.stringMatching(/^0\.\d{6}$/),
    })
    expect(await read('v1/accountConfig')).toMatchObject({ canTrade: true })
    expect(await read('v1/forceOrders')).toEqual([])
  })
})

it('refuses contracts to a key without the permission, or for other symbols', async () => {
  const { userId } = await gateway.newUser()
  const spotOnly = await createApiKeyClient(gateway, { userId, permissions: ['read', 'spot'] })
  const order = { ...LIMIT, price: '60000' }
  expect((await spotOnly.signed('POST', '/fapi/v1/order', order)).body).toMatchObject({
    code: -2015,
  })
  const narrow = await createApiKeyClient(gateway, { userId, symbols: ['ETHUSDT'] })
  // The symbol beside the list is allowed, the one in it is not.
  const batch = { symbol: 'ETHUSDT', batchOrders: JSON.stringify([order]) }
  expect((await narrow.signed('POST', '/fapi/v1/batchOrders', batch)).body).toMatchObject([
    { code: -2015 },
  ])
})

describe('documented answers', () => {
  const SYM = { symbol: SYMBOL }
  let own: ApiKeyClient
  /** What is there to be shown: open and ended orders, a position, a loan. */
  const ids: Record<string, number> = {}
  const known = new Map<string, unknown>()
  const keep = async (name: string, method: 'POST' | 'DELETE', path: string, fields: object) => {
    const { status, body } = await own.signed(method, path, { ...fields })
    expect([name, status, body]).toEqual([name, 200, body])
    known.set(name, body)
    return body as Row
  }

  beforeAll(async () => {
    own = await newBot(['read', 'spot', 'margin', 'futures', 'transfer'])
    const at = async (share: number) => ((await mark()) * share).toFixed(1)
    const terms = { ...LIMIT, price: await at(0.97) }
    const order = { ...LIMIT, price: await at(0.95), newOrderRespType: 'FULL' }
    const move = { type: 'MAIN_MARGIN', asset: 'USDT', amount: '5000' }
    await keep('', 'POST', '/sapi/v1/asset/transfer', move)
    await keep('', 'POST', '/sapi/v1/margin/loan', { asset: 'USDT', amount: '10' })
    await keep('', 'POST', '/sapi/v1/margin/order', { ...order, quantity: '0.001' })
    const market = { ...SYM, side: 'BUY', type: 'MARKET', quantity: '0.01' }
    await keep('', 'POST', '/fapi/v1/order', market)
    await keep('', 'POST', '/api/v3/order', market)
    const spot = await keep('spot placed', 'POST', '/api/v3/order', order)
    ids['spot'] = Number(spot['orderId'])
    const contract = await keep('contract placed', 'POST', '/fapi/v1/order', terms)
    ids['contract'] = Number(contract['orderId'])
    const algo = await keep('contract algo placed', 'POST', '/fapi/v1/algoOrder', {
      ...SYM,
      algoType: 'CONDITIONAL',
      side: 'SELL',
      type: 'STOP_MARKET',
      quantity: '0.01',
      triggerPrice: await at(0.9),
    })
    const { algoId } = algo
    await keep('contract algo cancelled', 'DELETE', '/fapi/v1/algoOrder', { ...SYM, algoId })
  })

  const one = { limit: '1' }
  it.each([
    ['spot ping', '/api/v3/ping', {}],
    ['spot time', '/api/v3/time', {}],
    ['spot exchangeInfo', '/api/v3/exchangeInfo', SYM],
    ['spot depth', '/api/v3/depth', { ...SYM, limit: '5' }],
    ['spot trades', '/api/v3/trades', { ...SYM, ...one }],
    ['spot aggTrades', '/api/v3/aggTrades', { ...SYM, ...one }],
    ['spot avgPrice', '/api/v3/avgPrice', SYM],
    ['spot ticker/24hr', '/api/v3/ticker/24hr', SYM],
    ['spot ticker/price', '/api/v3/ticker/price', SYM],
    ['spot ticker/bookTicker', '/api/v3/ticker/bookTicker', SYM],
    ['spot ticker', '/api/v3/ticker', SYM],
    ['contract exchangeInfo', '/fapi/v1/exchangeInfo', {}],
    ['contract depth', '/fapi/v1/depth', { ...SYM, limit: '5' }],
    ['contract trades', '/fapi/v1/trades', { ...SYM, ...one }],
    ['contract aggTrades', '/fapi/v1/aggTrades', { ...SYM, ...one }],
    ['contract premiumIndex', '/fapi/v1/premiumIndex', SYM],
    ['contract fundingInfo', '/fapi/v1/fundingInfo', {}],
    ['contract ticker/24hr', '/fapi/v1/ticker/24hr', SYM],
    ['contract ticker/price', '/fapi/v1/ticker/price', SYM],
    ['contract ticker/bookTicker', '/fapi/v1/ticker/bookTicker', SYM],
    ['contract openInterest', '/fapi/v1/openInterest', SYM],
  ])('has every field of %s', async (name, path, fields) => {
    const { body } = await own.open(path, { ...fields })
    expect(shapeOf(body)).toEqual(DOCUMENTED_ANSWERS[name])
  })

  it.each([
    ['spot order', '/api/v3/order', () => ({ ...SYM, orderId: ids['spot'] ?? 0 })],
    ['spot myTrades', '/api/v3/myTrades', () => ({ ...SYM, ...one })],
    ['spot account', '/api/v3/account', () => ({ omitZeroBalances: 'true' })],
    ['spot account/commission', '/api/v3/account/commission', () => SYM],
    ['spot rateLimit/order', '/api/v3/rateLimit/order', () => ({})],
    ['contract order', '/fapi/v1/order', () => ({ ...SYM, orderId: ids['contract'] ?? 0 })],
    ['contract v1/userTrades', '/fapi/v1/userTrades', () => ({ ...SYM, ...one })],
    ['contract v1/leverageBracket', '/fapi/v1/leverageBracket', () => SYM],
    ['contract v1/commissionRate', '/fapi/v1/commissionRate', () => SYM],
    ['contract v1/symbolConfig', '/fapi/v1/symbolConfig', () => SYM],
    ['contract v1/accountConfig', '/fapi/v1/accountConfig', () => ({})],
    ['contract v1/positionSide/dual', '/fapi/v1/positionSide/dual', () => ({})],
    ['contract v2/account', '/fapi/v2/account', () => ({})],
    ['contract v3/account', '/fapi/v3/account', () => ({})],
    ['contract v2/balance', '/fapi/v2/balance', () => ({})],
    ['contract v2/positionRisk', '/fapi/v2/positionRisk', () => SYM],
    ['contract v3/positionRisk', '/fapi/v3/positionRisk', () => SYM],
    ['contract v1/adlQuantile', '/fapi/v1/adlQuantile', () => SYM],
    ['wallet asset/tradeFee', '/sapi/v1/asset/tradeFee', () => SYM],
    ['wallet account/apiRestrictions', '/sapi/v1/account/apiRestrictions', () => ({})],
    ['wallet margin/account', '/sapi/v1/margin/account', () => ({})],
    ['wallet margin/openOrders', '/sapi/v1/margin/openOrders', () => SYM],
    ['wallet margin/maxBorrowable', '/sapi/v1/margin/maxBorrowable', () => ({ asset: 'USDT' })],
    ['wallet margin/interestHistory', '/sapi/v1/margin/interestHistory', () => ({})],
    ['wallet asset/transfer', '/sapi/v1/asset/transfer', () => ({ type: 'MAIN_MARGIN' })],
  ])('has every field of %s, signed', async (name, path, fields) => {
    const { body } = await own.signed('GET', path, { ...fields() })
    expect(shapeOf(body)).toEqual(DOCUMENTED_ANSWERS[name])
  })

  it('has every field of answers to commands', async () => {
    const cancel = { ...SYM, orderId: ids['spot'] ?? 0 }
    await keep('spot cancelled', 'DELETE', '/api/v3/order', cancel)
    for (const [name, body] of known)
      if (name !== '') expect([name, shapeOf(body)]).toEqual([name, DOCUMENTED_ANSWERS[name]])
  })
})
