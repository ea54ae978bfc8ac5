// Orders that were signed before, through HTTP into the gateway: verified, judged, matched,
// journalled and settled. Every fifth one trades.
import { randomBytes } from 'node:crypto'
import { atLeast } from './calibration.mjs'
import { createHttpClient, sendAll } from './gateway/httpClient.mjs'
import { startGateway } from './gateway/startGateway.mjs'

const BAR = 2_000
const WARM_UP = 3_000
const ORDERS = 10_000
const CONNECTIONS = 32
const IDLE_MS = 3_000

export async function bench({ factor }) {
  const gateway = await startGateway()
  try {
    const client = createHttpClient(gateway.url)
    const { code, msg } = await client.login(gateway.demo)
    if (code !== '0') throw new Error(`The log-in was refused: ${code} ${msg}`)
    const idle = await idleCpu(gateway)
    await run(gateway, { client, count: WARM_UP })
    const { rate, own, wallMs, fills } = await run(gateway, { client, count: ORDERS, idle })
    return [
      {
        what: `${ORDERS} pre-signed orders, ${Math.round((100 * fills) / ORDERS)} % filled`,
        measured: `${Math.round(rate)} a server CPU-second`,
        ...atLeast(rate, { limit: BAR, factor, format: (each) => each.toFixed(0) }),
      },
      {
        what: '… without what the generated market costs meanwhile',
        measured: `${Math.round(own)} a server CPU-second`,
      },
      {
        what: '… in wall time, both sides on this machine',
        measured: `${Math.round(ORDERS / (wallMs / 1000))} a second`,
      },
      {
        what: 'generated market and an idle server',
        measured: `${(idle * 100).toFixed(1)} % of a core`,
      },
    ]
  } finally {
    await gateway.stop()
  }
}

async function idleCpu(gateway) {
  const before = await gateway.usage()
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  return ((await gateway.usage()).cpuMs - before.cpuMs) / IDLE_MS
}

async function run(gateway, { client, count, idle = 0 }) {
  const last = await lastPrice(gateway.url)
  const requests = []
  for (let n = 0; n < count; n++) requests.push(await signed(client, order(n, last)))
  const before = await gateway.usage()
  const { answers, wallMs } = await sendAll(gateway.url, { requests, connections: CONNECTIONS })
  // Answers once the ledger has what the journal has.
  await client.get('/v1/spot/order/history')
  const cpuMs = (await gateway.usage()).cpuMs - before.cpuMs
  const refused = answers.filter(({ code }) => code !== '0')
  if (refused.length > 0)
    throw new Error(
      `${refused.length} of ${count} orders were refused, the first with ${refused[0].code} ` +
        `${refused[0].msg}`,
    )
  const fills = answers.filter(({ data }) => data.status === 'filled').length
  return {
    rate: count / (cpuMs / 1000),
    own: count / ((cpuMs - idle * wallMs) / 1000),
    wallMs,
    fills,
  }
}

async function lastPrice(url) {
  const { data } = await (await fetch(`${url}/v1/spot/public/tickers`)).json()
  return Number(data.find(({ symbol }) => symbol === 'BTCUSDT').last)
}

/** The request as it will go over the wire; nothing is left to compute when it is sent. */
async function signed(client, body) {
  const path = '/v1/spot/order/place'
  const tm = String(Date.now())
  const traceId = `w${tm}${randomBytes(6).toString('hex').slice(1)}`
  const text = JSON.stringify(body)
  const signature = await client.sign.sign({ method: 'POST', path, tm, traceId, body: text })
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    path,
    body: text,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      cookie,
      tm,
      'trace-id': traceId,
      'x-realm': 'live',
      ...signature,
    },
  }
}

/**
 * Four rest a percent or two away from the market, the fifth trades with the market maker; buys and
 * sells in turn.
 */
function order(n, last) {
  const side = n % 2 ? 'buy' : 'sell'
  const common = { symbol: 'BTCUSDT', side, clientOid: randomBytes(12).toString('hex') }
  if (n % 5 === 0) return { ...common, orderType: 'market', size: '0.0002', sizeUnit: 'base' }
  const away = 1 + (side === 'buy' ? -1 : 1) * (0.01 + (n % 97) / 10_000)
  return {
    ...common,
    orderType: 'limit',
    timeInForce: 'gtc',
    price: (last * away).toFixed(2),
    size: '0.0001',
  }
}
