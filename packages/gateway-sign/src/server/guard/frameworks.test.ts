import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { nodeClock } from '@x/kit/node'
import axios from 'axios'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSignedFetch } from '../../transport/createSignedFetch.ts'
import { signAxios } from '../../transport/signAxios.ts'
import {
  FRAMEWORKS,
  LOGIN,
  openPage,
  RULES,
  startGateway,
  type Gateway,
  type Page,
} from '../../testing/bearerApp.ts'
import { testServerIdentity } from '../../testing.ts'
import { createSignGuard, type SignGuardOptions } from './createSignGuard.ts'
import { nodeSign } from './nodeSign.ts'

const PORTS = ['session', 'keys', 'replay'] as const
const open: Gateway[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()))
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}
interface Sent {
  readonly method?: string
  readonly body?: unknown
  readonly type?: string
}
type Client = (page: Page) => (path: string, sent?: Sent) => Promise<Answer>

const viaFetch: Client = (page) => {
  const send = createSignedFetch(page)
  return async (path, { method = 'POST', body, type = 'application/json' } = {}) => {
    const isText = typeof body === 'string'
    const isForm = body instanceof URLSearchParams || body instanceof FormData
    const hasType = body !== undefined && !isForm
    const response = await send(path, {
      method,
      headers: { ...page.authorization(), ...(hasType && { 'content-type': type }) },
      ...(body !== undefined && { body: isText || isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    }
  }
}

const viaAxios: Client = (page) => {
  const instance = axios.create({ baseURL: page.origin, validateStatus: () => true })
  signAxios(instance, { axios, ...page })
  return async (url, { method = 'POST', body, type } = {}) => {
    const { status, headers, data } = await instance.request<unknown>({
      url,
      method,
      data: body,
      headers: { ...page.authorization(), ...(type && { 'content-type': type }) },
    })
    return { status, headers: { ...headers }, body: data }
  }
}

const CLIENTS: readonly (readonly [string, Client])[] = [
  ['createSignedFetch', viaFetch],
  ['signAxios', viaAxios],
]

/** Sends half of the body of a signed request, and hangs up once the server reads it. */
async function hangUp(origin: string): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const head = 'host: x\r\ncontent-type: application/json\r\ncontent-length: 100'
  socket.write(`POST /api/orders HTTP/1.1\r\n${head}\r\nexpect: 100-continue\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(String(first)).toMatch(/^HTTP\/1\.1 100/)
  await new Promise<void>((resolve) => void socket.write('{"size":', () => resolve()))
  socket.resetAndDestroy()
}

async function logIn(
  start: (typeof FRAMEWORKS)[number][1],
  client: Client,
  options?: Partial<SignGuardOptions>,
) {
  const gateway = await startGateway(start, options)
  open.push(gateway)
  const page = openPage(gateway)
  const send = client(page)
  const answer = await send(LOGIN, { body: { name: 'a', password: 'correct horse' } })
  page.keep(answer.body)
  return { gateway, page, send, answer }
}

describe.each(FRAMEWORKS)('a signing gateway on %s', (framework, start) => {
  describe.each(CLIENTS)('called with %s', (_name, client) => {
    it('decrypts a log-in and accepts every method that its key signs', async () => {
      const { gateway, send, answer } = await logIn(start, client)
      expect(answer).toMatchObject({ status: 200, body: { user: { id: 'user-1' } } })
      const login = gateway.calls.find(({ path }) => path === LOGIN)
      expect(login).toMatchObject({
        body: { name: 'a', password: 'correct horse' },
        admitted: { encrypted: true, clientKey: { algorithm: 'rsa1024' } },
      })

      const order = { symbol: 'BTCUSDT', note: 'é€' }
      expect(await send('/api/orders', { body: order })).toMatchObject({
        status: 200,
        body: { received: order },
      })
      expect(await send('/api/orders?page=2', { method: 'GET' })).toMatchObject({ status: 200 })
      expect(await send('/api/orders/7', { method: 'DELETE' })).toMatchObject({ status: 200 })
      expect(await send('/api/orders/7', { method: 'PUT', body: order })).toMatchObject({
        status: 200,
      })
      expect(gateway.calls.at(-1)?.admitted).toMatchObject({ mode: '1' })
      const named = '/api/orders/BTC%2FUSDT'
      expect(await send(named, { method: 'GET' })).toMatchObject({ status: 200 })
      expect(gateway.calls.at(-1)).toMatchObject({ path: named, admitted: { mode: '1' } })
      expect(gateway.refusals).toEqual([])
    })

    it('signs a form as the text that is sent', async () => {
      const { send } = await logIn(start, client)
      const form = new URLSearchParams({ symbol: 'BTCUSDT', size: '0.01' })
      const { status, body } = await send('/api/orders', { body: form })
      expect({ status, body }).toEqual({
        status: framework === 'Fastify' ? 415 : 200,
        body:
          framework === 'Fastify'
            ? expect.objectContaining({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' })
            : { received: { symbol: 'BTCUSDT', size: '0.01' } },
      })
    })

    it('passes on the error of a handler and binds no key', async () => {
      const gateway = await startGateway(start)
      open.push(gateway)
      const send = client(openPage(gateway))
      const answer = await send(LOGIN, { body: { name: 'a', password: 'guess' } })
      expect(answer).toMatchObject({
        status: 401,
        body: { error: { message: 'wrong password' } },
      })
      await expect(send('/api/orders', { body: {} })).rejects.toMatchObject({
        code: 'NO_BOUND_KEY',
      })
    })
  })

  it('corrects the time of the stamps after a refusal for it', async () => {
    const gateway = await startGateway(start)
    open.push(gateway)
    const page = openPage(gateway, { aheadMs: 3_600_000 })
    const send = viaFetch(page)
    const sent = { body: { name: 'a', password: 'correct horse' } }
    expect(await send(LOGIN, sent)).toMatchObject({
      status: 400,
      headers: { 'gw-sign-error': '00022' },
      body: { code: '00022', status: 'error', data: null },
    })
    expect(gateway.refusals).toMatchObject([{ reason: 'time-out-of-window', path: LOGIN }])
    expect(await send(LOGIN, sent)).toMatchObject({ status: 200 })
  })

  it.each([
    ['a changed body', 'data-md5-differs', '00021', { body: '{"size":"9"}' }],
    ['a repeated request', 'replayed', '00022', {}],
    ['no signature', 'mode-missing', '00020', { without: 'device-sign-mode' }],
    ['no session', 'session-unknown', '00023', { authorization: 'Bearer other' }],
    [
      'bytes that are no text',
      'body-unreadable',
      '00021',
      { body: new Uint8Array([0xff]), type: 'text/plain' },
    ],
  ] as const)('refuses %s before any handler', async (_what, reason, code, change) => {
    const { gateway, page } = await logIn(start, viaFetch)
    const recorded: { headers: Headers; body: unknown }[] = []
    const recording = createSignedFetch({
      ...page,
      fetch: async (url, init) => {
        recorded.push({ headers: new Headers(init?.headers), body: init?.body })
        return fetch(url, init)
      },
    })
    const headers = { ...page.authorization(), 'content-type': 'application/json' }
    await recording('/api/orders', { method: 'POST', headers, body: '{"size":"1"}' })
    const captured = recorded[0]!
    const forged = new Headers(captured.headers)
    if ('without' in change) forged.delete(change.without)
    if ('type' in change) forged.set('content-type', change.type)
    if ('authorization' in change) forged.set('authorization', change.authorization)
    const before = gateway.calls.length
    const response = await fetch(`${gateway.origin}/api/orders`, {
      method: 'POST',
      headers: forged,
      body: 'body' in change ? change.body : (captured.body as string),
    })
    expect(response.status).toBe(code === '00023' ? 401 : 400)
    expect(response.headers.get('gw-sign-error')).toBe(code)
    expect(response.headers.get('access-control-expose-headers')).toContain('gw-sign-error')
    expect(await response.json()).toMatchObject({ code, data: null })
    expect(gateway.refusals.at(-1)).toMatchObject({ code, reason })
    expect(gateway.calls).toHaveLength(before)
  })

  it.each([
    '/API/orders',
    '/api/orders/',
    '/api/orders//7',
    '//api/orders',
    '/api/%6frders',
    '/api/x/../orders',
    '/api/orders;x=1',
    '/api/orders%2F7',
    '/api/orders/x%2F..%2f..%2Fauth/login',
    '/api\\orders',
    'http://host/api/orders',
    '/api/auth/Login',
  ])('refuses the spelling %s of a path with a rule (PROTOCOL T14)', async (target) => {
    const gateway = await startGateway(start)
    open.push(gateway)
    // A client library would correct the spelling.
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1')
      let text = ''
      socket.on('data', (chunk) => void (text += String(chunk)))
      socket.on('end', () => resolve(text)).on('error', reject)
      socket.write(
        `POST ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
      )
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400/)
    expect(gateway.calls).toEqual([])
  })

  it('refuses sensitive fields in clear, and a log-in that comes again', async () => {
    const { gateway, page } = await logIn(start, viaFetch)
    const post = (init: RequestInit) => fetch(gateway.origin + LOGIN, { method: 'POST', ...init })
    const stamp = page.gatewaySign.createStamp()
    const clear = await post({
      headers: {
        tm: stamp.tm,
        'trace-id': stamp.traceId,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ password: 'correct horse' }),
    })
    expect(clear.status).toBe(400)
    expect(gateway.refusals.at(-1)).toMatchObject({ code: '00021', reason: 'sensitive-in-clear' })

    let captured: RequestInit = {}
    const recording = createSignedFetch({
      ...page,
      fetch: async (url, init) => fetch(url, (captured = init ?? {})),
    })
    await recording(LOGIN, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'correct horse' }),
    })
    expect((await post(captured)).status).toBe(400)
    expect(gateway.refusals.at(-1)).toMatchObject({ code: '00022', reason: 'replayed' })
  })

  it('refuses a body over the limit, with and without its length', async () => {
    const gateway = await startGateway(start, { bodyLimit: 1_000 })
    open.push(gateway)
    const body = 'x'.repeat(20_000)
    const streamed = new Blob([body]).stream()
    const whole = await fetch(`${gateway.origin}/api/orders`, { method: 'POST', body })
    const chunked = await fetch(`${gateway.origin}/api/orders`, {
      method: 'POST',
      body: streamed,
      duplex: 'half',
    } as RequestInit)
    expect([whole.status, chunked.status]).toEqual([413, 413])
    expect(gateway.calls).toEqual([])
  })

  it('goes on after a client hangs up amid a body', async () => {
    const gateway = await startGateway(start)
    open.push(gateway)
    await hangUp(gateway.origin)
    expect((await fetch(`${gateway.origin}/api/news`)).status).toBe(200)
    expect(gateway.calls.map(({ path }) => path)).toEqual(['/api/news'])
  })

  it.each(PORTS)('answers with an error while its port %s rejects', async (port) => {
    const { gateway, page } = await logIn(start, viaFetch)
    gateway.lose(port)
    const before = gateway.calls.length
    const response = await createSignedFetch(page)('/api/orders', {
      method: 'POST',
      headers: { ...page.authorization(), 'content-type': 'application/json' },
      body: '{"size":"1"}',
    })
    expect(response.headers.has('gw-sign-error')).toBe(false)
    expect(gateway.calls).toHaveLength(before)
    // Frameworks have an error handler of the application's; node:http has none.
    if (framework === 'node:http') {
      expect(response.status).toBe(503)
      const msg = 'The system is busy'
      expect(await response.json()).toEqual({ code: '503', status: 'error', msg, data: null })
      const cause = new Error(`${port} is lost`)
      const status = 503
      expect(gateway.refusals).toMatchObject([
        { code: '503', reason: 'unavailable', status, cause },
      ])
    } else {
      expect(response.status).toBe(500)
      expect(await response.text()).toContain(`${port} is lost`)
    }
    expect((await fetch(`${gateway.origin}/api/news`)).status).toBe(200)
  })

  it('leaves other paths and preflights alone', async () => {
    const gateway = await startGateway(start)
    open.push(gateway)
    const response = await fetch(`${gateway.origin}/api/news`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    })
    expect(response.status).toBe(200)
    expect(gateway.calls.at(-1)?.admitted).toEqual({ mode: null, keyId: null, encrypted: false })
    await fetch(`${gateway.origin}/api/orders`, { method: 'OPTIONS' })
    expect(gateway.refusals).toEqual([])
  })
})

