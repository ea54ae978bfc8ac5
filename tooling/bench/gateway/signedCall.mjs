import { randomBytes } from 'node:crypto'
import { post } from '../logins/atRate.mjs'

/**
 * Sends one signed order request of a logged-in client.
 * @returns {Promise<{ code: string, msg: string, data: object, tookMs: number }>} `tookMs`: from
 * the first byte sent to the last one read, signing not included.
 */
export async function signedCall(url, { client, agent, path, body, localAddress, realm = 'live' }) {
  const tm = String(Date.now())
  const traceId = `w${tm}${randomBytes(6).toString('hex').slice(1)}`
  const text = JSON.stringify(body)
  const signature = await client.sign.sign({ method: 'POST', path, tm, traceId, body: text })
  const headers = {
    'content-type': 'application/json',
    cookie: cookieOf(client),
    tm,
    'trace-id': traceId,
    'x-realm': realm,
    ...signature,
  }
  const from = performance.now()
  const answer = await post(url, { agent, path, headers, body: text, localAddress })
  return { ...answer, tookMs: performance.now() - from }
}

export const cookieOf = (client) =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** @returns {Promise<Record<string, number>>} The last price of each pair. */
export async function lastPrices(url) {
  const { data } = await (await fetch(`${url}/v1/spot/public/tickers`)).json()
  return Object.fromEntries(data.map(({ symbol, last }) => [symbol, Number(last)]))
}

export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
