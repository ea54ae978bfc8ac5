import ccxt from 'ccxt'
import { actUntil, end, refused, step } from './steps.cjs'

const [origin, apiKey, secret] = process.argv.slice(2)
const PAIR = 'BTC/USDT:USDT'

/** The client as it is, with other addresses. */
function connect(own = secret) {
  const exchange = new ccxt.pro.binanceusdm({ apiKey, secret: own })
  exchange.options.fetchMarkets = { types: ['linear'] }
  const { api } = exchange.urls
  for (const [name, version] of [
    ['fapiPublic', 'v1'],
    ['fapiPublicV2', 'v2'],
    ['fapiPublicV3', 'v3'],
    ['fapiPrivate', 'v1'],
    ['fapiPrivateV2', 'v2'],
    ['fapiPrivateV3', 'v3'],
  ])
    api[name] = `${origin}/fapi/${version}`
  for (const name of ['sapi', 'sapiV2', 'sapiV3', 'sapiV4']) api[name] = `${origin}/sapi/v1`
  api.public = api.private = `${origin}/api/v3`
  const sockets = origin.replace('http', 'ws')
  api.ws.future = `${sockets}/fstream/ws`
  api.ws['ws-api'].future = `${sockets}/ws-fapi/v1`
  return exchange
}

const exchange = connect()
await exchange.loadHttpProxyAgent()
await step('markets', async () => Object.keys(await exchange.loadMarkets()))
const { last } = await step('ticker', () => exchange.fetchTicker(PAIR))
await step('candles', () => exchange.fetchOHLCV(PAIR, '1m', undefined, 3))
await step('mark candles', () => exchange.fetchMarkOHLCV(PAIR, '1m', undefined, 3))
await step('index candles', () => exchange.fetchIndexOHLCV(PAIR, '1m', undefined, 3))
await step('trades', async () => (await exchange.fetchTrades(PAIR)).length)
await step('book', async () => (await exchange.fetchOrderBook(PAIR, 20)).bids.length)
await step('funding rate', () => exchange.fetchFundingRate(PAIR))
await step('funding rates', async () => Object.keys(await exchange.fetchFundingRates()))
await step('funding history of the market', () => exchange.fetchFundingRateHistory(PAIR))
await step('funding intervals', () => exchange.fetchFundingIntervals())
await step('open interest', () => exchange.fetchOpenInterest(PAIR))
await step('leverage tiers', () => exchange.fetchMarketLeverageTiers(PAIR))
await step('balance', async () => (await exchange.fetchBalance()).total)
await step('fee', () => exchange.fetchTradingFee(PAIR))

const place = (type, side, price, params) =>
  exchange.createOrder(PAIR, type, side, 0.01, price, params)
const low = last * 0.97
await step('leverage', () => exchange.setLeverage(10, PAIR))
await step('leverage read', () => exchange.fetchLeverage(PAIR))
await step('position mode', () => exchange.fetchPositionMode(PAIR))
const { id } = await step('limit order', () => place('limit', 'buy', low))
await step('order', async () => (await exchange.fetchOrder(id, PAIR)).status)
await step('open order', async () => (await exchange.fetchOpenOrder(id, PAIR)).status)
await step('edit', () => exchange.editOrder(id, PAIR, 'limit', 'buy', 0.02, low * 0.99))
await step('cancel', () => exchange.cancelOrder(id, PAIR))
await step('several', async () => {
  const terms = { symbol: PAIR, type: 'limit', side: 'buy', amount: 0.01 }
  const orders = await exchange.createOrders([
    { ...terms, price: low },
    { ...terms, price: low * 0.99 },
  ])
  return exchange.cancelOrders(
    orders.map((order) => order.id),
    PAIR,
  )
})
await step('market buy', () => place('market', 'buy'))
await step('position', async () => (await exchange.fetchPositions([PAIR]))[0].contracts)
for (const [name, type, price, params] of [
  ['post only', 'limit', last * 1.03, { postOnly: true }],
  ['stop market', 'market', undefined, { stopLossPrice: low }],
  ['stop limit', 'limit', low * 0.99, { stopLossPrice: low }],
  ['take profit', 'market', undefined, { takeProfitPrice: last * 1.05 }],
  ['take profit limit', 'limit', last * 1.05, { takeProfitPrice: last * 1.04 }],
  ['trailing', 'market', undefined, { trailingPercent: 1 }],
])
  await step(name, async () => {
    const order = await place(type, 'sell', price, { reduceOnly: true, ...params })
    const trigger = name !== 'post only'
    await exchange.fetchOrder(order.id, PAIR, { trigger })
    return exchange.cancelOrder(order.id, PAIR, { trigger })
  })
await step('close', () => place('market', 'sell', undefined, { reduceOnly: true }))
await step('own trades', async () => (await exchange.fetchMyTrades(PAIR)).length)
await step('orders', async () => (await exchange.fetchOrders(PAIR)).length)
await step('ledger', async () => (await exchange.fetchLedger('USDT')).length)
await step('funding paid', async () => (await exchange.fetchFundingHistory(PAIR)).length)
await step('liquidations', async () => (await exchange.fetchMyLiquidations(PAIR)).length)
await step('cancel all', () => exchange.cancelAllOrders(PAIR))

await step('watch ticker', () => exchange.watchTicker(PAIR))
await step('watch trades', () => exchange.watchTrades(PAIR))
await step('watch candles', () => exchange.watchOHLCV(PAIR, '1m'))
await step('watch bids and asks', () => exchange.watchBidsAsks([PAIR]))
await step('watch mark price', () => exchange.watchMarkPrice(PAIR))
await step('watch orders', async () => {
  const [order] = await actUntil(exchange.watchOrders(PAIR), async () => {
    const placed = await place('limit', 'buy', low)
    await exchange.cancelOrder(placed.id, PAIR)
  })
  return order.status
})
await step('watch positions', async () => {
  const found = await actUntil(exchange.watchPositions([PAIR]), async () => {
    await place('market', 'buy')
    await place('market', 'sell', undefined, { reduceOnly: true })
  })
  return found.length
})
await step('order over the socket', async () => {
  const order = await exchange.createOrderWs(PAIR, 'limit', 'buy', 0.01, low)
  return exchange.cancelOrderWs(order.id, PAIR)
})
await step('local book equals ours', async () => {
  for (let changes = 0; changes < 100; changes++) await exchange.watchOrderBook(PAIR)
  // Both stand still for a moment only: the same number means the same book.
  for (let tries = 0; tries < 300; tries++) {
    const own = structuredClone(await exchange.watchOrderBook(PAIR))
    const ours = await exchange.fetchOrderBook(PAIR, 20)
    if (own.nonce !== ours.nonce) continue
    const best = ({ bids, asks }) => JSON.stringify([bids.slice(0, 20), asks.slice(0, 20)])
    if (best(own) !== best(ours)) throw new Error(`${best(own)} is not ${best(ours)}`)
    return own.nonce
  }
  throw new Error('The two books never had the same number')
})

await refused('another signature', /Authentication.*-1022/, () => connect('x').fetchBalance())
// The client names its error classes by the address of the original.
await refused('no margin', /-2019/, () => exchange.createOrder(PAIR, 'limit', 'buy', 400, low))
await refused('unknown order', /OrderNotFound/, () => exchange.cancelOrder('999999999', PAIR))
await refused('trigger that is reached', /OrderImmediatelyFillable|-2021/, () =>
  place('market', 'sell', undefined, { stopLossPrice: last * 1.1 }),
)
await exchange.close()
end()
