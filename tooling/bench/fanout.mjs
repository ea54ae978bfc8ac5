// A thousand sockets, each following one of three books that change in every period, ten messages a
// second: their CPU cost, compared to a server that serialises each message for each client.
import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { atMost } from './calibration.mjs'
import { startGateway } from './gateway/startGateway.mjs'

const { WebSocket } = createRequire(
  path.resolve(import.meta.dirname, '../../apps/gateway/package.json'),
)('ws')
const CLIENTS = 1_000
const RATE = 10
const BAR = 0.15
const MEASURE_MS = 10_000
const WARM_UP_MS = 20_000
const BATCH = 50
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']
/**
 * Late timers on a busy machine lose some messages; a run that loses more is invalid.
 */
const RATE_MARGIN = 0.2
/**
 * The largest difference of the two readings without clients, as a share of the clients' cost or of
 * a core.
 */
const CONTROL_MARGIN = { ofCost: 0.25, ofCore: 0.02 }

export async function bench({ factor }) {
  const exchange = await startExchange()
  const gateway = await startGateway({ MARKET_SOURCE: 'live:okx', MARKET_URL: exchange.url })
  let ours
  let sample
  try {
    // A process that has just started compiles its code first.
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS))
    const before = await share(gateway, () => 0)
    const followers = await openAll(`${gateway.url.replace(/^http/, 'ws')}/v1/market/stream`, {
      subscribe: (at) =>
        JSON.stringify({
          op: 'subscribe',
          args: [{ topic: 'books50@100ms', symbol: SYMBOLS[at % SYMBOLS.length] }],
        }),
    })
    const listened = await share(gateway, followers.count)
    sample = followers.sample()
    if (followers.refused())
      throw new Error(`The gateway closed a client with ${followers.refused()}`)
    followers.close()
    ours = { ...listened, before: before.share, after: (await share(gateway, () => 0)).share }
  } finally {
    await gateway.stop()
    exchange.stop()
  }
  const naive = await naiveShare(sample)
  const idle = (ours.before + ours.after) / 2
  // Scaled to the bar's rate, by a fifth at most: see `refusal`.
  const own = (ours.share - idle) * (RATE / ours.rate)
  const reason = refusal({ ours, own, naive })
  if (reason) throw new Error(`This run is invalid: ${reason}. The machine is too busy.`)
  const what = `${CLIENTS} clients, ${SYMBOLS.length} books`
  return [
    { what, who: 'gateway, messages a client and second', measured: ours.rate.toFixed(1) },
    {
      what,
      who: `gateway, fan-out alone at ${RATE} a second`,
      measured: percent(own),
      ...atMost(own, { limit: BAR, factor, format: (share) => `${percent(share)} of a core` }),
    },
    { what, who: '… with the feed that the books come from', measured: percent(ours.share) },
    {
      what,
      who: '… control: the feed without clients, before and after',
      measured: `${percent(ours.before)} and ${percent(ours.after)}`,
    },
    {
      what,
      who: `ws, a write for each client, ${naive.rate.toFixed(1)} a second, at ${RATE}`,
      measured: percent(naive.share * (RATE / naive.rate)),
    },
    { what, who: 'size of a message', measured: `${sample.length} bytes` },
  ]
}

/** Why a run is invalid; `undefined` for a valid one. */
export function refusal({ ours, own, naive }) {
  for (const [who, { rate }] of Object.entries({ gateway: ours, ws: naive }))
    if (!(Math.abs(rate - RATE) <= RATE * RATE_MARGIN))
      return `${who} sent ${rate.toFixed(1)} messages a second to a client instead of ${RATE}`
  if (!(own > 0 && naive.share > 0))
    return `the clients cost ${percent(own)} of a core, and ${percent(naive.share)} beside ws`
  const apart = Math.abs(ours.before - ours.after)
  if (apart > Math.max(CONTROL_MARGIN.ofCore, own * CONTROL_MARGIN.ofCost))
    return (
      `without clients it measured ${percent(ours.before)} before and ${percent(ours.after)} ` +
      'after'
    )
  return undefined
}

async function startExchange() {
  const child = fork(path.join(import.meta.dirname, 'fanout/exchange.mjs'), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { url } = await new Promise((resolve, reject) =>
    child
      .once('message', resolve)
      .once('exit', (code) => reject(new Error(`The exchange of the bench ended with ${code}`))),
  )
  return { url, stop: () => child.kill() }
}

/** The server's share of a core while the clients listen. */
async function share(server, count) {
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const before = await server.usage()
  const received = count()
  const from = performance.now()
  await new Promise((resolve) => setTimeout(resolve, MEASURE_MS))
  const wall = performance.now() - from
  const rate = ((count() - received) / CLIENTS / wall) * 1000
  return { share: ((await server.usage()).cpuMs - before.cpuMs) / wall, rate }
}

async function openAll(url, { subscribe }) {
  let received = 0
  let sample = ''
  let refused = 0
  const sockets = []
  // A gateway takes a hundred sockets from one address: each batch has its own.
  for (let at = 0; at < CLIENTS; at += BATCH) {
    await Promise.all(
      Array.from(
        { length: BATCH },
        (_, index) =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket(url, {
              perMessageDeflate: false,
              origin: url.replace(/^ws/, 'http').replace(/\/v1.*/, ''),
              localAddress: `127.0.${at / BATCH}.1`,
            })
            socket.on('open', () => (subscribe && socket.send(subscribe(at + index)), resolve()))
            socket.on('error', reject)
            socket.on('close', (code) => (refused ||= code))
            // Frames are counted, not parsed: the clients share the machine with the server.
            socket.on('message', (data) => {
              received++
              if (received % 1_000 === 0) sample = data.toString()
            })
            sockets.push(socket)
          }),
      ),
    )
  }
  return {
    count: () => received,
    sample: () => sample,
    refused: () => refused,
    close: () => sockets.forEach((socket) => socket.terminate()),
  }
}

async function naiveShare(text) {
  const child = fork(path.join(import.meta.dirname, 'fanout/naive.mjs'), [String(RATE)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const next = () => new Promise((resolve) => child.once('message', resolve))
  try {
    child.send({ text })
    const { port } = await next()
    const followers = await openAll(`ws://127.0.0.1:${port}`, {})
    const measured = await share({ usage: () => (child.send('cpu'), next()) }, followers.count)
    followers.close()
    return measured
  } finally {
    child.kill()
  }
}

const percent = (value) => `${(value * 100).toFixed(1)} %`
