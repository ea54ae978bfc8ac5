import { describe, expect, it, vi } from 'vitest'
import type { GatewaySignPort } from '../ports.ts'
import type { ResponseType } from '../request.ts'
import {
  createFixture,
  jsonOf,
  ok,
  refused,
  rejectionOf,
  START,
  textOf,
} from '../testing/createFixture.ts'

const unsigned = (port: Partial<GatewaySignPort>): GatewaySignPort => ({
  prepareBody: async ({ body }) => body,
  sign: async () => ({}),
  ...port,
})

describe('device token', () => {
  it('is sent to endpoints for which the port returns one (wire 1b)', async () => {
    const tokenFor = vi.fn(async (path: string) =>
      path === '/v1/user/login' ? 'a'.repeat(40) : undefined,
    )
    const { client, received } = createFixture(() => ok(), { deviceTokens: { tokenFor } })
    await client.post('/user/login')
    await client.get('/spot/public/symbols')
    expect(received.map(({ headers }) => headers['dy-token'])).toEqual(['a'.repeat(40), undefined])
    expect(tokenFor.mock.calls).toEqual([['/v1/user/login'], ['/v1/spot/public/symbols']])
  })

  it('is not requested for a bare request', async () => {
    const tokenFor = vi.fn(async () => 'x')
    const { client } = createFixture(() => ok(), { deviceTokens: { tokenFor } })
    await client.get('/x', { bare: true })
    expect(tokenFor).not.toHaveBeenCalled()
  })

  it('prevents sending when the port rejects (D15)', async () => {
    const cause = Object.assign(new Error('no token'), { code: 'missing-token' })
    const { client, received } = createFixture(() => ok(), {
      deviceTokens: { tokenFor: () => Promise.reject(cause) },
    })
    await expect(client.post('/user/login')).rejects.toMatchObject({
      kind: 'config',
      code: 'missing-token',
      cause,
    })
    expect(received).toHaveLength(0)
  })
})

describe('encryption and device check', () => {
  it('receive the object body with the path, tm and trace id sent (wire 4)', async () => {
    const prepareBody = vi.fn<GatewaySignPort['prepareBody']>(async ({ body }) => ({
      bizId: (body as { bizId: string }).bizId,
      bodyCiphertext: 'K.I.C',
    }))
    const { client, received } = createFixture(() => ok(), {
      gatewaySign: unsigned({ prepareBody }),
    })
    await client.post('/user/login', { data: { pwd: ' p ', bizId: 'b' } })
    expect(prepareBody).toHaveBeenCalledExactlyOnceWith({
      path: '/v1/user/login',
      tm: String(START),
      traceId: received[0]?.headers['trace-id'],
      body: { pwd: 'p', bizId: 'b' },
      query: {},
    })
    expect(textOf(received[0])).toBe(
      `{"bizId":"b","bodyCiphertext":"K.I.C","languageType":0,"t":${START}}`,
    )
  })

  it('can add fields to a request without body (wire 5)', async () => {
    const prepareBody: GatewaySignPort['prepareBody'] = async ({ body }) => ({
      ...(body as object),
      userCheckDeviceSign: 's',
      lastAlgorithm: 'rsa1024',
    })
    const { client, received } = createFixture(() => ok(), {
      gatewaySign: unsigned({ prepareBody }),
    })
    await client.post('/user/device/check')
    expect(jsonOf(received[0])).toMatchObject({
      userCheckDeviceSign: 's',
      lastAlgorithm: 'rsa1024',
    })
  })

  it.each<[string, unknown]>([
    ['an object', { pwd: 'p' }],
    ['URLSearchParams', new URLSearchParams('pwd=p')],
    ['FormData', new FormData()],
    ['a Blob', new Blob(['p'])],
    ['text', '{"pwd":"p"}'],
    ['a list', ['p']],
    [
      'an instance',
      new (class {
        pwd = 'p'
      })(),
    ],
  ])('receive %s, and their result is sent (wire 4)', async (_, data) => {
    const prepareBody = vi.fn<GatewaySignPort['prepareBody']>(
      async () => new URLSearchParams('bodyCiphertext=K.I.C'),
    )
    const { client, received } = createFixture(() => ok(), {
      gatewaySign: unsigned({ prepareBody }),
    })
    await client.post('/user/login', { data })
    expect(prepareBody.mock.calls).toMatchObject([[{ path: '/v1/user/login', body: data }]])
    expect(textOf(received[0])).toBe('bodyCiphertext=K.I.C')
    expect(received[0]?.headers['content-type']).toContain('urlencoded')
  })

  it('receive the query, of a GET too (wire 4)', async () => {
    const prepareBody = vi.fn<GatewaySignPort['prepareBody']>(async ({ body }) => body)
    const { client, received } = createFixture(() => ok(), {
      gatewaySign: unsigned({ prepareBody }),
    })
    await client.get('/user/login', { data: { pwd: 'p' } })
    await client.post('/user/login', { query: { token: 't' } })
    expect(prepareBody.mock.calls).toMatchObject([
      [{ body: undefined, query: { pwd: 'p' } }],
      [{ body: {}, query: { token: 't' } }],
    ])
    expect(received[0]?.url).toBe(`/v1/user/login?pwd=p&languageType=0&t=${START}`)
  })

  it('send an unchanged body as it is', async () => {
    const { client, received } = createFixture(() => ok(), { gatewaySign: unsigned({}) })
    await client.post('/c', { data: 'text' })
    await client.post('/d', { data: { x: '1' }, encoding: 'form' })
    expect(received.map(textOf)).toEqual(['text', 'x=1'])
  })

  it('prevent sending when they reject (wire 4)', async () => {
    const cause = Object.assign(new Error('no server key'), { code: 'ENCRYPTION_UNAVAILABLE' })
    const { client, received } = createFixture(() => ok(), {
      gatewaySign: unsigned({ prepareBody: () => Promise.reject(cause) }),
    })
    await expect(client.post('/user/login', { data: { pwd: 'p' } })).rejects.toMatchObject({
      kind: 'gateway-sign',
      code: 'ENCRYPTION_UNAVAILABLE',
      message: 'The system is busy',
      cause,
    })
    expect(received).toHaveLength(0)
  })
})

