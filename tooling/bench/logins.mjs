// Orders over HTTP at a steady rate, before and while 50 log-ins a second are tried: half of them
// with the right password of one of a few accounts, half with wrong ones, from 256 addresses of
// this machine (127.0.x.y, as Linux has them).
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { atMost } from './calibration.mjs'
import { createHttpClient } from './gateway/httpClient.mjs'
import { lastPrices, quantile, signedCall } from './gateway/signedCall.mjs'
import { startGateway } from './gateway/startGateway.mjs'
import { atRate } from './logins/atRate.mjs'

const BAR_MS = 50
const SECONDS = 20
const ORDERS_PER_SECOND = 40
const LOGINS_PER_SECOND = 50
const ACCOUNTS = 4
const PASSWORD = 'correct horse 7'

export async function bench({ factor }) {
  const gateway = await startGateway({ CAPTCHA_COST: '1' })
  try {
    const client = createHttpClient(gateway.url)
    const { code, msg } = await client.login(gateway.demo)
    if (code !== '0') throw new Error(`The log-in was refused: ${code} ${msg}`)
    const emails = []
    for (let n = 0; n < ACCOUNTS; n++) emails.push(await register(gateway.url, n))
    const last = (await lastPrices(gateway.url)).BTCUSDT
    await trade(gateway, { client, last, seconds: 3 })
    const before = await trade(gateway, { client, last, seconds: SECONDS })
    const usage = await gateway.usage()
    // In a thread of its own: preparing the logins must not delay the measured orders.
    const attack = new Worker(new URL('./logins/attack.mjs', import.meta.url), {
      workerData: {
        url: gateway.url,
        emails,
        password: PASSWORD,
        seconds: SECONDS,
        perSecond: LOGINS_PER_SECOND,
      },
    })
    const answered = once(attack, 'message')
    const during = await trade(gateway, { client, last, seconds: SECONDS })
    const [outcomes] = await answered
    const used = await gateway.usage()
    const p99 = quantile(during, 0.99)
    return [
      { what: `order, ${ORDERS_PER_SECOND} a second, no log-ins`, measured: times(before) },
      {
        what: `order while ${LOGINS_PER_SECOND} log-ins a second are tried`,
        measured: times(during),
        ...atMost(p99, { limit: BAR_MS, factor, format: (value) => `p99 ${value.toFixed(1)} ms` }),
      },
      {
        what: '… orders answered before, meanwhile',
        measured: `${before.length}, ${during.length}`,
      },
      {
        what: '… log-ins by answer',
        measured: Object.entries(outcomes)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([answer, count]) => `${answer}: ${count}`)
          .join(', '),
      },
      {
        what: '… processor time of the gateway meanwhile',
        measured: `${((used.cpuMs - usage.cpuMs) / SECONDS / 10).toFixed(0)} % of a core`,
      },
    ]
  } finally {
    await gateway.stop()
  }
}

async function register(url, n) {
  const email = `login-bench-${n}@example.com`
  const { code, msg } = await createHttpClient(url).register(email, { password: PASSWORD })
  if (code !== '0') throw new Error(`A registration was refused: ${code} ${msg}`)
  return email
}

/**
 * Sends an order at each tick of the rate, whether or not the one before was answered, and then
 * cancels it.
 */
async function trade(gateway, { client, last, seconds }) {
  const latencies = []
  const agent = new http.Agent({ keepAlive: true })
  await atRate(ORDERS_PER_SECOND / 2, seconds, async (n) => {
    const body = order(n, last)
    const send = (path, sent) =>
      answered(signedCall(gateway.url, { client, agent, path, body: sent }))
    latencies.push(await send('/v1/spot/order/place', body))
    const { symbol, clientOid } = body
    latencies.push(await send('/v1/spot/order/cancel', { symbol, clientOid }))
  })
  agent.destroy()
  return latencies
}

async function answered(call) {
  const { code, msg, tookMs } = await call
  if (code !== '0') throw new Error(`An order was refused: ${code} ${msg}`)
  return tookMs
}

function order(n, last) {
  const side = n % 2 ? 'buy' : 'sell'
  const away = 1 + (side === 'buy' ? -1 : 1) * (0.01 + (n % 97) / 10_000)
  return {
    symbol: 'BTCUSDT',
    side,
    clientOid: randomBytes(12).toString('hex'),
    orderType: 'limit',
    timeInForce: 'gtc',
    price: (last * away).toFixed(2),
    size: '0.0001',
  }
}

function times(values) {
  return [0.5, 0.99, 1]
    .map(
      (share) =>
        `${share === 1 ? 'most' : `p${share * 100}`} ${quantile(values, share).toFixed(1)} ms`,
    )
    .join(', ')
}
