const { default: Binance } = require('binance-api-node')
const { end, step } = require('./steps.cjs')

const [origin, apiKey, apiSecret] = process.argv.slice(2)
const PAIR = 'BTCUSDT'
const client = Binance({
  apiKey,
  apiSecret,
  httpBase: origin,
  wsBase: `${origin.replace('http', 'ws')}/ws`,
})

async function main() {
  await step('time', () => client.time())
  await step('exchangeInfo', async () => (await client.exchangeInfo()).symbols.length)
  await step('book', () => client.book({ symbol: PAIR, limit: 5 }))
  await step('candles', () => client.candles({ symbol: PAIR, interval: '1m', limit: 2 }))
  await step('accountInfo', () => client.accountInfo())
  const terms = { symbol: PAIR, side: 'BUY', type: 'MARKET', quantity: '0.01' }
  const { orderId } = await step('order', () => client.order(terms))
  await step('getOrder', () => client.getOrder({ symbol: PAIR, orderId }))
  await step('myTrades', () => client.myTrades({ symbol: PAIR }))
  await step('sell', () =>
    client.order({ ...terms, side: 'SELL', newClientOrderId: `s${Date.now()}` }),
  )
  const first = (open) => new Promise((resolve) => open(resolve))
  await step('partial depth', () =>
    first((resolve) => client.ws.partialDepth({ symbol: PAIR, level: 5 }, resolve)),
  )
  await step('trades', () => first((resolve) => client.ws.trades([PAIR], resolve)))
  end()
}

void main()