describe('key binding', () => {
  it('finishes before the log-in resolves (wire 4)', async () => {
    const order: string[] = []
    const afterLogin = vi.fn(async () => void order.push('bound'))
    const { client } = createFixture(() => ok({ userInfo: { userId: 'u1' } }), {
      gatewaySign: unsigned({ afterLogin }),
    })
    await client.post('/user/login').then(() => order.push('resolved'))
    expect(order).toEqual(['bound', 'resolved'])
    expect(afterLogin).toHaveBeenCalledExactlyOnceWith({
      path: '/v1/user/login',
      data: { userInfo: { userId: 'u1' } },
    })
  })

  it.each<[ResponseType, unknown]>([
    ['data', { userInfo: { userId: 'u1' } }],
    [
      'json',
      { code: '0', status: 'success', msg: 'success', data: { userInfo: { userId: 'u1' } } },
    ],
    ['text', '{"code":"0","status":"success","msg":"success","data":{"userInfo":{"userId":"u1"}}}'],
  ])('reads the envelope for responseType %s (wire 4)', async (responseType, expected) => {
    const afterLogin = vi.fn(async () => {})
    const { client } = createFixture(() => ok({ userInfo: { userId: 'u1' } }), {
      gatewaySign: unsigned({ afterLogin }),
    })
    expect(await client.post('/user/login', { responseType })).toEqual(expected)
    expect(afterLogin).toHaveBeenCalledExactlyOnceWith({
      path: '/v1/user/login',
      data: { userInfo: { userId: 'u1' } },
    })
  })

  it.each<ResponseType>(['json', 'text'])(
    'is skipped after a refused log-in with responseType %s (wire 4)',
    async (responseType) => {
      const afterLogin = vi.fn(async () => {})
      const { client } = createFixture(
        () => refused('40101', { data: { userInfo: { userId: 'u1' } } }),
        { gatewaySign: unsigned({ afterLogin }) },
      )
      await client.post('/user/login', { responseType })
      expect(afterLogin).not.toHaveBeenCalled()
    },
  )

  it('is skipped after a refused log-in (wire 4)', async () => {
    const afterLogin = vi.fn(async () => {})
    const { client } = createFixture(() => refused('40101'), {
      gatewaySign: unsigned({ afterLogin }),
    })
    await rejectionOf(client.post('/user/login'))
    expect(afterLogin).not.toHaveBeenCalled()
  })

  it('rejects the log-in when it fails', async () => {
    const { client } = createFixture(() => ok(), {
      gatewaySign: unsigned({ afterLogin: () => Promise.reject(new Error('quota')) }),
    })
    await expect(client.post('/user/login')).rejects.toMatchObject({
      kind: 'gateway-sign',
      message: 'The system is busy',
    })
  })
})

