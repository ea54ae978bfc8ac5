import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBrowserFixture } from '../testing/browserFixture.ts'
import { json, startServer, type Answer } from '../testing/startServer.ts'

/** Browser behaviour: how XHR encodes text, resolves paths and passes headers. */
/** The nightly run sends 10,000. */
const REQUESTS = Number(process.env['TRANSPORT_REQUESTS'] ?? 250)
let answer: Answer
let fixture: Awaited<ReturnType<typeof startBrowserFixture>>

beforeAll(async () => {
  fixture = await startBrowserFixture((request, response) => answer(request, response))
})
beforeEach(async () => {
  answer = (_, response) => json(response, { code: '0', data: 'ok' })
  await fixture.reset()
})
afterAll(() => fixture?.stop())

const api = () => fixture.server.recorded.filter(({ url }) => url.startsWith('/v1'))

describe('axios transport in a browser', () => {
  it(`sends ${REQUESTS} generated requests with the signed bytes and path (Q10)`, async () => {
    const requests = fc.sample(
      fc.record({
        method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
        path: fc.constantFrom(
          '/spot/order/place',
          '/a b/ü',
          "/it's|here^`{}",
          '/emoji/😀',
          '/100%',
          '/v1/x;a=1,2',
        ),
        data: fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
        encoding: fc.constantFrom('json', 'form'),
      }),
      { numRuns: REQUESTS, seed: 5 },
    )
    const signed = await fixture.page.evaluate(async (text) => {
      const { client, signed } = open_()
      const list = JSON.parse(text) as unknown[]
      for (let at = 0; at < list.length; at += 50)
        await Promise.all(
          list.slice(at, at + 50).map((request) => client.request(request as never)),
        )
      return signed
    }, JSON.stringify(requests))
    expect(signed).toHaveLength(REQUESTS)
    const byTrace = new Map(signed.map((item) => [item.traceId, item]))
    const faults = api().filter(({ url, headers, body }) => {
      const item = byTrace.get(String(headers['trace-id']))
      return (
        item?.path !== url.split('?')[0] ||
        typeof item?.body !== 'string' ||
        !body.equals(Buffer.from(item.body))
      )
    })
    expect(api()).toHaveLength(REQUESTS)
    expect(faults).toEqual([])
  })

  it('uses XMLHttpRequest to its own origin only (Q2)', async () => {
    const seen = await fixture.page.evaluate(async () => {
      const opened: string[] = []
      const { open } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...values: unknown[]) {
        opened.push(String(values[1]))
        return Reflect.apply(open, this, values) as undefined
      } as typeof open
      globalThis.fetch = () => Promise.reject(new Error('fetch is not used'))
      const { client } = open_()
      await client.get('/spot/order/open')
      const paths = [
        '//evil.example/v1/x',
        'https://evil.example/v1/x',
        '/\\evil.example',
        '/a/../user',
        '/%2e%2e/user',
        '/a/./b',
      ]
      const kinds = await Promise.all(
        paths.map((path) =>
          client.get(path).catch((error: unknown) => (error as { kind: string }).kind),
        ),
      )
      return { opened: opened.map((url) => url.split('?')[0]), kinds }
    })
    expect(seen).toEqual({ opened: ['/v1/spot/order/open'], kinds: Array(6).fill('config') })
    expect(api()).toHaveLength(1)
  })

  it('sends every header (wire 1b)', async () => {
    await fixture.page.evaluate(() =>
      open_().client.post('/spot/order/place', { data: { size: '1' } }),
    )
    expect(api()[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      apptheme: 'dark',
      terminalcode: '0'.repeat(32),
      terminaltype: '1',
      devicelanguage: 'en-US',
      locale: 'en',
      language: 'en',
      'x-realm': 'live',
      'device-sign': 'c2ln',
      tm: expect.stringMatching(/^\d{13}$/) as string,
      'trace-id': expect.stringMatching(/^w\d{13}[0-9a-f]{11}$/) as string,
    })
  })

  it('reads the server time, cross-origin when exposed (wire 6)', async () => {
    const other = await startServer((request, response) => {
      const allow = {
        'access-control-allow-origin': fixture.server.origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'request-time,gw-sign-error',
      }
      if (request.method === 'OPTIONS')
        return void response
          .writeHead(204, {
            ...allow,
            'access-control-allow-headers': String(
              request.headers['access-control-request-headers'],
            ),
          })
          .end()
      json(response, { code: '0' }, { ...allow, 'request-time': String(Date.now() + 3_600_000) })
    })
    const offset = await fixture.page.evaluate(async (origin) => {
      const { client, serverClock } = open_({ origin, withCredentials: true })
      await client.get('/x')
      return serverClock.offset()
    }, other.origin)
    await other.stop()
    expect(offset).toBeGreaterThan(3_590_000)
    expect(offset).toBeLessThan(3_610_000)
  })

  it('uploads a file with progress to the last byte (spec 7.1)', async () => {
    const seen = await fixture.page.evaluate(async () => {
      const loads: number[] = []
      const file = new File([new Uint8Array(3_000_000)], 'id.png', { type: 'image/png' })
      await open_().client.upload('/kyc/photo', {
        data: { side: 'front', file },
        idleTimeoutMs: 5_000,
        onProgress: ({ loaded }) => void loads.push(loaded),
      })
      return loads
    })
    const [request] = api()
    expect(request?.headers['content-type']).toMatch(
      /^multipart\/form-data; boundary=----WebKitFormBoundary/,
    )
    expect(request?.body.length).toBeGreaterThan(3_000_000)
    expect(seen.at(-1)).toBe(request?.body.length)
    expect(seen.length).toBeGreaterThan(0)
  })

  it('reports timeout, abort and network failure as different kinds (Q4, Q6)', async () => {
    answer = () => {}
    const kinds = await fixture.page.evaluate(async () => {
      const { client } = open_()
      const controller = new AbortController()
      setTimeout(() => controller.abort(), 50)
      const unreachable = open_({ origin: 'http://127.0.0.1:1' }).client
      const works = [
        client.get('/a', { timeoutMs: 100 }),
        client.get('/b', { signal: controller.signal }),
        unreachable.get('/c'),
      ]
      return (await Promise.allSettled(works)).map((result) =>
        result.status === 'rejected'
          ? `${(result.reason as { kind: string }).kind}: ${(result.reason as Error).message}`
          : 'resolved',
      )
    })
    expect(kinds).toEqual([
      'timeout: Request timed out!',
      'aborted: the request was aborted',
      'network: Network Error',
    ])
  })

  it('sends no XSRF token from a cookie', async () => {
    await fixture.page.evaluate(() => {
      document.cookie = 'XSRF-TOKEN=secret'
      return open_().client.get('/x')
    })
    expect(api()[0]?.headers['x-xsrf-token']).toBeUndefined()
  })
})
