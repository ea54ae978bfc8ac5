import { testServerIdentity } from '@x/gateway-sign/testing'
import { createDecryptor, createVerifier } from '@x/gateway-sign/server'
import { createManualClock } from '@x/kit/testing'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { DatabaseUnavailableError } from '../db/DatabaseUnavailableError.ts'
import type { SessionVerdict } from '../http/SessionReader.ts'
import { createServer, type ServerOptions } from './createServer.ts'
import type { LogFields } from '../log/Log.ts'
import {
  CodedAnswer,
  GatewayError,
  RawAnswer,
  type GatewayRequest,
  type RequestSession,
  type RouteSpec,
} from '../http/route.ts'
import { deriveSignRules } from '../security/signRules.ts'

const clock = createManualClock()
const SESSION: RequestSession = {
  sessionId: 's',
  userId: '1',
  realm: 'live',
  roles: ['trader'],
  keyId: null,
}

let app: FastifyInstance
let lines: { message: string; fields: LogFields }[]
let seen: GatewayRequest | undefined
afterEach(() => app.close())

/** A server over routes of the test's own, with a session for every request that says so. */
function serve(
  routes: readonly Partial<RouteSpec>[],
  options: Partial<ServerOptions> & { session?: RequestSession } = {},
): FastifyInstance {
  const { session = SESSION, ...rest } = options
  lines = []
  seen = undefined
  const specs = routes.map((route): RouteSpec => ({
    method: 'GET',
    path: '/v1/test',
    access: 'public',
    handler: async (request) => ((seen = request), null),
    ...route,
  }))
  const note = (message: string, fields: LogFields = {}) => void lines.push({ message, fields })
  const verdict: SessionVerdict = { ok: true, session }
  app = createServer({
    modules: [{ routes: specs }],
    sessions: {
      read: async ({ cookie }) =>
        cookie ? verdict : { ok: false, code: '401', message: 'Please login to visit' },
      onEnd: () => () => {},
    },
    verifier: createVerifier({
      rules: deriveSignRules(specs),
      keys: { find: async () => undefined },
      replay: { claim: async () => true },
      clock,
    }),
    decryptor: createDecryptor({ privateKeyPem: testServerIdentity.serverPrivateKeyPem }),
    clock,
    log: { info: note, warn: note, error: note },
    isDevelopment: true,
    ...rest,
  })
  return app
}
const own = { cookie: 'x=1', 'x-realm': 'live' }