describe('login lock', () => {
  const inTurn = (events: string[]): GatewaySignPort =>
    unsigned({
      prepareBody: async ({ body }) => (events.push('sealed'), body),
      afterLogin: async () => void events.push('bound'),
      async withLoginLock(path, run) {
        events.push(`begins ${path}`)
        return run().finally(() => events.push('ends'))
      },
    })

  it('covers encryption, response and binding (wire 8)', async () => {
    const events: string[] = []
    const { client } = createFixture(() => (events.push('answered'), ok()), {
      gatewaySign: inTurn(events),
    })
    await client.post('/user/login', { data: { pwd: 'p' } })
    expect(events).toEqual(['begins /v1/user/login', 'sealed', 'answered', 'bound', 'ends'])
  })

  it('is not held while a log-in waits for its device token', async () => {
    const events: string[] = []
    const deviceTokens = { tokenFor: async () => (events.push('token'), 'a'.repeat(40)) }
    const { client, received } = createFixture(() => ok(), {
      gatewaySign: inTurn(events),
      deviceTokens,
    })
    await client.post('/user/login', { data: { pwd: 'p' } })
    expect(events).toEqual(['token', 'begins /v1/user/login', 'sealed', 'bound', 'ends'])
    expect(received[0]?.headers['dy-token']).toBe('a'.repeat(40))
  })

  it('renews the stamp of a log-in that waited (wire 1)', async () => {
    const sealed: unknown[] = []
    const { client, clock, received } = createFixture(() => ok(), {
      deviceTokens: {
        tokenFor: () =>
          new Promise((resolve) => void clock.after(8_000, () => resolve('a'.repeat(40)))),
      },
      gatewaySign: unsigned({
        prepareBody: async ({ tm, traceId, body }) => (sealed.push({ tm, traceId }), body),
        withLoginLock: (_, run) =>
          new Promise((resolve) => void clock.after(30_000, () => resolve(run()))),
      }),
    })
    const answer = client.post('/user/login', { data: { pwd: 'p' } })
    await clock.advance(8_000)
    await clock.advance(30_000)
    await answer
    const tm = String(START + 38_000)
    const traceId = received[0]?.headers['trace-id']
    expect(traceId?.slice(1, 14)).toBe(tm)
    expect(received[0]?.headers['tm']).toBe(tm)
    expect(sealed).toEqual([{ tm, traceId }])
    expect(jsonOf(received[0])).toMatchObject({ t: Number(tm) })
  })

  it('keeps the stamp of a request that did not wait (wire 1)', async () => {
    const { client, clock, received } = createFixture(() => ok(), {
      deviceTokens: {
        tokenFor: () => new Promise((resolve) => void clock.after(900, () => resolve(undefined))),
      },
      gatewaySign: inTurn([]),
    })
    const error = rejectionOf(client.get('/x', { parse: () => JSON.parse('') }))
    await clock.advance(900)
    expect(await error).toMatchObject({
      kind: 'serialisation',
      traceId: received[0]?.headers['trace-id'],
    })
  })

  it('is released after a failure, before the next attempt', async () => {
    const events: string[] = []
    const { client } = createFixture(() => (events.push('answered'), refused('40101')), {
      gatewaySign: inTurn(events),
    })
    await rejectionOf(client.post('/user/login', { data: { pwd: 'p' } }))
    expect(events).toEqual(['begins /v1/user/login', 'sealed', 'answered', 'ends'])
  })

  it('is not taken by a bare request', async () => {
    const events: string[] = []
    const { client } = createFixture(() => ok(), { gatewaySign: inTurn(events) })
    await client.get('/mix/config/gatewaySignConfig', { bare: true })
    expect(events).toEqual([])
  })
})
