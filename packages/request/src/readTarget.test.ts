import { createManualClock, createSeededRandom } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRequestClient } from './createRequestClient.ts'
import { readTarget } from './readTarget.ts'
import { standardMiddlewares, type StandardOptions } from './standardMiddlewares.ts'
import { createFixture, ok, queryOf, rejectionOf } from './testing/createFixture.ts'
import { createInProcessTransport, type HandlerResponse, type ReceivedRequest } from './testing.ts'

const OPTIONS = {
  origin: 'https://api.example.com',
  allowedOrigins: ['https://files.example.com'],
}
const target = (given: string) => readTarget(given, OPTIONS)
const refusal = (message: RegExp) =>
  expect.objectContaining({
    kind: 'config',
    message: expect.stringMatching(message) as string,
  }) as Error

describe('readTarget', () => {
  it('reads the query of a path as parameters', () => {
    expect(target('/orders?page=2&side=buy&q=a+b%20c')).toEqual({
      origin: undefined,
      path: '/orders',
      query: { page: '2', side: 'buy', q: 'a b c' },
    })
  })

  it('reads a repeated name as a list, an empty query as none', () => {
    expect(target('orders?id=1&id=2').query).toEqual({ id: ['1', '2'] })
    expect(target('/orders?').query).toEqual({})
  })

  it('reads a whole URL of its own origin as its path', () => {
    expect(target('https://api.example.com/orders?page=2')).toEqual({
      origin: undefined,
      path: '/orders',
      query: { page: '2' },
    })
    expect(target('HTTPS://API.example.com:443').path).toBe('/')
  })

  it('keeps the URL parser’s spelling for an allowed origin', () => {
    expect(target('https://files.example.com/a%2Fb.png?v=1')).toEqual({
      origin: 'https://files.example.com',
      path: '/a%2Fb.png',
      query: { v: '1' },
    })
  })

  it.each([
    'https://evil.example/x',
    'http://api.example.com/x',
    'https://api.example.com:444/x',
    'https://api.example.com@evil.example/x',
    'https://api.example.com.evil.example/x',
    'https://user:secret@api.example.com/x',
    'https://user@files.example.com/x',
    'https://',
  ])('refuses %s, naming the way out (Q2)', (url) => {
    expect(() => target(url)).toThrow(refusal(/pass a path or list it in allowedOrigins/))
  })

  it('names no user or password in its error', () => {
    expect(() => target('https://user:secret@evil.example/')).not.toThrow(/secret/)
  })

  it('refuses a fragment and ambiguous paths, naming the way out (Q2)', () => {
    expect(() => target('/orders#top')).toThrow(refusal(/escape # as %23/))
    expect(() => target('//evil.example/x')).toThrow(refusal(/write one slash/))
    expect(() => target('/a/../b?x=1')).toThrow(refusal(/without \. and \.\./))
    expect(() => target('https://api.example.com/a/../b')).toThrow(refusal(/without \. and/))
    expect(() => target('https://api.example.com\\@evil.example/')).toThrow(refusal(/encodeURI/))
  })

  it('refuses a space after the host, with and without a query (Q2)', () => {
    for (const given of ['https://files.example.com ', 'https://files.example.com ?a=1'])
      expect(() => target(given)).toThrow(refusal(/the URL is another origin/))
  })

  it('never leads any text to an origin that is not listed (Q2)', () => {
    const text = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string({ unit: 'binary' }),
      fc.string().map((tail) => `https://api.example.com${tail}`),
      fc.string().map((tail) => `https://files.example.com${tail}`),
    )
    fc.assert(
      fc.property(text, (given) => {
        let read
        try {
          read = target(given)
        } catch (error) {
          expect(error).toMatchObject({ kind: 'config' })
          return
        }
        const { origin = OPTIONS.origin, path } = read
        const sent = new URL(`${origin}${path}`)
        expect([OPTIONS.origin, ...OPTIONS.allowedOrigins]).toContain(sent.origin)
        expect(sent.pathname).toBe(path)
        if (read.origin === OPTIONS.allowedOrigins[0]) expect(new URL(given).origin).toBe(origin)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a query in the path', () => {
  it('yields to query and data of the same name', async () => {
    const { client, received } = createFixture()
    await client.get('/orders?page=1&size=5&side=buy', { query: { size: 6 }, data: { page: 2 } })
    const query = queryOf(received[0])
    expect([query.getAll('page'), query.get('size'), query.get('side')]).toEqual([
      ['2'],
      '6',
      'buy',
    ])
  })

  it('leaves the path that is signed without it (wire 2)', async () => {
    const signed: string[] = []
    const { client, received } = createFixture(() => ok(), {
      gatewaySign: {
        prepareBody: async ({ body }) => body,
        async sign({ path }) {
          signed.push(path)
          return {}
        },
      },
    })
    await client.post('/spot/order/cancel?orderId=7', { data: { symbol: 'BTCUSDT' } })
    expect(signed).toEqual(['/v1/spot/order/cancel'])
    expect(received[0]?.url).toBe('/v1/spot/order/cancel?orderId=7')
  })

  it('is in no error (Q6)', async () => {
    const { client } = createFixture(() => ({ status: 500 }))
    expect(await rejectionOf(client.get('/reset?token=geheim'))).toMatchObject({
      detail: { path: '/v1/reset' },
    })
    const refused = await rejectionOf(client.get('//x?token=geheim'))
    expect(JSON.stringify(refused)).not.toContain('geheim')
  })
})

describe('a URL of another origin', () => {
  function client(answer: HandlerResponse = ok('x'), settings: Partial<StandardOptions> = {}) {
    const clock = createManualClock()
    const random = createSeededRandom()
    const received: ReceivedRequest[] = []
    const presented: string[] = []
    const asked: string[] = []
    const pipeline = standardMiddlewares({
      clock,
      random,
      serverClock: { ...clock, sample: () => void asked.push('clock') } as never,
      presenter: { present: ({ kind }) => void presented.push(kind) },
      headers: {
        theme: () => 'dark',
        terminalCode: () => 'a'.repeat(32),
        deviceLanguage: () => 'en',
        locale: () => 'en',
        languageTag: () => 'en',
        realm: () => 'live',
      },
      languageType: () => 0,
      gatewaySign: {
        async prepareBody({ body }) {
          asked.push('encrypt')
          return body
        },
        async sign() {
          asked.push('sign')
          return { 'device-sign': 's' }
        },
        async afterLogin() {
          asked.push('bind')
        },
        onVerdict: () => void asked.push('verdict'),
      },
      deviceTokens: {
        async tokenFor() {
          asked.push('token')
          return 't'
        },
      },
      ...settings,
    })
    const transport = createInProcessTransport((request) => {
      received.push(request)
      return answer
    })
    return {
      received,
      presented,
      asked,
      client: createRequestClient({
        transport: { ...transport, origin: OPTIONS.origin },
        clock,
        random,
        allowedOrigins: OPTIONS.allowedOrigins,
        ...pipeline,
      }),
    }
  }

  it('gets no signature, token, common header, parameter or prefix (Q2)', async () => {
    const fixture = client()
    await fixture.client.put('https://files.example.com/a.png?v=1', { data: { size: '1' } })
    expect(fixture.received).toEqual([
      {
        method: 'PUT',
        url: 'https://files.example.com/a.png?v=1',
        headers: { 'content-type': 'application/json' },
        body: new TextEncoder().encode('{"size":"1"}'),
      },
    ])
    expect(fixture.asked).toEqual([])
  })

  it('returns its JSON or text without an envelope', async () => {
    const { client: one } = client({ body: { any: 'thing' } })
    expect(await one.get('https://files.example.com/a.json')).toEqual({ any: 'thing' })
    const { client: text } = client({ body: '<a/>' })
    expect(await text.get('https://files.example.com/a.xml')).toBe('<a/>')
    const { client: two } = client({ body: '' })
    expect(await two.put('https://files.example.com/a', { data: 'x' })).toBeNull()
  })

  it.each(['20906', '20205', '00023', '00022'])(
    'does not end the session with code %s (spec 8.8)',
    async (code) => {
      const fixture = client({
        status: 403,
        headers: { 'gw-sign-error': code },
        body: { code, status: 'error', msg: 'no' },
      })
      expect(await rejectionOf(fixture.client.get('https://files.example.com/x'))).toMatchObject({
        kind: 'http',
        status: 403,
        code: undefined,
        detail: { body: { code } },
      })
      expect(fixture.presented).toEqual(['toast'])
      expect(fixture.asked).toEqual([])
    },
  )
})
