import http from 'node:http'
import { post } from '../logins/atRate.mjs'

/** A busy machine pauses trading for a moment now and then; more than this is no measurement. */
const MOST_REFUSED = 0.02

/**
 * Sends the requests at random moments, so many a second on average, to each edge in turn.
 * @returns {Promise<number[]>} Milliseconds from each one to its answer.
 */
export async function sendPoisson(edges, { requests, perSecond }) {
  const agent = new http.Agent({ keepAlive: true })
  const times = []
  const failures = []
  const sent = []
  let at = performance.now()
  for (const [index, request] of requests.entries()) {
    at += (-Math.log(1 - Math.random()) * 1_000) / perSecond
    const waitMs = at - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    const edge = edges[index % edges.length]
    sent.push(
      call(edge, { agent, request }).then(
        (ms) => times.push(ms),
        (error) => failures.push(error),
      ),
    )
  }
  await Promise.all(sent)
  agent.destroy()
  if (failures.length > requests.length * MOST_REFUSED) throw failures[0]
  return times
}

async function call(edge, { agent, request: { path, headers, body } }) {
  const from = performance.now()
  const { code, msg } = await post(edge, { agent, path, headers, body })
  if (code !== '0') throw new Error(`An order was refused with ${code} ${msg}`)
  return performance.now() - from
}
