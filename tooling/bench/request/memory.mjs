import { axiosClient, EXPIRED, kyClient, ofetchClient, ours } from './clients.mjs'

const REQUESTS = 100_000
const BAR_BYTES = 32

export async function memory() {
  const rows = []
  const parked = {
    '@x/request': ours({ text: EXPIRED }),
    'axios, one shared promise that never settles': await sharedNever(),
  }
  for (const [who, send] of Object.entries(parked))
    rows.push(
      row('left by a parked request', {
        who,
        bytes: await left((n) => void park(send, n)),
        isOurs: who === '@x/request',
      }),
    )
  const aborted = {
    '@x/request': ours({}),
    axios: await axiosClient({}),
    'ky, until its timeout has passed': await kyClient({}),
    ofetch: await ofetchClient({}),
  }
  for (const [who, send] of Object.entries(aborted))
    rows.push(
      row('left by an aborted request', {
        who,
        bytes: await left((n) => abort(send, n)),
        isOurs: who === '@x/request',
      }),
    )
  return rows
}

const row = (what, { who, bytes, isOurs }) => ({
  what: `${what}, of ${REQUESTS}`,
  who,
  measured: `${Math.max(0, bytes).toFixed(1)} bytes`,
  ...(isOurs ? { bar: `< ${BAR_BYTES} bytes`, holds: bytes < BAR_BYTES } : {}),
})

/** The usual way to park requests: an interceptor that returns one promise for expired sessions. */
async function sharedNever() {
  const send = await axiosClient({ text: EXPIRED })
  const never = new Promise(() => {})
  return async (data) => ((await send(data)).code === '20906' ? never : undefined)
}

/** A caller whose continuation keeps a kilobyte alive, as a component's does. */
async function park(send, n) {
  const held = Array.from({ length: 128 }, () => n)
  await send({ n })
  return held.length
}

function abort(send, n) {
  const controller = new AbortController()
  send({ n }, controller.signal).catch(() => {})
  queueMicrotask(() => controller.abort())
}

/** Bytes that remain for each request after a warm-up of a thousand. */
async function left(one) {
  await round(1_000, one)
  const before = heap()
  await round(REQUESTS, one)
  return (heap() - before) / REQUESTS
}

async function round(count, one) {
  for (let n = 0; n < count; n++) {
    one(n)
    if (n % 500 === 499) await settle()
  }
  await settle()
}

async function settle() {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve))
}

function heap() {
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed
}
