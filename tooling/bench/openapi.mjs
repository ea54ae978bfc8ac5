// The dialect of trading programs: the book by REST at 50 concurrent callers, and orders signed by
// HMAC over the WebSocket API, each from `order.place` to its answer.
import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import { connect as connectTo } from 'node:net'
import path from 'node:path'
import { atLeast, atMost } from './calibration.mjs'
import { idleCpu } from './gateway/signedOrders.mjs'
import { startGateway } from './gateway/startGateway.mjs'

const { WebSocket } = createRequire(
  path.resolve(import.meta.dirname, '../../apps/gateway/package.json'),
)('ws')
const CONCURRENT = 50
/** Calls of each caller; the weight of an address allows 1,200 a minute. */
const [FIRST_CALLS, CALLS] = [200, 400]
/** An address may send 6,000 orders a minute: each socket has one of its own. */
const [SOCKETS, AT_ONCE] = [16, 4]
const [FIRST_ORDERS, ORDERS] = [6_000, 20_000]
const REALMS = ['live', 'paper']
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
        what: '… CPU of the server for an answer, the market meanwhile included',
        measured: `${depth.cpuUs.toFixed(0)} us`,
      },
      {
        what: `${orders.count} orders, HMAC over WebSocket`,
        measured: `${Math.round(orders.rate)} a server CPU-second`,
        ...atLeast(orders.rate, { limit: ORDER_BAR, factor, format: (each) => each.toFixed(0) }),
      },
      {
        what: '… without what the generated market costs meanwhile',
        measured: `${Math.round(orders.own)} a server CPU-second`,
      },
      {
        what: '… order.place to answer',
        measured:
          `p50 ${orders.p50.toFixed(2)} ms, p99 ${orders.p99.toFixed(2)} ms at ` +
          `${Math.round(orders.perSecond)} a second`,
      },
    ]
  } finally {
    await gateway.stop()
  }
}

const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]

/** Each caller has an address and a connection of its own, and asks again once it was answered. */
async function measureDepth(gateway) {
  const callers = await Promise.all(
    Array.from({ length: CONCURRENT }, (_, at) =>
      openCaller(gateway.url, { path: '/api/v3/depth?symbol=BTCUSDT&limit=100', at }),
    ),
  )
  const callAll = (count) => Promise.all(callers.map((caller) => caller.call(count)))
  await callAll(FIRST_CALLS)
  const before = await gateway.usage()
  const times = (await callAll(CALLS)).flat()
  const { cpuMs } = await gateway.usage()
  for (const caller of callers) caller.close()
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpuUs: ((cpuMs - before.cpuMs) * 1_000) / times.length,
  }
}

/** A kept connection; answers are counted, not parsed: the callers share the machine. */
async function openCaller(url, { path: asked, at }) {
  const { hostname, port, host } = new URL(url)
  const socket = connectTo({ host: hostname, port, localAddress: `127.0.${at + 1}.1` })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const request = `GET ${asked} HTTP/1.1\r\nhost: ${host}\r\n\r\n`
  let [missing, answered] = [0, undefined]
  socket.on('data', (chunk) => {
    if (missing === 0) {
      const end = chunk.indexOf('\r\n\r\n')
      const head = chunk.toString('latin1', 0, end)
      if (!head.startsWith('HTTP/1.1 200')) return answered.reject(new Error(head))
      missing = Number(/content-length: (\d+)/i.exec(head)[1]) + end + 4
    }
    missing -= chunk.length
    if (missing === 0) answered.resolve()
  })
  const once = () => {
    answered = Promise.withResolvers()
    socket.write(request)
    return answered.promise
  }
  return {
    close: () => socket.destroy(),
    async call(count) {
      const times = []
      while (times.length < count) {
        const startedAt = performance.now()
        await once()
        times.push(performance.now() - startedAt)
      }
      return times
    },
  }
}

/** A key in each realm, and sockets that send as fast as they are answered. */
async function measureOrders(gateway) {
  const last = await lastPrice(gateway.url)
  const keys = await Promise.all(REALMS.map((realm) => createKey(gateway, realm)))
  const address = `${gateway.url.replace(/^http/, 'ws')}/ws-api/v3`
  const callers = await Promise.all(
    Array.from({ length: SOCKETS }, async (_, at) => ({
      key: keys[at % keys.length],
      socket: await connect(address, { localAddress: `127.0.1.${at + 1}` }),
    })),
  )
  let next = 0
  const send = async (count) => {
    const until = next + count
    const rounds = await Promise.all(
      callers.map(({ key, socket }) =>
        inTurn(() => next < until && socket.call('order.place', signed(key, order(next++, last)))),
      ),
    )
    // Answers once the ledger has what the journal has.
    await Promise.all(
      callers
        .slice(0, keys.length)
        .map(({ key, socket }) =>
          socket.call('allOrders', signed(key, { symbol: 'BTCUSDT', limit: 1 })),
        ),
    )
    return rounds.flat()
  }
  await send(FIRST_ORDERS)
  const idle = await idleCpu(gateway)
  const [before, startedAt] = [await gateway.usage(), performance.now()]
  const times = await send(ORDERS)
  const wallMs = performance.now() - startedAt
  const cpuMs = (await gateway.usage()).cpuMs - before.cpuMs
  for (const { socket } of callers) socket.close()
  return {
    count: times.length,
    rate: times.length / (cpuMs / 1_000),
    own: times.length / ((cpuMs - idle * wallMs) / 1_000),
    perSecond: times.length / (wallMs / 1_000),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
}

/** Calls a few at a time until there is none left; how long each took. */
async function inTurn(nextCall) {
  const times = []
  const worker = async () => {
    for (let call = nextCall(); call; call = nextCall()) {
      const startedAt = performance.now()
      const { status, error } = await call
      if (status !== 200) throw new Error(`An order was refused: ${JSON.stringify(error)}`)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return times
}

async function createKey({ url, demo: { password } }, realm) {
  const response = await fetch(`${url}/v1/dev/apiKey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password, permissions: ['read', 'spot'], realm }),
  })
  const { code, msg, data } = await response.json()
  if (code !== '0') throw new Error(`No key: ${code} ${msg}`)
  return data
}

/** A socket whose calls are answered by their ids. */
async function connect(address, { localAddress }) {
  const socket = new WebSocket(address, { localAddress })
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
  const all = { ...fields, apiKey, timestamp: Date.now(), recvWindow: 60_000 }
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
  return { symbol: 'BTCUSDT', side, type: 'LIMIT', timeInForce: 'GTC', quantity: '0.00010', price }
}
