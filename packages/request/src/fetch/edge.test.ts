import { webcrypto } from 'node:crypto'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { json, startServer } from '../testing/startServer.ts'

/** What edge runtimes have in common (WinterTC): no `process`, `Buffer`, page or XMLHttpRequest. */
const EDGE = {
  AbortController,
  AbortSignal,
  Blob,
  FormData,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  clearTimeout,
  console,
  crypto: webcrypto,
  fetch,
  performance,
  setTimeout,
}

const SOURCE = `
  import { createRequestClient, restMiddlewares } from '../exports/index.ts'
  import { createFetchTransport } from '../exports/fetch.ts'
  import { createSeededRandom } from '@x/kit/testing'
  globalThis.run = async (origin) => {
    const random = createSeededRandom(1)
    const clock = {
      now: Date.now,
      monotonic: () => performance.now(),
      after(ms, done) {
        const timer = setTimeout(done, ms)
        return { cancel: () => clearTimeout(timer) }
      },
    }
    const client = createRequestClient({
      transport: createFetchTransport({ origin }), clock, random,
      ...restMiddlewares({ clock, random, headers: () => ({ authorization: 'Bearer t' }) }),
    })
    const { data, status } = await client.post('/orders?dry=1', { data: { a: 1 } }).withResponse()
    const refused = await client.get('/no').catch((error) => error)
    return JSON.stringify({ data, status, kind: refused.kind, body: refused.detail.body })
  }
`

it('runs with nothing but the globals of an edge runtime', async () => {
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    format: 'iife',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['x-source'],
    write: false,
  })
  const server = await startServer(({ method, url, headers, body }, response) =>
    url.startsWith('/no')
      ? void response.writeHead(404).end('{"message":"none"}')
      : json(response, { method, url, sent: body.toString(), who: headers.authorization }),
  )
  const context = createContext({ ...EDGE })
  runInContext(outputFiles[0]?.text ?? '', context)
  const run = runInContext('run', context) as (origin: string) => Promise<string>
  const seen: unknown = JSON.parse(await run(server.origin))
  await server.stop()
  expect(seen).toEqual({
    data: { method: 'POST', url: '/orders?dry=1', sent: '{"a":1}', who: 'Bearer t' },
    status: 200,
    kind: 'http',
    body: { message: 'none' },
  })
})
