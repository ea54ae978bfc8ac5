import { describe, expect, it } from 'vitest'
import type { WireRequest } from '../request.ts'
import { rejectionOf } from '../testing/createFixture.ts'
import { json, startServer } from '../testing/startServer.ts'
import { describeTransport } from '../testing/transportContract.ts'
import { createFetchTransport } from './createFetchTransport.ts'

/** The nightly run sends 10,000. */
const requests = Number(process.env['TRANSPORT_REQUESTS'] ?? 1_000)

describeTransport('fetch', { create: createFetchTransport, requests })

const request: WireRequest = {
  method: 'GET',
  target: '/x',
  path: '/x',
  content: '',
  headers: {},
  stamp: { tm: '', traceId: '' },
  signal: new AbortController().signal,
  bare: false,
  limits: { timeoutMs: 10_000, idleTimeoutMs: undefined },
  onProgress: undefined,
}

const HIDDEN = 'opaqueredirect'

describe('fetch transport', () => {
  it('requires an origin where there is no page', async () => {
    expect(await rejectionOf(createFetchTransport().send(request))).toMatchObject({
      kind: 'config',
      message: 'there is no page: pass createFetchTransport({ origin })',
    })
  })

  it('uses a fetch of the runtime, with cookies only when asked', async () => {
    const inits: RequestInit[] = []
    const options = {
      origin: 'https://api.example.com',
      fetch: async (url: string, init: RequestInit) => {
        inits.push(init)
        return new Response(url)
      },
    }
    const { text } = await createFetchTransport(options).send(request)
    expect(text).toBe('https://api.example.com/x')
    const withCookies = createFetchTransport({ ...options, withCredentials: true })
    await withCookies.send(request)
    await withCookies.send({ ...request, origin: 'https://files.example.com' })
    expect(inits.map(({ credentials }) => credentials)).toEqual([undefined, 'include', undefined])
  })

  it('follows redirects only when asked', async () => {
    const server = await startServer(({ url }, response) =>
      url === '/x'
        ? void response.writeHead(302, { location: '/y' }).end()
        : json(response, { at: url }),
    )
    const { origin } = server
    const { status } = await createFetchTransport({ origin }).send(request)
    const { text } = await createFetchTransport({ origin, acceptRedirects: true }).send(request)
    await server.stop()
    expect([status, text]).toEqual([302, '{"at":"/y"}'])
  })

  it('names the option that follows the redirect which a browser hides', async () => {
    // A browser gives a response without status instead.
    const fetch = async () => Object.defineProperty(new Response(), 'type', { value: HIDDEN })
    const sent = createFetchTransport({ origin: 'https://x.example', fetch }).send(request)
    const error = await sent.catch((cause: unknown) => cause)
    expect(error).toMatchObject({
      kind: 'network',
      message: 'Network Error',
      cause: { message: expect.stringContaining('acceptRedirects') as string },
    })
  })

  it('calls onProgress once, with the whole size', async () => {
    const server = await startServer((_, response) => json(response, {}))
    const seen: unknown[] = []
    await createFetchTransport({ origin: server.origin }).send({
      ...request,
      method: 'POST',
      content: 'héllo',
      onProgress: (progress) => void seen.push(progress),
    })
    await server.stop()
    expect(seen).toEqual([{ loaded: 6, total: 6 }])
  })
})
