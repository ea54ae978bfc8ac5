import { randomBytes } from 'node:crypto'
import { sendAll } from './httpClient.mjs'

const CONNECTIONS = 32
const IDLE_MS = 3_000
const BATCH = 250

/** What the gateway costs by itself, as a share of a core. */
export async function idleCpu(gateway) {
  const before = await gateway.usage()
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  return ((await gateway.usage()).cpuMs - before.cpuMs) / IDLE_MS
}

/**
 * Signs so many orders and sends them; `rate` is orders a CPU second of the server, `own` without
 * what it costs idle. A signature lapses within a minute: they are signed and sent by turns.
 */
export async function sendOrders(gateway, { client, path, order, count, idle = 0, afterBatch }) {
  let [cpuMs, wallMs] = [0, 0]
  const answers = []
  for (let from = 0; from < count; from += BATCH) {
    const requests = []
    for (let n = from; n < Math.min(count, from + BATCH); n++)
      requests.push(await signed(client, { path, body: order(n) }))
    const before = await gateway.usage()
    const sent = await sendAll(gateway.url, { requests, connections: CONNECTIONS })
    // Answers once the ledger has what the journal has.
    await client.get(path.replace(/place$/, 'history'))
    cpuMs += (await gateway.usage()).cpuMs - before.cpuMs
    wallMs += sent.wallMs
    answers.push(...sent.answers)
    await afterBatch?.()
  }
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

/** The request as it will go over the wire; nothing is left to compute when it is sent. */
export async function signed(client, { path, body }) {
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
