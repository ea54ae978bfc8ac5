import http from 'node:http'

export { createHttpClient } from '../../../apps/gateway/src/testing/createHttpClient.ts'

/**
 * Sends prepared requests over a few keep-alive connections, one at a time on each.
 */
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
      const request = http.request(
        { agent, hostname, port, path, method: 'POST', headers },
        (response) => {
          const chunks = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('end', () => resolve(Buffer.concat(chunks).toString()))
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  const from = performance.now()
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  return { answers, wallMs: performance.now() - from }
}
