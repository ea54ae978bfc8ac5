import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBrowserFixture } from '../testing/browserFixture.ts'
import { json, type Answer, type Recorded } from '../testing/startServer.ts'

/** How the fetch of a browser sends what was signed, in a page and in a worker. */
/** The nightly run sends 10,000. */
const REQUESTS = Number(process.env['TRANSPORT_REQUESTS'] ?? 150)
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

interface Signed {
  readonly traceId: string
  readonly path: string
  readonly body: string | null
}

const api = () => fixture.server.recorded.filter(({ url }) => url.startsWith('/v1'))
const generated = (numRuns: number) =>
  JSON.stringify(
    fc.sample(
      fc.record({
        method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
        path: fc.constantFrom('/spot/order/place', '/a b/ü', "/it's|here^`{}", '/x?q=a%20b&q=c'),
        data: fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
        encoding: fc.constantFrom('json', 'form'),
      }),
      { numRuns, seed: 5 },
    ),
  )

function unlike(requests: readonly Recorded[], signed: readonly Signed[]): Recorded[] {
  const byTrace = new Map(signed.map((item) => [item.traceId, item]))
  return requests.filter(({ url, headers, body }) => {
    const item = byTrace.get(String(headers['trace-id']))
    return item?.path !== url.split('?')[0] || !body.equals(Buffer.from(item?.body ?? '?'))
  })
}

describe('fetch transport in a browser', () => {
  it(`sends ${REQUESTS} generated requests with the signed bytes and path (Q10)`, async () => {
    const signed = await fixture.page.evaluate(async (text) => {
      const opened = open_({}, 'fetch')
      const list = JSON.parse(text) as unknown[]
      for (let at = 0; at < list.length; at += 50)
        await Promise.all(
          list.slice(at, at + 50).map((request) => opened.client.request(request as never)),
        )
      return opened.signed
    }, generated(REQUESTS))
    expect(api()).toHaveLength(REQUESTS)
    expect(unlike(api(), signed)).toEqual([])
  })

  it('sends from a worker without XMLHttpRequest (Q10)', async () => {
    const { answers, signed } = await fixture.page.evaluate(
      (text) =>
        new Promise<{ answers: unknown[]; signed: Signed[] }>((resolve, reject) => {
          const worker = new Worker('/worker.js')
          worker.onmessage = ({ data }) => resolve(data as never)
          worker.onerror = ({ message }) => reject(new Error(message))
          worker.postMessage(JSON.parse(text))
        }),
      generated(20),
    )
    expect(answers).toEqual(Array(20).fill('ok'))
    expect(api()).toHaveLength(20)
    expect(unlike(api(), signed)).toEqual([])
  })

  it('uploads a form with its boundary', async () => {
    await fixture.page.evaluate(() =>
      open_({}, 'fetch').client.upload('/kyc/photo', {
        data: { side: 'front', file: new File([new Uint8Array(100_000)], 'id.png') },
      }),
    )
    expect(api()[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(api()[0]?.body.length).toBeGreaterThan(100_000)
  })

  it.each(['axios', 'fetch'] as const)('receives bytes in a page by %s', async (kind) => {
    answer = ({ url }, response) =>
      void (url.startsWith('/v1/file')
        ? response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.of(0xff, 0, 0xfe))
        : response.writeHead(404, { 'content-type': 'application/json' }).end('{"msg":"é"}'))
    const seen = await fixture.page.evaluate(async (transport) => {
      const { client } = open_({}, transport)
      const blob = await client.get<Blob>('/file', { responseType: 'blob' })
      const refused = await client
        .get('/no', { responseType: 'blob' })
        .catch((error: unknown) => error)
      const { detail } = refused as { detail: { body?: unknown } }
      return [blob.type, [...new Uint8Array(await blob.arrayBuffer())], detail.body]
    }, kind)
    expect(seen).toEqual(['image/png', [0xff, 0, 0xfe], { msg: 'é' }])
  })

  it('reports timeout, abort, failure and redirect as kinds (Q4, Q6)', async () => {
    answer = ({ url }, response) => {
      if (url.startsWith('/v1/d')) response.writeHead(302, { location: '/v1/e' }).end()
    }
    const kinds = await fixture.page.evaluate(async () => {
      const { client } = open_({}, 'fetch')
      const controller = new AbortController()
      setTimeout(() => controller.abort(), 50)
      const works = [
        client.get('/a', { timeoutMs: 100 }),
        client.get('/b', { signal: controller.signal }),
        open_({ origin: 'http://127.0.0.1:1' }, 'fetch').client.get('/c'),
        client.get('/d'),
      ]
      return (await Promise.allSettled(works)).map((result) =>
        result.status === 'rejected' ? (result.reason as { kind: string }).kind : 'resolved',
      )
    })
    expect(kinds).toEqual(['timeout', 'aborted', 'network', 'network'])
    expect(api().map(({ url }) => url.split('?')[0])).not.toContain('/v1/e')
  })
})
