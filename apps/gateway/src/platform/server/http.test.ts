import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway({ allowedOrigins: ['https://trade.example'] })
})
afterAll(() => gateway.stop())

const json = { 'content-type': 'application/json', host: 'localhost' }
const LOGIN = '/v1/user/login'
const CAPTCHA = '/v1/security/policy/captcha/get-captcha-id'

describe('Envelope (wire 10)', () => {
  it('wraps a success', async () => {
    const response = await gateway.app.inject('/v1/mix/config/referral')
    expect(response.json()).toEqual({
      code: '0',
      status: 'success',
      msg: 'success',
      data: {
        open: true,
        cacheEffectiveTime: 7,
        cacheBeginTime: expect.any(Number),
        cacheEndTime: expect.any(Number),
        channelCodeList: [],
        activeLinkList: [],
      },
    })
  })

  const faults: readonly [what: string, request: object, http: number, body: object][] = [
    ['an unknown path', { url: '/v1/nothing' }, 404, { code: '1', msg: 'Request error' }],
    ['the bare prefix', { url: '/v1' }, 404, { code: '1' }],
    [
      'a known path with another method',
      { method: 'POST', url: '/v1/mix/config/referral' },
      405,
      { code: '1' },
    ],
    [
      'a known path with a method of no route',
      { method: 'DELETE', url: LOGIN },
      405,
      { code: '1' },
    ],
    [
      'malformed JSON',
      { method: 'POST', url: CAPTCHA, headers: json, payload: '{"scene":' },
      400,
      { code: '40010', data: { field: 'body' } },
    ],
    [
      'a list instead of an object',
      { method: 'POST', url: CAPTCHA, headers: json, payload: '[]' },
      400,
      { code: '40010', data: { field: 'body' } },
    ],
    [
      'a poisoned prototype',
      { method: 'POST', url: CAPTCHA, headers: json, payload: '{"__proto__":{"scene":"login"}}' },
      400,
      { code: '40010', data: { field: 'body' } },
    ],
    [
      'a missing field',
      { method: 'POST', url: CAPTCHA, headers: json, payload: '{}' },
      400,
      { code: '40010', data: { field: 'scene' } },
    ],
    [
      'a field of another type',
      { method: 'POST', url: CAPTCHA, headers: json, payload: '{"scene":7}' },
      400,
      { code: '40010', data: { field: 'scene' } },
    ],
    [
      'a missing query parameter',
      { url: '/v1/constantid/udid/c1' },
      400,
      { code: '40010', data: { field: 'appId' } },
    ],
    [
      'a body over 1 MiB',
      {
        method: 'POST',
        url: CAPTCHA,
        headers: json,
        payload: JSON.stringify({ scene: 'x'.repeat(1024 * 1024) }),
      },
      413,
      { code: '1', msg: 'The request is larger than 1 MiB' },
    ],
    [
      'another media type',
      {
        method: 'POST',
        url: CAPTCHA,
        headers: { 'content-type': 'text/plain' },
        payload: '{"scene":"login"}',
      },
      415,
      { code: '1' },
    ],
    [
      'a form',
      {
        method: 'POST',
        url: CAPTCHA,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'scene=login',
      },
      415,
      { code: '1' },
    ],
  ]
  it.each(faults)('answers %s with the envelope', async (_, request, http, body) => {
    const response = await gateway.app.inject(request)
    expect(response.statusCode).toBe(http)
    expect(response.json()).toMatchObject({ status: 'error', data: null, ...body })
  })

  it('takes a body of exactly 1 MiB', async () => {
    const body = '{"scene":"login","x":"'
    const response = await gateway.app.inject({
      method: 'POST',
      url: CAPTCHA,
      headers: json,
      payload: `${body}${'x'.repeat(1024 * 1024 - body.length - 2)}"}`,
    })
    expect(response.statusCode).toBe(200)
  })

  it('RFC 9112 3.2: refuses a request with two hosts', async () => {
    if (!gateway.app.server.listening) await gateway.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = gateway.app.server.address() as AddressInfo
    const statusOf = (...hosts: string[]) =>
      new Promise((resolve, reject) => {
        const headers = hosts.flatMap((host) => ['host', host])
        httpRequest({ port, path: '/v1/mix/config/referral', headers }, (response) =>
          resolve(response.resume().statusCode),
        )
          .on('error', reject)
          .end()
      })
    expect(await statusOf('localhost')).toBe(200)
    expect(await statusOf('localhost', 'evil.example')).toBe(400)
  })

  it('names the allowed method in a 405', async () => {
    expect((await gateway.app.inject({ method: 'GET', url: LOGIN })).headers['allow']).toBe('POST')
  })
})

