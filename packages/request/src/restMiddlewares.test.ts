import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createRequestClient, type RequestClientOptions } from './createRequestClient.ts'
import { createServerClock } from './createServerClock.ts'
import type { ReadEnvelope } from './readBody.ts'
import { restMiddlewares, type RestOptions } from './restMiddlewares.ts'
import { rejectionOf, START, textOf } from './testing/createFixture.ts'
import { createInProcessTransport, type Handler, type ReceivedRequest } from './testing.ts'

function setUp(
  handler: Handler,
  settings: Partial<RestOptions> & Pick<Partial<RequestClientOptions>, 'onSessionExpired'> = {},
) {
  const clock = createManualClock(START)
  const random = createSeededRandom(7)
  const received: ReceivedRequest[] = []
  const toasts: string[] = []
  const { onSessionExpired, ...options } = settings
  const pipeline = restMiddlewares({
    clock,
    random,
    presenter: {
      present: (item) => void toasts.push(item.kind === 'toast' ? item.text : item.kind),
    },
    ...options,
  })
  const client = createRequestClient({
    transport: createInProcessTransport((request) => {
      received.push(request)
      return handler(request)
    }),
    clock,
    random,
    ...pipeline,
    ...(onSessionExpired ? { onSessionExpired } : {}),
  })
  return { client, received, toasts, pipeline, clock }
}

