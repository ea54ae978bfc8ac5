// The same order from CommonJS.
const assert = require('node:assert/strict')
const { once } = require('node:events')
const { createServer } = require('node:http')
const { decimal, formatDecimal, mul } = require('@x/decimal')
const { nodePorts } = require('@x/kit/node')
const { createRequestClient, isRequestError, restMiddlewares } = require('@x/request')
const { createFetchTransport } = require('@x/request/fetch')
const { validateSpotOrder } = require('@x/trading')

async function main() {
  const server = createServer((_request, response) => {
    response.writeHead(409, { 'content-type': 'application/json' })
    response.end('{"message":"the market is closed","opensAt":"08:00"}')
  }).listen(0)
  await once(server, 'listening')

  const outcome = validateSpotOrder(
    { side: 'buy', orderType: 'limit', price: '59000.005', size: '0.1' },
    {
      symbol: { tickSize: '0.01', stepSize: '0.00001', minNotional: '5' },
      lastPrice: '60000',
      bestBid: '59999.5',
      bestAsk: '60000.5',
      available: { base: '0', quote: '10000' },
    },
  )
  assert.equal(outcome.problems[0].code, '40202') // off the tick

  const { clock, random } = nodePorts()
  const client = createRequestClient({
    transport: createFetchTransport({ origin: `http://localhost:${server.address().port}` }),
    clock,
    random,
    ...restMiddlewares({ clock, random }),
  })
  const error = await client.post('/orders', { data: { size: '0.1' } }).catch((cause) => cause)
  assert.ok(isRequestError(error, 'http'))
  assert.equal(error.status, 409)

  console.log(
    error.message,
    error.detail.body,
    formatDecimal(mul(decimal('59000'), decimal('0.1'))),
  )
  server.close()
}

void main()
