import http from 'node:http'

/** Runs at each tick of the rate, whether or not the one before has ended. */
export async function atRate(perSecond, seconds, run) {
  const from = performance.now()
  const runs = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const waitMs = from + (n * 1000) / perSecond - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    runs.push(run(n))
  }
  await Promise.all(runs)
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
    request.on('error', reject)
    request.end(body)
  })
}
