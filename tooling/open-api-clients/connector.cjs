const { Spot } = require('@binance/connector')
const { end, refused, step } = require('./steps.cjs')

const [origin, apiKey, secret] = process.argv.slice(2)
const PAIR = 'BTCUSDT'
const connect = (own = secret) => new Spot(apiKey, own, { baseURL: origin })

async function main() {
  const client = connect()
  const call = (name, run) => step(name, async () => (await run()).data)
  await call('exchangeInfo', () => client.exchangeInfo({ symbol: PAIR }))
  await call('depth', () => client.depth(PAIR, { limit: 5 }))
  await call('klines', () => client.klines(PAIR, '1m', { limit: 2 }))
  await call('account', () => client.account())
  const { price } = await call('price', () => client.tickerPrice(PAIR))
  const share = (of) => (price * of).toFixed(2)
  const terms = { price: share(0.9), quantity: 0.01, timeInForce: 'GTC' }
  const { orderId } = await call('newOrder', () => client.newOrder(PAIR, 'BUY', 'LIMIT', terms))
  await call('getOrder', () => client.getOrder(PAIR, { orderId }))
  await call('cancelAndReplace', () =>
    client.cancelAndReplace(PAIR, 'BUY', 'LIMIT', 'STOP_ON_FAILURE', {
      ...terms,
      cancelOrderId: orderId,
    }),
  )
  await call('cancelOpenOrders', () => client.cancelOpenOrders(PAIR))
  await call('newOCOOrder', () =>
    client.newOCOOrder(PAIR, 'SELL', 0.01, 'LIMIT_MAKER', 'STOP_LOSS_LIMIT', {
      abovePrice: share(1.05),
      belowStopPrice: share(0.95),
      belowPrice: share(0.94),
    }),
  )
  await call('getOpenOCOOrders', () => client.getOpenOCOOrders())
  await call('cancelOpenOrders', () => client.cancelOpenOrders(PAIR))
  await call('myTrades', () => client.myTrades(PAIR))
  const { listenKey } = await call('createListenKey', () => client.createListenKey())
  await call('renewListenKey', () => client.renewListenKey(listenKey))
  await call('apiPermissions', () => client.apiPermissions())
  await refused('another signature', /-1022/, () => connect('x').account())
  end()
}

void main()