describe('restMiddlewares', () => {
  it('sends exactly what the caller gives', async () => {
    const { client, received } = setUp(() => ({ body: [] }))
    await client.post('/orders?dry=1', {
      data: { note: ' as it is ', at: new Date(0) },
      query: { since: new Date(0) },
    })
    await client.get('/orders')
    expect(received.map(({ method, url, headers }) => ({ method, url, headers }))).toEqual([
      {
        method: 'POST',
        url: '/orders?dry=1&since=1970-01-01T00%3A00%3A00.000Z',
        headers: { 'content-type': 'application/json' },
      },
      { method: 'GET', url: '/orders', headers: {} },
    ])
    expect(textOf(received[0])).toBe('{"note":" as it is ","at":"1970-01-01T00:00:00.000Z"}')
  })

  it.each([
    ['an object', { body: { id: 1 } }, { id: 1 }],
    ['a list', { body: [1, 2] }, [1, 2]],
    ['a code of its own', { body: { code: '40202', status: 'error' } }, expect.anything()],
    ['JSON null', { body: 'null' }, null],
    ['an empty body', { body: '' }, null],
    ['status 204', { status: 204, body: '' }, null],
    ['a table', { body: 'a,b\n1,2', headers: { 'content-type': 'text/csv' } }, 'a,b\n1,2'],
    ['plain text', { body: 'up', headers: { 'content-type': 'Text/Plain; charset=utf-8' } }, 'up'],
  ])('resolves with %s', async (_, answer, data) => {
    expect(await setUp(() => answer).client.get('/x')).toEqual(data)
  })

  it.each([
    ['of no type', {}],
    ['of a page', { headers: { 'content-type': 'text/html' } }],
    ['of JSON that is cut off', { headers: { 'content-type': 'application/json' } }],
  ])('rejects a success %s, naming the way out', async (_, type) => {
    const error = await rejectionOf(setUp(() => ({ body: '<html>', ...type })).client.get('/x'))
    expect(error).toMatchObject({
      kind: 'serialisation',
      detail: { body: '<html>' },
      cause: { message: 'not JSON: use responseType or readEnvelope' },
    })
  })

  it('resolves with bytes of a success, rejects with text of errors', async () => {
    const bytes = Uint8Array.of(0xff, 0, 0xfe)
    const headers = { 'content-type': 'image/png' }
    const { client } = setUp(({ url }) =>
      url === '/x' ? { body: bytes, headers } : { status: 404, body: { message: 'no such file' } },
    )
    const blob = await client.get<Blob>('/x', { responseType: 'blob' })
    expect([blob.type, new Uint8Array(await blob.arrayBuffer())]).toEqual(['image/png', bytes])
    expect(await rejectionOf(client.get('/y', { responseType: 'blob' }))).toMatchObject({
      kind: 'http',
      status: 404,
      message: 'no such file',
      detail: { body: { message: 'no such file' } },
    })
  })

  it.each([
    [401, { error: { message: 'wrong password', code: 'BAD_LOGIN' } }, 'wrong password'],
    [422, { title: 'Invalid', detail: 'size is too small', type: 'about:blank' }, 'size is too'],
    [400, { error: 'invalid_grant', error_description: 'Code expired' }, 'Code expired'],
    [409, { errors: [{ message: 'taken' }] }, 'taken'],
    [403, { error: 'forbidden here' }, 'forbidden here'],
    [500, { message: '' }, 'The system is busy'],
  ])('keeps status, body and text of a %i', async (status, body, text) => {
    const { client, toasts } = setUp(() => ({ status, body }))
    const error = await rejectionOf(client.get('/x'))
    expect(error).toMatchObject({ kind: 'http', status, detail: { data: body, body } })
    expect((error as Error).message).toContain(text)
    expect(toasts).toEqual([(error as Error).message])
  })

  it('reads the code of an error inside `error`', async () => {
    const body = { error: { code: 1001, message: 'no' } }
    expect(await rejectionOf(setUp(() => ({ status: 400, body })).client.get('/x'))).toMatchObject({
      code: '1001',
    })
  })

  it('keeps the text of an error that is not JSON', async () => {
    const { client, toasts } = setUp(() => ({ status: 502, body: '<h1>Bad gateway</h1>' }))
    expect(await rejectionOf(client.get('/x'))).toMatchObject({
      status: 502,
      detail: { body: '<h1>Bad gateway</h1>' },
    })
    expect(toasts).toEqual(['502 The system is busy'])
  })

  it('leaves out a header of the app that is undefined', async () => {
    const { client, received } = setUp(() => ({ body: {} }), {
      headers: () => ({ authorization: undefined, accept: 'application/json' }),
    })
    await client.get('/x')
    expect(received[0]?.headers).toEqual({ accept: 'application/json' })
  })

  it('adds headers of the app for each attempt', async () => {
    let token = 0
    const { client, received } = setUp(() => ({ body: {} }), {
      headers: async () => ({ authorization: `Bearer ${++token}`, accept: 'application/json' }),
    })
    await client.get('/x')
    await client.get('/x', { headers: { accept: 'text/csv' } })
    expect(received.map(({ headers }) => headers)).toEqual([
      { authorization: 'Bearer 1', accept: 'application/json' },
      { authorization: 'Bearer 2', accept: 'text/csv' },
    ])
  })

  it('reads an envelope of the backend itself', async () => {
    const readEnvelope: ReadEnvelope = (payload) => {
      const { ok, result, reason = '' } = payload as Record<string, string>
      return { code: '', success: !!ok, msg: reason, data: result }
    }
    const answers = [{ body: { ok: true, result: 'yes' } }, { body: { ok: false, reason: 'no' } }]
    const { client } = setUp(() => answers.shift() ?? {}, { readEnvelope })
    expect(await client.get('/x')).toBe('yes')
    expect(await rejectionOf(client.get('/x'))).toMatchObject({
      kind: 'business',
      message: 'no',
      detail: { body: { ok: false, reason: 'no' } },
    })
  })

  it('ends the session where the app says so', async () => {
    const { client, toasts } = setUp(() => ({ status: 401, body: { message: 'who are you' } }), {
      isSessionExpired: ({ status, path }) => status === 401 && path !== '/login',
      onSessionExpired: 'reject-silent',
    })
    expect(await rejectionOf(client.get('/orders'))).toMatchObject({ kind: 'session-expired' })
    expect(toasts).toEqual(['Login expired, please log in again', 'logout'])
    expect(await rejectionOf(client.post('/login'))).toMatchObject({
      kind: 'http',
      message: 'who are you',
    })
  })

  it('uses a prefix when given', async () => {
    const { client, received } = setUp(() => ({ body: {} }), { prefix: '/api/v2' })
    await client.delete('/orders/7')
    expect(received[0]).toMatchObject({ method: 'DELETE', url: '/api/v2/orders/7' })
  })

  it('signs, stamps and binds with a signer (wire 2)', async () => {
    const steps: string[] = []
    const clock = createManualClock(START)
    const { client, received, pipeline } = setUp(
      () => ({ body: { token: 't' }, headers: { 'request-time': String(START) } }),
      {
        serverClock: createServerClock({ clock }),
        gatewaySign: {
          prepareBody: async ({ body }) => body,
          async sign({ path, body }) {
            steps.push(`${path} ${body}`)
            return { 'device-sign': 's' }
          },
          async afterLogin({ data }) {
            steps.push(JSON.stringify(data))
          },
        },
      },
    )
    await client.post('/login', { data: { name: 'a' } })
    expect(steps).toEqual(['/login {"name":"a"}', '{"token":"t"}'])
    expect(received[0]?.headers).toMatchObject({
      'device-sign': 's',
      tm: expect.stringMatching(/^\d{13}$/) as string,
      'trace-id': expect.stringMatching(/^w/) as string,
    })
    expect(pipeline.wire.map(({ name }) => name)).toEqual(['sign', 'clock-sample'])
  })

  it.each([
    ['an answer of its own', { error: { message: 'too old' } }, 'too old'],
    ['the default answer', { code: '00022', status: 'error', msg: 'expired' }, 'expired'],
    ['no text', null, 'unknown error'],
  ])('follows the server’s time after a refusal with %s (spec 8.14)', async (_, body, message) => {
    const serverTime = START + 3_600_000
    const isFresh = ({ headers }: ReceivedRequest) => Number(headers['tm']) > serverTime - 60_000
    const verdicts: string[] = []
    const { client, received } = setUp(
      (request) => ({
        ...(isFresh(request) ? { body: {} } : { status: 401, body }),
        headers: {
          'request-time': String(serverTime),
          ...(!isFresh(request) && { 'gw-sign-error': '00022' }),
        },
      }),
      {
        isSessionExpired: ({ status }) => status === 401,
        gatewaySign: {
          prepareBody: async ({ body: sent }) => sent,
          sign: async () => ({ 'device-sign': 's' }),
          onVerdict: (code) => void verdicts.push(code),
        },
      },
    )
    const refused = await rejectionOf(client.post('/orders', { data: {} }))
    expect(refused).toMatchObject({ kind: 'gateway-sign', code: '00022', message })
    await client.post('/orders', { data: {} })
    expect(verdicts).toEqual(['00022'])
    expect(received).toHaveLength(2)
  })

  it('retries and shares as asked', async () => {
    const answers = [{ status: 503 }, { body: 'null' }]
    const { client, clock, received } = setUp(() => answers.shift() ?? {}, { retries: 1 })
    const work = client.get('/x')
    await expect.poll(() => received.length).toBe(1)
    await expect.poll(() => (clock.advance(5_000), received.length)).toBe(2)
    expect(await work).toBeNull()
  })

  it('contains only what its options ask for', () => {
    const clock = createManualClock()
    const { logical, wire, stampHeaders } = restMiddlewares({ clock, random: createSeededRandom() })
    expect(logical.map(({ name }) => name)).toEqual([
      'parse',
      'dedupe',
      'retry',
      'envelope',
      'http-errors',
    ])
    expect(wire).toEqual([])
    expect(stampHeaders).toBe(false)
  })
})