describe('routes as data', () => {
  it('a refusal of a handler becomes its envelope', async () => {
    serve([
      {
        handler: () =>
          Promise.reject(new GatewayError('40201', 'Not enough', { data: { asset: 'USDT' } })),
      },
    ])
    const response = await app.inject('/v1/test')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      code: '40201',
      status: 'error',
      msg: 'Not enough',
      data: { asset: 'USDT' },
    })
  })

  it('a fault of a handler is logged and shows the caller nothing', async () => {
    serve([{ handler: () => Promise.reject(new Error('secret detail')) }])
    const response = await app.inject('/v1/test?token=private')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      code: '1',
      status: 'error',
      msg: 'The system is busy',
      data: null,
    })
    expect(response.headers['request-time']).toBe(String(clock.now()))
    expect(lines).toEqual([
      {
        message: 'A request failed',
        fields: {
          method: 'GET',
          path: '/v1/test',
          error: expect.stringContaining('secret detail'),
        },
      },
    ])
  })

  it.each([
    ['nothing', undefined, { code: '0', data: null }],
    ['a list', [1], { code: '0', data: [1] }],
    [
      'another success code',
      new CodedAnswer('00000', { bizId: 'b' }),
      { code: '00000', data: { bizId: 'b' } },
    ],
  ])('%s is wrapped', async (_, answer, expected) => {
    serve([{ handler: async () => answer }])
    expect((await app.inject('/v1/test')).json()).toEqual({
      status: 'success',
      msg: 'success',
      ...expected,
    })
  })

  it('a raw answer goes out as it is', async () => {
    serve([
      {
        handler: async () =>
          new RawAnswer(Buffer.from([1, 2]), 'image/png', { status: 203, headers: { etag: 'x' } }),
      },
    ])
    const { statusCode, headers, rawPayload } = await app.inject('/v1/test')
    expect({
      statusCode,
      type: headers['content-type'],
      etag: headers['etag'],
      bytes: [...rawPayload],
    }).toEqual({ statusCode: 203, type: 'image/png', etag: 'x', bytes: [1, 2] })
  })

  it('sets cookies with a success, never with a failure', async () => {
    const handler = (fails: boolean) => async (request: GatewayRequest) => {
      request.setCookie('a', '1')
      if (fails) throw new GatewayError('40101', 'no')
      return null
    }
    serve([{ handler: handler(false) }, { path: '/v1/fails', handler: handler(true) }])
    expect((await app.inject('/v1/test')).headers['set-cookie']).toBeDefined()
    expect((await app.inject('/v1/fails')).headers['set-cookie']).toBeUndefined()
  })

  it('reads query values as strings, each name once, none special', async () => {
    serve([{}])
    expect((await app.inject('/v1/test?a=1&a=2')).json()).toMatchObject({
      code: '40010',
      data: { field: 'a' },
    })
    expect(seen).toBeUndefined()
    await app.inject('/v1/test?a=1&__proto__=x&b=')
    expect({ ...seen?.query }).toEqual({ a: '1', ['__proto__']: 'x', b: '' })
    expect(Object.getPrototypeOf(seen?.query)).toBeNull()
  })

  it('lets a schema coerce, default or remove nothing', async () => {
    const schema = {
      body: { type: 'object', properties: { size: { type: 'string', default: 'x' } } },
    }
    serve([{ method: 'POST', schema }])
    const post = (payload: object) => app.inject({ method: 'POST', url: '/v1/test', payload })
    expect((await post({ size: 1 })).json()).toMatchObject({
      code: '40010',
      data: { field: 'size' },
    })
    await post({ extra: 1 })
    expect(seen?.body).toEqual({ extra: 1 })
  })

  it('a nested fault is named whole, its field by the first name', async () => {
    serve([
      {
        method: 'POST',
        schema: {
          body: { type: 'object', properties: { slide: { type: 'object', required: ['x'] } } },
        },
      },
    ])
    expect(
      (await app.inject({ method: 'POST', url: '/v1/test', payload: { slide: {} } })).json(),
    ).toMatchObject({ code: '40010', msg: 'slide.x is missing', data: { field: 'slide' } })
  })

  it('omits development routes in production', async () => {
    serve([{ developmentOnly: true }], { isDevelopment: false })
    expect((await app.inject('/v1/test')).statusCode).toBe(404)
  })

  it('a media type that a route consumes is left to it', async () => {
    serve([{ method: 'POST', consumes: ['text/csv'] }])
    await app.inject({
      method: 'POST',
      url: '/v1/test',
      headers: { 'content-type': 'text/csv; charset=utf-8' },
      payload: 'a,b',
    })
    expect(seen).toMatchObject({ rawBody: 'a,b', body: {} })
  })
})