describe('7: headers of every answer (wire 6)', () => {
  it.each([
    '/v1/mix/config/referral',
    '/v1/nothing',
    '/v1/spot//order',
    '/v1/%zz',
    '/v1/user/overview/userinfo',
  ])('%s carries the server time and exposes it', async (url) => {
    const { headers } = await gateway.app.inject(url)
    expect(headers['request-time']).toBe(String(gateway.clock.now()))
    expect(headers['access-control-expose-headers']).toBe('request-time, gw-sign-error')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('a path that is not its own canonical spelling (wire 7)', () => {
  it.each([
    '/v1/spot/order/pl%61ce',
    '/%76%31/spot/order/place',
    '/v1/spot/./order/place',
    '/v1/spot/%2e%2e/spot/order/place',
    '/v1//spot/order/place',
    '//v1/spot/order/place',
    '/v1/Spot/order/place',
    '/V1/spot/order/place',
    '/v1/spot\\order\\place',
    '/v1/spot/order/place%',
  ])('%s gets 400 before routing', async (url) => {
    const { status, body } = await post(url)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ code: '40010', status: 'error' })
  })

  it('the canonical one is routed', async () => {
    expect(JSON.parse((await post('/v1/spot/order/place')).body)).toMatchObject({ code: '401' })
  })

  /** Over a socket: an injected request is normalised on its way. */
  async function post(path: string): Promise<{ status: number | undefined; body: string }> {
    if (!gateway.app.server.listening) await gateway.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = gateway.app.server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ port, path, method: 'POST', headers: json }, (response) => {
        let body = ''
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (body += chunk))
          .on('end', () => resolve({ status: response.statusCode, body }))
      })
      sent.on('error', reject).end('{}')
    })
  }
})

describe('CORS (wire 7)', () => {
  const ask = (origin: string) =>
    gateway.app.inject({
      url: '/v1/mix/config/referral',
      headers: { origin, host: 'localhost:8080' },
    })

  it.each(['https://trade.example', 'http://localhost:5173'])(
    'lets %s in, credentials included',
    async (origin) => {
      const { headers } = await ask(origin)
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        vary: 'origin',
      })
    },
  )
  it.each(['https://evil.example', 'null', 'https://trade.example.evil'])(
    'leaves %s outside',
    async (origin) => {
      expect((await ask(origin)).headers['access-control-allow-origin']).toBeUndefined()
    },
  )
  it('needs no header for its own pages', async () => {
    expect(
      (await ask('http://localhost:8080')).headers['access-control-allow-origin'],
    ).toBeUndefined()
  })
  it('answers a preflight with every header that a signed request has', async () => {
    const { statusCode, headers } = await gateway.app.inject({
      method: 'OPTIONS',
      url: '/v1/spot/order/place',
      headers: { origin: 'https://trade.example', 'access-control-request-method': 'POST' },
    })
    expect(statusCode).toBe(204)
    for (const name of [
      'device-sign',
      'device-sign-data-md5',
      'tm',
      'trace-id',
      'traceparent',
      'x-realm',
      'dy-token',
    ])
      expect(headers['access-control-allow-headers']).toContain(name)
  })
})

describe('the list of routes', () => {
  it('is an OpenAPI document with signing and encryption per route', async () => {
    const document = (await gateway.app.inject('/v1/dev/openapi.json')).json<{
      paths: Record<string, Record<string, object>>
    }>()
    expect(document.paths['/v1/spot/order/place']?.['post']).toMatchObject({
      'x-sign-mode': '2',
      security: [{ session: [] }],
    })
    expect(document.paths['/v1/user/login']?.['post']).toMatchObject({ 'x-encrypted': true })
    expect(document.paths['/v1/spot/public/symbols']?.['get']).not.toHaveProperty('x-sign-mode')
  })
  it('is a page too', async () => {
    const response = await gateway.app.inject('/v1/dev/openapi')
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.body).toContain('<td>/v1/user/overview/userinfo</td>')
  })
})

describe('the sign configuration (wire 3)', () => {
  it('holds the rules of the reference gateway, derived from its routes', async () => {
    const { gatewaySignConfig } = (
      await gateway.app.inject('/v1/mix/config/gatewaySignConfig')
    ).json<{
      data: {
        gatewaySignConfig: { exactUrls: Record<string, string>; prefixUrls: Record<string, string> }
      }
    }>().data
    expect(gatewaySignConfig).toMatchObject({
      clientOpen: true,
      defaultAlgorithm: 'rsa1024',
      userCheckDeviceUrl: '/v1/user/device/check',
      signModes: {
        '0': ['path', 'time'],
        '1': ['path', 'time', 'traceId'],
        '2': ['path', 'time', 'traceId', 'body'],
      },
      exactUrls: {
        '/v1/user/overview/userinfo': '1',
        '/v1/user/device/check': '2',
        '/v1/spot/order/place': '2',
        '/v1/spot/order/cancel': '2',
      },
      prefixUrls: { '/v1/spot/order/': '1', '/v1/spot/account/': '1' },
    })
    expect(
      Object.keys(gatewaySignConfig.prefixUrls).some(
        (prefix) =>
          '/v1/spot/public/symbols'.startsWith(prefix) || '/v1/user/login'.startsWith(prefix),
      ),
    ).toBe(false)
  })
  it('offers the issuer certificate to clients under development', async () => {
    expect((await gateway.app.inject('/v1/mix/config/issuerCertificate')).json()).toMatchObject({
      code: '0',
      data: { pem: expect.stringContaining('BEGIN CERTIFICATE') },
    })
  })
})
