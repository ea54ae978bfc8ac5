import http from 'node:http'
import { createTestClient } from '../../../apps/gateway/src/testing/createTestClient.ts'
import { browserClock } from '../../../packages/kit/src/exports/browser.ts'

/** The gateway's own test client, over real HTTP instead of an injected request. */
export function createHttpClient(url) {
  const clock = browserClock()
  const inject = async ({ method, url: path, headers, payload }) => {
    const { host: _host, ...sent } = headers
    const response = await fetch(url + path, { method, headers: sent, ...(payload === undefined ? {} : { body: payload }) })
    const body = await response.text()
    const cookies = response.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const maxAge = attributes.find((attribute) => /^max-age=/i.test(attribute))?.slice('max-age='.length)
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }) }
    })
    return { statusCode: response.status, headers: Object.fromEntries(response.headers), cookies, body, json: () => JSON.parse(body) }
  }
  return createTestClient({ app: { inject }, clock })
}

/** Sends prepared requests over a few kept connections, each as soon as the one before it on its connection was answered. */
export async function sendAll(url, { requests, connections }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)
  const answers = []
  let next = 0
  const worker = async () => {
    for (let n = next++; n < requests.length; n = next++) {
      answers.push(JSON.parse(await post(requests[n])))
    }
  }
  const post = ({ path, headers, body }) =>
    new Promise((resolve, reject) => {
      const request = http.request({ agent, hostname, port, path, method: 'POST', headers }, (response) => {
        const chunks = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => resolve(Buffer.concat(chunks).toString()))
      })
      request.on('error', reject)
      request.end(body)
    })
  const from = performance.now()
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  return { answers, wallMs: performance.now() - from }
}