describe('who may call', () => {
  it('a public write sees the session that came along', async () => {
    serve([{ method: 'POST' }])
    await app.inject({ method: 'POST', url: '/v1/test', headers: own })
    expect(seen?.session).toEqual(SESSION)
    await app.inject({ method: 'POST', url: '/v1/test' })
    expect(seen?.session).toBeUndefined()
  })

  it('answers a public read without asking for the session of its cookie (SR6)', async () => {
    const never = new Promise<never>(() => {})
    serve([{}], { sessions: { read: () => never, onEnd: () => () => {} } })
    expect((await app.inject({ url: '/v1/test', headers: own })).json()).toMatchObject({
      code: '0',
    })
    expect(seen?.session).toBeUndefined()
  })

  it.each([
    [
      'before its handler',
      { read: () => Promise.reject(new DatabaseUnavailableError()) },
      { taken: false },
    ],
    ['within a handler that writes', {}, null],
  ])('answers 00006 when the database is away %s (SR6)', async (_, reader, data) => {
    const sessions = {
      read: async () => ({ ok: true, session: SESSION }) as const,
      onEnd: () => () => {},
      ...reader,
    }
    serve([{ method: 'POST', handler: () => Promise.reject(new DatabaseUnavailableError()) }], {
      sessions,
    })
    const response = await app.inject({ method: 'POST', url: '/v1/test', headers: own })
    expect([response.statusCode, response.json()]).toMatchObject([200, { code: '00006', data }])
  })

  it('writes one warning a second for requests that an outage refused (SR6)', async () => {
    serve([
      {
        handler: () =>
          Promise.reject(
            new DatabaseUnavailableError(
              Object.assign(new Error('at 10.0.0.1'), { code: 'ECONNREFUSED' }),
            ),
          ),
      },
    ])
    for (let each = 0; each < 5; each++)
      expect((await app.inject('/v1/test')).json()).toMatchObject({
        code: '00006',
        data: { taken: false },
      })
    clock.jump(1_000)
    await app.inject('/v1/test')
    expect(lines.map(({ fields }) => fields)).toEqual([
      { requests: 1, reason: 'ECONNREFUSED' },
      { requests: 5, reason: 'ECONNREFUSED' },
    ])
  })

  it.each([
    ['another realm', { realms: ['paper'] as const }, '40301'],
    ['another role', { roles: ['sub-account'] as const }, '40301'],
    ['its own realm and role', { realms: ['live'] as const, roles: ['trader'] as const }, '0'],
  ])('a route for %s answers %s (wire 10)', async (_, limits, code) => {
    serve([{ access: 'private', path: '/v1/other/test', ...limits }])
    expect((await app.inject({ url: '/v1/other/test', headers: own })).json()).toMatchObject({
      code,
    })
    expect(seen === undefined).toBe(code !== '0')
  })

  it('refuses by session, then signature, then realm, one at a time (wire 7)', async () => {
    serve([{ access: 'private', path: '/v1/spot/order/open' }])
    const code = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/v1/spot/order/open', headers })).json<{ code: string }>().code
    expect(await code({})).toBe('401')
    expect(await code({ cookie: 'x=1' })).toBe('00020')
    expect(lines).toEqual([
      {
        message: 'A signature was refused',
        fields: { path: '/v1/spot/order/open', code: '00020', reason: 'tm-missing' },
      },
    ])
  })
})

it('limits the lines of refused signatures and counts those left out', async () => {
  serve([{ access: 'private', path: '/v1/spot/order/open' }])
  const ask = () => app.inject({ url: '/v1/spot/order/open', headers: { cookie: 'x=1' } })
  for (let each = 0; each < 130; each++) await ask()
  expect(lines).toHaveLength(100)
  clock.jump(1_000)
  await ask()
  await ask()
  expect(lines.slice(100).map(({ fields }) => fields['leftOut'])).toEqual([30, undefined])
})

describe('behind a reverse proxy', () => {
  const forwarded = {
    host: 'trade.example',
    'x-forwarded-for': '198.51.100.9',
    'x-forwarded-proto': 'https',
  }
  it('reads its headers when it is trusted', async () => {
    serve([{}], { trustProxy: '127.0.0.1', isDevelopment: false })
    await app.inject({ url: '/v1/test', headers: forwarded })
    expect(seen).toMatchObject({ address: '198.51.100.9', isSecure: true })
  })
  it('ignores its headers when it is not trusted', async () => {
    serve([{}], { isDevelopment: false })
    await app.inject({ url: '/v1/test', headers: forwarded })
    expect(seen).toMatchObject({ address: '127.0.0.1', isSecure: false })
  })
})
