import ccxt from 'ccxt'
import { actUntil, end, refused, step } from './steps.cjs'

const [origin, apiKey, secret, bookMinutes = '0'] = process.argv.slice(2)
const PAIR = 'BTC/USDT'

/** The client as it is, with other addresses. */
function connect(own = secret) {
  const exchange = new ccxt.pro.binance({ apiKey, secret: own })
  exchange.options.fetchMarkets = { types: ['spot'] }
  const { api } = exchange.urls
  api.public = api.private = `${origin}/api/v3`
  for (const name of ['sapi', 'sapiV2', 'sapiV3', 'sapiV4']) api[name] = `${origin}/sapi/v1`
  api.ws.spot = `${origin.replace('http', 'ws')}/ws`
  api.ws['ws-api'].spot = `${origin.replace('http', 'ws')}/ws-api/v3`
  return exchange
}

const exchange = connect()
// ccxt asks for this before it opens a socket without TLS.
await exchange.loadHttpProxyAgent()
await step('markets', async () => Object.keys(await exchange.loadMarkets()))
const { last } = await step('ticker', () => exchange.fetchTicker(PAIR))
await step('candles', () => exchange.fetchOHLCV(PAIR, '1m', undefined, 3))
await step('balance', async () => (await exchange.fetchBalance()).total)
await step('fees', () => exchange.fetchTradingFee(PAIR))

const low = last * 0.9
const place = (type, side, price, params) =>
  exchange.createOrder(PAIR, type, side, 0.01, price, params)
const { id } = await step('limit order', () => place('limit', 'buy', low))
await step('order', async () => (await exchange.fetchOrder(id, PAIR)).status)
await step('edit', () => exchange.editOrder(id, PAIR, 'limit', 'buy', 0.02, low * 0.99))
await step('cancel all', () => exchange.cancelAllOrders(PAIR))
await step('market buy', () => place('market', 'buy'))
await step('market sell', () => place('market', 'sell'))
for (const [name, type, price, params] of [
  ['post only', 'limit', last * 1.1, { postOnly: true }],
  ['stop limit', 'limit', low * 0.99, { stopLossPrice: low }],
  ['stop market', 'market', undefined, { stopLossPrice: low }],
  ['trailing', 'market', undefined, { trailingPercent: 1, stopLossOrTakeProfit: 'stopLoss' }],
])
  await step(name, async () => {
    const order = await place(type, 'sell', price, params)
    return exchange.cancelOrder(order.id, PAIR)
  })
await step('immediate or cancel', () => place('limit', 'buy', low, { timeInForce: 'IOC' }))
await step('trades', () => exchange.fetchMyTrades(PAIR))
await step('orders', async () => (await exchange.fetchOrders(PAIR)).length)

await step('watch ticker', () => exchange.watchTicker(PAIR))
await step('watch trades', () => exchange.watchTrades(PAIR))
await step('watch candles', () => exchange.watchOHLCV(PAIR, '1m'))
await step('watch orders', async () => {
  const [order] = await actUntil(exchange.watchOrders(PAIR), async () => {
    const { id: placed } = await exchange.createOrderWs(PAIR, 'limit', 'buy', 0.01, low)
    await exchange.cancelOrderWs(placed, PAIR)
  })
  return order.status
})
await step('watch balance', async () => {
  const balance = await actUntil(exchange.watchBalance(), async () => {
    await place('market', 'buy')
    await place('market', 'sell')
  })
  return Object.keys(balance)
})
await step('local book equals ours', async () => {
  const until = Date.now() + Number(bookMinutes) * 60_000
  for (let changes = 0; changes < 200 || Date.now() < until; changes++)
    await exchange.watchOrderBook(PAIR)
  // Both stand still for a moment only: the same number means the same book.
  for (let tries = 0; tries < 100; tries++) {
    const own = structuredClone(await exchange.watchOrderBook(PAIR))
    const ours = await exchange.fetchOrderBook(PAIR, 20)
    if (own.nonce !== ours.nonce) continue
    const best = ({ bids, asks }) => JSON.stringify([bids.slice(0, 20), asks.slice(0, 20)])
    if (best(own) !== best(ours)) throw new Error(`${best(own)} is not ${best(ours)}`)
    return own.nonce
  }
  throw new Error('The two books never had the same number')
})

await step('reconnect', async () => {
  await exchange.close()
  return exchange.watchTicker(PAIR)
})

await refused('clock two seconds ahead', /-1021/, () => {
  const ahead = connect()
  ahead.options.timeDifference = -2_000
  return ahead.fetchBalance()
})
await refused('another signature', /Authentication.*-1022/, () => connect('x').fetchBalance())
await refused('no funds', /InsufficientFunds/, () =>
  exchange.createOrder(PAIR, 'limit', 'buy', 1_000, low),
)
await refused('unknown order', /OrderNotFound/, () => exchange.cancelOrder('999999999', PAIR))
await exchange.close()
end()
