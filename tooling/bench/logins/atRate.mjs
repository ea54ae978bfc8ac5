import http from 'node:http'

/**
 * Runs at each tick of the rate, whether or not the one before has ended.
 * @throws the first error of a run, once all have ended
 */
export async function atRate(perSecond, seconds, run) {
  const from = performance.now()
  const runs = []
  const failures = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const waitMs = from + (n * 1000) / perSecond - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    runs.push(Promise.resolve(run(n)).catch((error) => void failures.push(error)))
  }
  await Promise.all(runs)
  if (failures.length > 0) throw failures[0]
}

/** `localAddress`: the address of this machine that the request comes from. */
export function post(url, { agent, path, headers, body, localAddress }) {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const options = {
      agent: agent ?? false,
      hostname,
      port,
      path,
      method: 'POST',
      localAddress,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    }
    const request = http.request(options, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
    })
    // The server may close an idle connection while the request is on its way: sent anew, as
    // Node's documentation of `reusedSocket` advises.
    request.on('error', (error) =>
      request.reusedSocket && error.code === 'ECONNRESET'
        ? resolve(post(url, { agent, path, headers, body, localAddress }))
        : reject(new Error(`${path}: ${error.message}`, { cause: error })),
    )
    request.end(body)
  })
}
