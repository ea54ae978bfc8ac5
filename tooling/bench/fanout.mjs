// A thousand sockets that follow three books, about ten messages a second each: what they cost the gateway, beside a server that writes each message anew.
import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { startGateway } from './gateway/startGateway.mjs'

const { WebSocket } = createRequire(path.resolve(import.meta.dirname, '../../apps/gateway/package.json'))('ws')
const CLIENTS = 1_000
const RATE = 10
const BAR = 0.15
const MEASURE_MS = 10_000
const BATCH = 50
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']

export async function bench() {
  const gateway = await startGateway()
  let ours
  let sample
  try {
    const idle = await share(gateway, () => 0)
    const stream = `${gateway.url.replace(/^http/, 'ws')}/v1/market/stream`
    const followers = await openAll(stream, { subscribe: JSON.stringify({ op: 'subscribe', args: SYMBOLS.map((symbol) => ({ topic: 'books50@100ms', symbol })) }) })
    ours = { ...(await share(gateway, followers.count)), idle: idle.share }
    sample = followers.sample()
    followers.close()
  } finally {
    await gateway.stop()
  }
  const naive = await naiveShare(sample)
  const what = `${CLIENTS} clients, ${SYMBOLS.length} books`
  // At the rate of the bar: the generated market has some more or fewer messages.
  const own = (ours.share - ours.idle) * (RATE / ours.rate)
  return [
    { what, who: 'gateway, messages a client and second', measured: ours.rate.toFixed(1) },
    { what, who: `gateway, fan-out alone at ${RATE} a second`, measured: percent(own), bar: `< ${percent(BAR)} of a core`, holds: own < BAR },
    { what, who: '… with the generated market', measured: percent(ours.share) },
    { what, who: 'ws, each message written for each client', measured: percent(naive.share * (RATE / naive.rate)) },
    { what, who: 'size of a message', measured: `${sample.length} bytes` },
  ]
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
  const sockets = []
  for (let at = 0; at < CLIENTS; at += BATCH) {
    await Promise.all(
      Array.from({ length: BATCH }, () =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(url, { perMessageDeflate: false, origin: url.replace(/^ws/, 'http').replace(/\/v1.*/, '') })
          socket.on('open', () => (subscribe && socket.send(subscribe), resolve()))
          socket.on('error', reject)
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
  return { count: () => received, sample: () => sample, close: () => sockets.forEach((socket) => socket.terminate()) }
}

async function naiveShare(text) {
  const child = fork(path.join(import.meta.dirname, 'fanout/naive.mjs'), [String(RATE)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
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
