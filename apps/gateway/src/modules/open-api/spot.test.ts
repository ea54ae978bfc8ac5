import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKeyClient, type ApiKeyClient } from '../../testing/createApiKeyClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

let gateway: TestGateway
let bot: ApiKeyClient
beforeAll(async () => {
  gateway = await createTestGateway()
  const { userId } = await gateway.newUser()
  bot = await createApiKeyClient(gateway, { userId })
  await gateway.clock.advance(5_000)
}, 600_000)
afterAll(() => gateway.stop())

const price = async (share: number) => {
  const { body } = await bot.open('/api/v3/ticker/price', { symbol: 'BTCUSDT' })
  return (Number((body as { price: string }).price) * share).toFixed(2)
}
const limit = async (fields: object = {}) =>
  bot.signed('POST', '/api/v3/order', {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.01',
    price: await price(0.9),
    ...fields,
  })
/** Until the gateway has done what it does by itself. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await gateway.clock.advance(1_000)
}
const idOf = ({ body }: { body: unknown }) => (body as { orderId: number }).orderId

describe('market data of the dialect', () => {
  it('answers every public call of a pair', async () => {
    const calls: [string, object][] = [
      ['ping', {}],
      ['time', {}],
      ['exchangeInfo', {}],
      ['depth', { symbol: 'BTCUSDT', limit: 5 }],
      ['trades', { symbol: 'BTCUSDT' }],
      ['historicalTrades', { symbol: 'BTCUSDT' }],
      ['aggTrades', { symbol: 'BTCUSDT' }],
      ['klines', { symbol: 'BTCUSDT', interval: '1m' }],
      ['uiKlines', { symbol: 'BTCUSDT', interval: '1h', limit: 3 }],
      ['avgPrice', { symbol: 'BTCUSDT' }],
      ['ticker/24hr', {}],
      ['ticker/tradingDay', { symbol: 'BTCUSDT' }],
      ['ticker/price', {}],
      ['ticker/bookTicker', { symbols: '["BTCUSDT","ETHUSDT"]' }],
      ['ticker', { symbol: 'BTCUSDT', windowSize: '1h' }],
    ]
    for (const [name, params] of calls) {
      const { status } = await bot.open(`/api/v3/${name}`, { ...params })
      expect([name, status]).toEqual([name, 200])
    }
  })

  it('shows the book with the number of its last change', async () => {
    const { body } = await bot.open('/api/v3/depth', { symbol: 'BTCUSDT', limit: 5 })
    const { bids, asks, lastUpdateId } = body as {
      bids: string[][]
      asks: string[][]
      lastUpdateId: number
    }
    expect([bids.length, asks.length, Number.isSafeInteger(lastUpdateId)]).toEqual([5, 5, true])
    expect(Number(bids[0]?.[0])).toBeLessThan(Number(asks[0]?.[0]))
  })

  it.each([
    ['/api/v3/depth', {}, -1102],
    ['/api/v3/depth', { symbol: 'NOPE' }, -1121],
    ['/api/v3/depth', { symbol: 'btc-usdt' }, -1100],
    ['/api/v3/klines', { symbol: 'BTCUSDT', interval: '7m' }, -1120],
    ['/api/v3/ticker', { symbol: 'BTCUSDT', windowSize: '99h' }, -1130],
    ['/api/v3/nothing', {}, -1020],
    ['/sapi/v1/nothing', {}, -1020],
  ])('refuses %s %j with %i', async (path, params, code) => {
    const { status, body } = await bot.open(path, { ...params })
    expect([Math.floor(status / 100), body]).toEqual([4, { code, msg: expect.any(String) }])
  })
})

describe('orders of the dialect', () => {
  it('places, shows and cancels a limit order', async () => {
    const placed = await limit({ newClientOrderId: 'mine-1' })
    expect(placed).toMatchObject({
      status: 200,
      headers: { 'x-mbx-order-count-10s': '1', 'x-mbx-used-weight-1m': expect.any(String) },
      body: { symbol: 'BTCUSDT', clientOrderId: 'mine-1', status: 'NEW', fills: [] },
    })
    const orderId = idOf(placed)
    const query = { symbol: 'BTCUSDT', orderId }
    expect((await bot.signed('GET', '/api/v3/order', query)).body).toMatchObject({
      orderId,
      status: 'NEW',
      type: 'LIMIT',
      origQty: '0.01000',
    })
    expect((await bot.signed('GET', '/api/v3/openOrders')).body).toMatchObject([{ orderId }])
    expect((await bot.signed('DELETE', '/api/v3/order', query)).body).toMatchObject({
      orderId,
      origClientOrderId: 'mine-1',
      status: 'CANCELED',
    })
    expect((await bot.signed('GET', '/api/v3/openOrders')).body).toEqual([])
    expect(
      (await bot.signed('GET', '/api/v3/order', { symbol: 'BTCUSDT', origClientOrderId: 'mine-1' }))
        .body,
    ).toMatchObject({ status: 'CANCELED' })
    expect(
      (await bot.signed('GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' })).body,
    ).toMatchObject([{ orderId, status: 'CANCELED' }])
  })

  it('fills a market order and reports its fills and trades', async () => {
    const { body } = await bot.signed('POST', '/api/v3/order', {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'MARKET',
      quoteOrderQty: '1000',
    })
    const { fills, orderId, executedQty } = body as {
      fills: { tradeId: number; qty: string; commission: string }[]
      orderId: number
      executedQty: string
    }
    expect(body).toMatchObject({
      status: 'FILLED',
      type: 'MARKET',
      origQuoteOrderQty: '1000.0000000',
    })
    expect(fills.reduce((sum, { qty }) => sum + Number(qty), 0)).toBeCloseTo(Number(executedQty), 8)
    const trades = (await bot.signed('GET', '/api/v3/myTrades', { symbol: 'BTCUSDT', orderId }))
      .body as { id: number; commission: string }[]
    expect(trades.map(({ id, commission }) => [id, commission])).toEqual(
      fills.map(({ tradeId, commission }) => [tradeId, commission]),
    )
    const account = (await bot.signed('GET', '/api/v3/account', { omitZeroBalances: 'true' }))
      .body as { balances: { asset: string; free: string }[] }
    expect(account.balances.map(({ asset }) => asset)).toContain('BTC')
  })

  it.each([
    [{ price: '1' }, -1013],
    [{ price: '60000.001' }, -1013],
    [{ quantity: '0.0000001' }, -1013],
    [{ quantity: '1e3' }, -1100],
    [{ quantity: '-1' }, -1100],
    [{ quantity: '9'.repeat(20) }, -1013],
    [{ quantity: '1000' }, -2010],
    [{ side: 'HOLD' }, -1117],
    [{ type: 'TAKE_PROFIT' }, -1116],
    [{ timeInForce: 'GTD' }, -1115],
    [{ symbol: 'NOPE' }, -1121],
    [{ newClientOrderId: 'a b' }, -1100],
    [{ icebergQty: '1' }, -1106],
  ])('refuses an order with %j by %i', async (fields, code) => {
    const { status, body } = await limit(fields)
    expect([status, (body as { code: number }).code]).toEqual([400, code])
  })

  it('refuses a name that was used before', async () => {
    await limit({ newClientOrderId: 'twice' })
    expect((await limit({ newClientOrderId: 'twice' })).body).toMatchObject({
      code: -2010,
      msg: 'Duplicate order sent.',
    })
    await bot.signed('DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' })
  })

  it('judges a test order and places nothing', async () => {
    const order = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '0.01',
      price: await price(0.9),
    }
    expect((await bot.signed('POST', '/api/v3/order/test', order)).body).toEqual({})
    expect(
      (await bot.signed('POST', '/api/v3/order/test', { ...order, price: '1' })).body,
    ).toMatchObject({ code: -1013 })
    expect((await bot.signed('GET', '/api/v3/openOrders')).body).toEqual([])
  })

  it('replaces an order and says which half failed', async () => {
    const fields = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '0.01',
      price: await price(0.85),
      cancelReplaceMode: 'STOP_ON_FAILURE',
    }
    const replace = (more: object) =>
      bot.signed('POST', '/api/v3/order/cancelReplace', { ...fields, ...more })
    const first = idOf(await limit())
    expect((await replace({ cancelOrderId: first })).body).toMatchObject({
      cancelResult: 'SUCCESS',
      newOrderResult: 'SUCCESS',
      cancelResponse: { orderId: first },
    })
    expect(await replace({ cancelOrderId: first })).toMatchObject({
      status: 400,
      body: { code: -2022, data: { newOrderResult: 'NOT_ATTEMPTED' } },
    })
    expect(
      await replace({ cancelOrderId: first, cancelReplaceMode: 'ALLOW_FAILURE' }),
    ).toMatchObject({ status: 409, body: { code: -2021, data: { newOrderResult: 'SUCCESS' } } })
    await bot.signed('DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' })
  })

  it("finds an order by a name that ends like a stop leg's", async () => {
    const orderId = idOf(await limit({ newClientOrderId: 'my-stop' }))
    const named = { symbol: 'BTCUSDT', origClientOrderId: 'my-stop' }
    const read = async (more: object = {}) =>
      (await bot.signed('GET', '/api/v3/order', { ...named, ...more })).body
    expect(await read()).toMatchObject({ orderId, type: 'LIMIT', status: 'NEW' })
    expect(await read({ orderId: 2 ** 52 + orderId })).toMatchObject({ code: -2013 })
    const other = { ...named, orderId: orderId + 1 }
    expect((await bot.signed('DELETE', '/api/v3/order', other)).body).toMatchObject({ code: -2011 })
    expect((await bot.signed('DELETE', '/api/v3/order', named)).body).toMatchObject({ orderId })
    expect(await read()).toMatchObject({ orderId, status: 'CANCELED' })
  })

  it('names both halves of a replaced order as they were asked', async () => {
    const cancelOrderId = idOf(await limit({ newClientOrderId: 'old' }))
    const { body } = await bot.signed('POST', '/api/v3/order/cancelReplace', {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT_MAKER',
      quantity: '0.01',
      price: await price(0.85),
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrderId,
      newClientOrderId: 'new',
      cancelNewClientOrderId: 'gone',
    })
    expect(body).toMatchObject({
      cancelResponse: { origClientOrderId: 'old', clientOrderId: 'gone' },
      newOrderResponse: { clientOrderId: 'new' },
    })
    await bot.signed('DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' })
  })

  it('makes an order smaller in its place', async () => {
    const orderId = idOf(await limit())
    const amend = (newQty: string) =>
      bot.signed('PUT', '/api/v3/order/amend/keepPriority', { symbol: 'BTCUSDT', orderId, newQty })
    expect((await amend('0.02')).body).toMatchObject({ code: -2038 })
    expect((await amend('0.005')).body).toMatchObject({
      amendedOrder: { orderId, qty: '0.00500' },
    })
    await bot.signed('DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' })
  })

  it('places an OCO order as a list of two', async () => {
    const { body } = await bot.signed('POST', '/api/v3/orderList/oco', {
      symbol: 'BTCUSDT',
      side: 'BUY',
      quantity: '0.01',
      belowType: 'LIMIT_MAKER',
      belowClientOrderId: 'pair',
      belowPrice: await price(0.9),
      aboveType: 'STOP_LOSS_LIMIT',
      aboveStopPrice: await price(1.05),
      abovePrice: await price(1.06),
    })
    const { orderListId, orders } = body as {
      orderListId: number
      orders: { orderId: number }[]
    }
    expect(body).toMatchObject({ contingencyType: 'OCO', listOrderStatus: 'EXECUTING' })
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(2)
    expect(
      (await bot.signed('GET', '/api/v3/openOrders', { symbol: 'BTCUSDT' })).body,
    ).toMatchObject([{ type: 'LIMIT_MAKER' }, { type: 'STOP_LOSS_LIMIT' }])
    const stop = { symbol: 'BTCUSDT', origClientOrderId: 'pair-stop' }
    expect((await bot.signed('GET', '/api/v3/order', stop)).body).toMatchObject({
      type: 'STOP_LOSS_LIMIT',
      orderId: 2 ** 52 + orderListId,
    })
    expect(
      (await bot.signed('DELETE', '/api/v3/orderList', { symbol: 'BTCUSDT', orderListId })).body,
    ).toMatchObject({ listOrderStatus: 'ALL_DONE' })
    expect((await bot.signed('GET', '/api/v3/openOrderList')).body).toEqual([])
  })

  it('places an order when another one is filled', async () => {
    const last = Number(await price(1))
    const { body } = await bot.signed('POST', '/api/v3/orderList/oto', {
      symbol: 'BTCUSDT',
      listClientOrderId: 'after-1',
      workingType: 'LIMIT',
      workingSide: 'BUY',
      workingPrice: (last * 1.01).toFixed(2),
      workingQuantity: '0.01',
      workingTimeInForce: 'GTC',
      pendingType: 'LIMIT_MAKER',
      pendingSide: 'SELL',
      pendingPrice: (last * 1.05).toFixed(2),
      pendingQuantity: '0.005',
    })
    const { orderListId } = body as { orderListId: number }
    expect(body).toMatchObject({
      contingencyType: 'OTO',
      listClientOrderId: 'after-1',
      orders: [{ orderId: orderListId }, { clientOrderId: 'after-1-pending' }],
      orderReports: [
        { status: 'FILLED', orderListId },
        { type: 'LIMIT_MAKER', orderListId },
      ],
    })
    await until(async () => {
      const open = await bot.signed('GET', '/api/v3/openOrders', { symbol: 'BTCUSDT' })
      return (open.body as { isWorking: boolean }[]).some(({ isWorking }) => isWorking)
    })
    expect(
      (await bot.signed('GET', '/api/v3/orderList', { origClientOrderId: 'after-1' })).body,
    ).toMatchObject({ orderListId, listOrderStatus: 'EXECUTING' })
    const trades = await bot.signed('GET', '/api/v3/myTrades', {
      symbol: 'BTCUSDT',
      orderId: orderListId,
    })
    expect(trades.body).toContainEqual(expect.objectContaining({ orderListId }))
    await bot.signed('DELETE', '/api/v3/orderList', { symbol: 'BTCUSDT', orderListId })
    expect((await bot.signed('GET', '/api/v3/orderList', { orderListId })).body).toMatchObject({
      listOrderStatus: 'ALL_DONE',
      listClientOrderId: 'after-1',
    })
    expect((await bot.signed('GET', '/api/v3/allOrderList')).body).toContainEqual(
      expect.objectContaining({ orderListId, contingencyType: 'OTO' }),
    )
  })

  it('cancels an order with the OCO order that waits for it', async () => {
    const terms = {
      symbol: 'BTCUSDT',
      workingType: 'LIMIT_MAKER',
      workingSide: 'BUY',
      workingPrice: await price(0.9),
      workingQuantity: '0.01',
      workingClientOrderId: 'entry-1',
      pendingSide: 'SELL',
      pendingQuantity: '0.01',
      pendingAboveType: 'LIMIT_MAKER',
      pendingAbovePrice: await price(0.95),
      pendingAboveClientOrderId: 'exit-1',
      pendingBelowType: 'STOP_LOSS',
      pendingBelowStopPrice: await price(0.88),
    }
    const { body } = await bot.signed('POST', '/api/v3/orderList/otoco', terms)
    expect(body).toMatchObject({
      contingencyType: 'OTO',
      orders: [
        { clientOrderId: 'entry-1' },
        { clientOrderId: 'exit-1-stop' },
        { clientOrderId: 'exit-1' },
      ],
      orderReports: [
        { status: 'NEW', type: 'LIMIT_MAKER' },
        { status: 'PENDING_NEW', type: 'STOP_LOSS' },
        { status: 'PENDING_NEW', type: 'LIMIT_MAKER', workingTime: -1 },
      ],
    })
    expect((await bot.signed('POST', '/api/v3/orderList/otoco', terms)).body).toMatchObject({
      code: -2010,
    })
    const { body: ended } = await bot.signed('DELETE', '/api/v3/order', {
      symbol: 'BTCUSDT',
      origClientOrderId: 'exit-1',
    })
    expect(ended).toMatchObject({ status: 'CANCELED' })
    expect((await bot.signed('GET', '/api/v3/openOrders')).body).toEqual([])
  })

  it.each([
    [{ workingType: 'MARKET' }, -1116],
    [{ workingType: '' }, -1105],
    [{ workingSide: 'HOLD' }, -1117],
    [{ pendingPrice: '-1' }, -1100],
    [{ pendingTrailingDelta: '100' }, -1106],
    [{ pendingQuantity: '0.0000001' }, -1013],
    [{ pendingClientOrderId: 'a b' }, -1100],
    [{ symbol: 'NOPE' }, -1121],
  ])('refuses a list with %j by %i', async (fields, code) => {
    const { status, body } = await bot.signed('POST', '/api/v3/orderList/oto', {
      symbol: 'BTCUSDT',
      workingType: 'LIMIT_MAKER',
      workingSide: 'BUY',
      workingPrice: await price(0.9),
      workingQuantity: '0.01',
      pendingType: 'LIMIT',
      pendingSide: 'SELL',
      pendingPrice: await price(1.1),
      pendingQuantity: '0.01',
      pendingTimeInForce: 'GTC',
      ...fields,
    })
    expect([status, (body as { code: number }).code]).toEqual([400, code])
  })

  it('names what a list lacks as the caller spells it', async () => {
    const lacking = { symbol: 'BTCUSDT', pendingType: 'LIMIT', pendingSide: 'SELL' }
    expect((await bot.signed('POST', '/api/v3/orderList/oto', lacking)).body).toMatchObject({
      code: -1102,
      msg: expect.stringContaining("'pendingPrice'"),
    })
  })

  it('trails the market by hundredths of a percent', async () => {
    const { body } = await bot.signed('POST', '/api/v3/order', {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'STOP_LOSS',
      quantity: '0.01',
      trailingDelta: 100,
      newOrderRespType: 'RESULT',
    })
    expect(body).toMatchObject({ type: 'STOP_LOSS', trailingDelta: 100, status: 'NEW' })
    await bot.signed('DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' })
  })
})