describe('nodeSign', () => {
  afterEach(() => vi.restoreAllMocks())
  const post = (origin: string) => fetch(`${origin}/api/orders`, { method: 'POST', body: '{}' })

  /** A server whose only request ends as `outcome`, with what becomes of its response. */
  const serve = async (options: Partial<SignGuardOptions> = {}) => {
    const sign = nodeSign(
      createSignGuard({
        identity: testServerIdentity,
        clock: nodeClock(),
        rules: RULES,
        keys: { find: async () => undefined },
        session: () => undefined,
        ...options,
      }),
    )
    const server = createServer()
    const outcome = once(server, 'request').then(async ([request, response]) => {
      const settled = await sign(request, response).catch((error: unknown) => error)
      return { settled, isDestroyed: response.destroyed as boolean }
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { origin, outcome, server }
  }

  it('returns nothing and ends the response once the client hangs up', async () => {
    const { origin, outcome, server } = await serve()
    await hangUp(origin)
    expect(await outcome).toEqual({ settled: undefined, isDestroyed: true })
    server.close()
  })

  it('logs by itself why a request could not be judged', async () => {
    const lost = new Error('no database')
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { origin, outcome, server } = await serve({ session: () => Promise.reject(lost) })
    expect((await post(origin)).status).toBe(503)
    expect(await outcome).toEqual({ settled: undefined, isDestroyed: false })
    expect(log.mock.calls).toEqual([[lost]])
    server.close()
  })

  it('ends the connection when the log of a failure throws as well', async () => {
    const lost = new Error('no log')
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { origin, outcome, server } = await serve({
      onRefusal() {
        throw lost
      },
    })
    await expect(post(origin)).rejects.toBeInstanceOf(TypeError)
    expect(await outcome).toEqual({ settled: undefined, isDestroyed: true })
    expect(log.mock.calls).toEqual([[lost]])
    server.close()
  })
})

describe('createSignGuard', () => {
  it('completes the rules that it is given', async () => {
    const [, start] = FRAMEWORKS[0]!
    const gateway = await startGateway(start, { rules: { exactUrls: { '/api/orders': '2' } } })
    expect(gateway.guard.config).toMatchObject({
      exactUrls: { '/api/orders': '2' },
      prefixUrls: {},
      signModes: {},
      defaultAlgorithm: 'rsa2048',
    })
    await gateway.close()
  })
})
