// The dialect of trading programs: the book by REST at 50 concurrent callers, and orders signed by
// HMAC over the WebSocket API, each from `order.place` to its answer.
import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import { Agent, get } from 'node:http'
import path from 'node:path'
import { atLeast, atMost } from './calibration.mjs'
import { idleCpu } from './gateway/signedOrders.mjs'
import { startGateway } from './gateway/startGateway.mjs'

const { WebSocket } = createRequire(
  path.resolve(import.meta.dirname, '../../apps/gateway/package.json'),
)('ws')
const CONCURRENT = 50
/** What the weight of an address allows in a minute, and a little less. */
const CALLS = 1_000
const [WINDOWS, ORDERS] = [6, 190]
const [DEPTH_BAR_MS, ORDER_BAR] = [2, 2_500]

export async function bench({ factor }) {
  const gateway = await startGateway()
  try {
    const depth = await measureDepth(gateway)
    const orders = await measureOrders(gateway)
    return [
      {
        what: `GET /api/v3/depth by REST, ${CONCURRENT} concurrent, p50`,
        measured: `${depth.p50.toFixed(2)} ms, p99 ${depth.p99.toFixed(2)} ms`,
        ...atMost(depth.p50, { limit: DEPTH_BAR_MS, factor, format: (each) => each.toFixed(2) }),
      },
      {
        what: `${orders.count} orders, HMAC over WebSocket`,
        measured: `${Math.round(orders.rate)} a server CPU-second`,
        ...atLeast(orders.rate, { limit: ORDER_BAR, factor, format: (each) => each.toFixed(0) }),
      },
      {
        what: '… order.place to answer',
        measured: `p50 ${orders.p50.toFixed(2)} ms, p99 ${orders.p99.toFixed(2)} ms`,
      },
    ]
  } finally {
    await gateway.stop()
  }
}

const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]

async function measureDepth({ url }) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT })
  const address = `${url}/api/v3/depth?symbol=BTCUSDT&limit=100`
  const times = []
  let left = CALLS
  const call = () =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      get(address, { agent }, (response) => {
        response.resume()
        response.once('end', () => {
          if (response.statusCode !== 200)
            return reject(new Error(`depth answered ${response.statusCode}`))
          times.push(performance.now() - startedAt)
          resolve()
        })
      }).once('error', reject)
    })
  const worker = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: CONCURRENT }, worker))
  agent.destroy()
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

/** An account may send 200 orders in ten seconds: they are sent in several such windows. */
async function measureOrders(gateway) {
  const key = await createKey(gateway)
  const socket = await connect(`${gateway.url.replace(/^http/, 'ws')}/ws-api/v3`)
  const last = await lastPrice(gateway.url)
  const place = (n) => socket.call('order.place', signed(key, order(n, last)))
  const idle = await idleCpu(gateway)
  const times = []
  let [cpuMs, wallMs, sent] = [0, 0, 0]
  for (let window = 0; window < WINDOWS; window++) {
    await nextWindow()
    const [before, startedAt] = [await gateway.usage(), performance.now()]
    const from = sent
    const round = await inTurn(ORDERS, (n) => place(from + n))
    // The first one warms up.
    sent += ORDERS
    if (window === 0) continue
    cpuMs += (await gateway.usage()).cpuMs - before.cpuMs
    wallMs += performance.now() - startedAt
    times.push(...round)
  }
  socket.close()
  const rate = times.length / ((cpuMs - idle * wallMs) / 1_000)
  return { rate, count: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

/** Resolves when the next ten seconds of the clock begin. */
const nextWindow = () =>
  new Promise((resolve) => setTimeout(resolve, 10_050 - (Date.now() % 10_000)))

/** So many calls, at most ten at a time; how long each took. */
async function inTurn(count, run) {
  const times = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const startedAt = performance.now()
      const { status, error } = await run(next++)
      if (status !== 200) throw new Error(`An order was refused: ${JSON.stringify(error)}`)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: 10 }, worker))
  return times
}

async function createKey({ url, demo: { password } }) {
  const response = await fetch(`${url}/v1/dev/apiKey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password, permissions: ['read', 'spot'], realm: 'live' }),
  })
  const { code, msg, data } = await response.json()
  if (code !== '0') throw new Error(`No key: ${code} ${msg}`)
  return data
}

/** A socket whose calls are answered by their ids. */
async function connect(address) {
  const socket = new WebSocket(address)
  const waiting = new Map()
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data))
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let id = 0
  return {
    close: () => socket.terminate(),
    call: (method, params) =>
      new Promise((resolve) => {
        id += 1
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, method, params }))
      }),
  }
}

function signed({ apiKey, secret }, fields) {
  const all = { ...fields, apiKey, timestamp: Date.now() }
  const payload = Object.keys(all)
    .sort()
    .map((name) => `${name}=${all[name]}`)
    .join('&')
  return { ...all, signature: createHmac('sha256', secret).update(payload).digest('hex') }
}

async function lastPrice(url) {
  const { price } = await (await fetch(`${url}/api/v3/ticker/price?symbol=BTCUSDT`)).json()
  return Number(price)
}

/** Four rest a percent or two away from the market, the fifth trades. */
function order(n, last) {
  const side = n % 2 ? 'BUY' : 'SELL'
  if (n % 5 === 0) return { symbol: 'BTCUSDT', side, type: 'MARKET', quantity: '0.00020' }
  const away = 1 + (side === 'BUY' ? -1 : 1) * (0.01 + (n % 97) / 10_000)
  const price = (last * away).toFixed(2)
  return { symbol: 'BTCUSDT', side, type: 'LIMIT', timeInForce: 'GTC', quantity: '0.00050', price }
}
