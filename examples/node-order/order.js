// Checks an order, sends it to a server of this file, and reads the fee exactly.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { decimal, formatDecimal, mul } from '@x/decimal'
import { nodePorts } from '@x/kit/node'
import { createRequestClient, restMiddlewares } from '@x/request'
import { createFetchTransport } from '@x/request/fetch'
import { tradeFee, validateSpotOrder } from '@x/trading'

const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  response.writeHead(201, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id: 'order-1', ...JSON.parse(text) }))
}).listen(0)
await once(server, 'listening')

const order = { side: 'buy', orderType: 'limit', price: '59000', size: '0.1' }
const outcome = validateSpotOrder(order, {
  symbol: { tickSize: '0.01', stepSize: '0.00001', minNotional: '5' },
  lastPrice: '60000',
  bestBid: '59999.5',
  bestAsk: '60000.5',
  available: { base: '0', quote: '10000' },
})
assert.equal(outcome.status, 'accepted')

const { clock, random } = nodePorts()
const client = createRequestClient({
  transport: createFetchTransport({ origin: `http://localhost:${server.address().port}` }),
  clock,
  random,
  ...restMiddlewares({ clock, random }),
})
const { status, data } = await client.post('/orders', { data: order }).withResponse()
assert.equal(status, 201)

const value = mul(decimal(data.price), decimal(data.size))
console.log(
  data.id,
  formatDecimal(value),
  tradeFee({ amount: '5900', rate: '0.001' }, { scale: 8 }),
)
server.close()
