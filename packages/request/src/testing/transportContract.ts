/**
 * What every transport does, against a real HTTP server. Run by the test of each transport in Node.
 */
import { getEventListeners } from 'node:events'
import { createManualClock, createSeededRandom } from '@x/kit/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRequestClient } from '../createRequestClient.ts'
import { createServerClock } from '../createServerClock.ts'
import type { Transport, WireRequest } from '../request.ts'
import { isRequestError } from '../RequestError.ts'
import { restMiddlewares } from '../restMiddlewares.ts'
import { standardMiddlewares } from '../standardMiddlewares.ts'
import { rejectionOf } from './createFixture.ts'
import { json, startServer, type Answer } from './startServer.ts'

/** Creates the transport under test. */
export type CreateTransport = (options: { readonly origin?: string }) => Transport

/** Registers the tests of one transport; `requests` is the number of generated requests. */
export function describeTransport(
  name: string,
  { create, requests: count }: { readonly create: CreateTransport; readonly requests: number },
): void {
  let answer: Answer
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    server = await startServer((request, response) => answer(request, response))
  })
  beforeEach(() => {
    server.recorded.length = 0
    answer = (_, response) =>
      json(response, { code: '0', data: 'ok' }, { 'Request-Time': '1732238512345' })
  })
  afterAll(() => server.stop())

  const transport = () => create({ origin: server.origin })

  describe(`${name} transport in Node`, () => {
    it('sends exactly the given bytes and target (wire 2)', async () => {
      const content = '{"note":"é€ \\u0000","n":1.50}'
      await transport().send(
        wireRequest({
          target: '/v1/a%20b/%C3%BC/BTC%2FUSDT?q=%2B+x',
          content,
          headers: { 'content-type': 'application/json' },
        }),
      )
      const [request] = server.recorded
      expect(request?.url).toBe('/v1/a%20b/%C3%BC/BTC%2FUSDT?q=%2B+x')
      expect(request?.body.toString('utf8')).toBe(content)
      expect(request?.headers['content-type']).toBe('application/json')
    })

    it('adds no content type to a body without one', async () => {
      await transport().send(wireRequest())
      await transport().send(wireRequest({ content: new ArrayBuffer(2) }))
      await transport().send(wireRequest({ content: new Blob(['x'], { type: 'image/png' }) }))
      expect(server.recorded.map(({ headers }) => headers['content-type'])).toEqual([
        undefined,
        undefined,
        'image/png',
      ])
    })

    it('sends multipart with its own boundary (spec 7.1)', async () => {
      const form = new FormData()
      form.append('file', new File(['abc'], 'a.txt', { type: 'text/plain' }))
      await transport().send(wireRequest({ content: form }))
      const [request] = server.recorded
      const boundary = /^multipart\/form-data; ?boundary=(.+)$/.exec(
        request?.headers['content-type'] ?? '',
      )?.[1]
      expect(boundary).toBeTruthy()
      expect(request?.body.toString()).toContain(`--${boundary}`)
      expect(request?.body.toString()).toContain('filename="a.txt"')
    })

    it('sends forms, Blobs and bytes byte by byte', async () => {
      const bytes = Uint8Array.from({ length: 512 }, (_, at) => at % 256)
      const form = new FormData()
      form.append('side', 'front')
      form.append('file', new File([bytes], 'a.bin'))
      for (const content of [bytes.buffer, new Blob([bytes]), form])
        await transport().send(wireRequest({ method: 'PUT', content }))
      const [buffer, blob, multipart] = server.recorded
      expect(buffer?.body.equals(Buffer.from(bytes))).toBe(true)
      expect(blob?.body.equals(Buffer.from(bytes))).toBe(true)
      expect(multipart?.body.includes(Buffer.from(bytes))).toBe(true)
      expect(server.recorded.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT'])
    })

    it('prefers a given content type to that of a Blob', async () => {
      const content = new Blob(['a,b'], { type: 'text/plain' })
      await transport().send(wireRequest({ content, headers: { 'content-type': 'text/csv' } }))
      expect(server.recorded[0]?.headers['content-type']).toBe('text/csv')
    })

    it('sends to another origin when the request names one', async () => {
      const other = await startServer((_, response) => json(response, {}))
      await transport().send(wireRequest({ origin: other.origin }))
      await other.stop()
      expect([server.recorded.length, other.recorded.length]).toEqual([0, 1])
    })

    it('receives a response without a body', async () => {
      answer = (_, response) => void response.writeHead(204, { 'x-a': '1' }).end()
      for (const method of ['HEAD', 'DELETE'] as const) {
        const { status, text, headers } = await transport().send(wireRequest({ method }))
        expect([status, text, headers.get('x-a')]).toEqual([204, '', '1'])
      }
      const asked = wireRequest({ method: 'DELETE', responseType: 'blob' })
      expect((await transport().send(asked)).blob).toMatchObject({ size: 0, type: '' })
    })

    it('returns status, headers and text of any response', async () => {
      answer = (_, response) =>
        void response
          .writeHead(500, { 'Request-Time': '5', 'GW-Sign-Error': '00021' })
          .end('{"not": "parsed"')
      const response = await transport().send(wireRequest())
      expect(response.status).toBe(500)
      expect(response.headers.get('request-time')).toBe('5')
      expect(response.headers.get('GW-Sign-Error')).toBe('00021')
      expect(response.headers.get('absent')).toBeNull()
      expect(response.text).toBe('{"not": "parsed"')
    })

    it.each([
      [200, [0xff, 0, 0xfe], ''],
      [404, undefined, '{"message":"é"}'],
    ])('returns bytes of a %i when asked for them', async (status, expected, text) => {
      const bytes = Uint8Array.of(0xff, 0, 0xfe)
      answer = (_, response) => void response.writeHead(status).end(text || bytes)
      const response = await transport().send(wireRequest({ responseType: 'blob' }))
      expect(response).toMatchObject({ status, text })
      const received = await response.blob?.arrayBuffer()
      expect(received && [...new Uint8Array(received)]).toEqual(expected)
    })

    it('does not follow redirects', async () => {
      answer = (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end()
      expect(
        (await transport().send(wireRequest({ headers: { 'device-sign': 's' } }))).status,
      ).toBe(307)
      expect(server.recorded).toHaveLength(1)
    })

    it('reports upload progress in bytes', async () => {
      const seen: number[] = []
      await transport().send(
        wireRequest({
          content: new Blob([new Uint8Array(300_000)]),
          onProgress: ({ loaded }) => void seen.push(loaded),
        }),
      )
      expect(seen.at(-1)).toBe(300_000)
    })

    it('leaves no listener on the signal (Q9)', async () => {
      const { signal } = new AbortController()
      await transport().send(wireRequest({ signal }))
      expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    })
  })

  describe(`${name} transport failures`, () => {
    it('are network errors without request data (Q6)', async () => {
      const stopped = await startServer(() => {})
      await stopped.stop()
      const dead = create({ origin: stopped.origin })
      const error = await rejectionOf(
        dead.send(
          wireRequest({
            content: '{"pwd":"geheim"}',
            headers: { 'content-type': 'application/json' },
          }),
        ),
      )
      expect(error).toMatchObject({ kind: 'network' })
      expect(isRequestError(error) && error.code).toBe('ECONNREFUSED')
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('geheim')
      expect((error as Error).cause).toBeUndefined()
    })

    it('end on abort', async () => {
      answer = () => {}
      const controller = new AbortController()
      const rejection = rejectionOf(transport().send(wireRequest({ signal: controller.signal })))
      await expect.poll(() => server.recorded.length).toBe(1)
      controller.abort()
      expect(await rejection).toMatchObject({ name: 'RequestError' })
    })

    it('are network errors when the connection ends inside a response', async () => {
      answer = (_, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"code":', () => response.destroy())
      }
      expect(await rejectionOf(transport().send(wireRequest()))).toMatchObject({ kind: 'network' })
    })

    it('end on abort inside a response', async () => {
      const controller = new AbortController()
      answer = (_, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"code":', () => controller.abort())
      }
      const work = transport().send(wireRequest({ signal: controller.signal }))
      expect(await rejectionOf(work)).toMatchObject({ name: 'RequestError' })
    })

    it('become timeouts and close the connection when the limit passes (Q4)', async () => {
      let closed = false
      answer = (_, response) => void response.on('close', () => (closed = true))
      const clock = createManualClock()
      const random = createSeededRandom()
      const client = createRequestClient({
        transport: transport(),
        clock,
        random,
        ...restMiddlewares({ clock, random }),
      })
      const rejection = rejectionOf(client.get('/slow', { timeoutMs: 500 }))
      await expect.poll(() => server.recorded.length).toBe(1)
      await clock.advance(500)
      expect(await rejection).toMatchObject({ kind: 'timeout' })
      await expect.poll(() => closed).toBe(true)
    })

    it.each([
      'ftp://host',
      'http://host/path',
      'http://user@host',
      '//host',
      'host',
      'http://host?x',
    ])('reject the origin %s', (origin) => {
      expect(() => create({ origin })).toThrow(expect.objectContaining({ kind: 'config' }))
    })

    it('accept an origin with a trailing slash', async () => {
      await create({ origin: `${server.origin}/` }).send(wireRequest())
      expect(server.recorded[0]?.url).toBe('/v1/x?t=1')
    })
  })

  describe(`${count} generated requests by ${name}`, () => {
    it('arrive with the signed bytes, path and stamp (Q10)', async () => {
      const clock = createManualClock()
      const random = createSeededRandom(11)
      const serverClock = createServerClock({ clock })
      const signed = new Map<string, { tm: string; path: string; body: string | null }>()
      const pipeline = standardMiddlewares({
        clock,
        serverClock,
        random,
        presenter: { present: () => {} },
        headers: {
          theme: () => 'dark',
          terminalCode: () => 'a'.repeat(32),
          deviceLanguage: () => 'en',
          locale: () => 'en',
          languageTag: () => 'en',
        },
        languageType: () => 0,
        gatewaySign: {
          prepareBody: async ({ body }) => body,
          async sign({ traceId, tm, path, body }) {
            signed.set(traceId, { tm, path, body })
            return {}
          },
        },
      })
      const client = createRequestClient({
        transport: transport(),
        clock,
        random,
        serverClock,
        ...pipeline,
      })
      const requests = fc.sample(generated, { numRuns: count, seed: 7 })
      for (let at = 0; at < requests.length; at += 100) {
        await Promise.all(requests.slice(at, at + 100).map((request) => client.request(request)))
      }
      expect(server.recorded).toHaveLength(count)
      const faults = server.recorded.filter(({ url, headers, body }) => {
        const expected = signed.get(String(headers['trace-id']))
        return (
          expected?.path !== url.split('?')[0] ||
          expected?.tm !== headers['tm'] ||
          typeof expected?.body !== 'string' ||
          !body.equals(Buffer.from(expected.body))
        )
      })
      expect(faults).toEqual([])
      expect(signed.size).toBe(count)
      const seen = server.recorded.reduce((sum, { body }) => sum + body.length, 0)
      expect(seen).toBe(
        [...signed.values()].reduce((sum, { body }) => sum + Buffer.byteLength(body ?? ''), 0),
      )
      expect(seen).toBeGreaterThan(count * 50)
    })
  })
}

const stamp = { tm: '1732238512345', traceId: 'w17322385123450a1b2c3d4e5' }
const wireRequest = (change: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  target: '/v1/x?t=1',
  path: '/v1/x',
  content: '',
  headers: {},
  stamp,
  signal: new AbortController().signal,
  bare: false,
  limits: { timeoutMs: 10_000, idleTimeoutMs: undefined },
  onProgress: undefined,
  ...change,
})

const segment = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .map(encodeURIComponent)
  .filter((text) => !/^\.|%(?:2|3|5C|00|0|1)/i.test(text))
const path = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((segments) => `/${segments.join('/')}`)
const fields = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue())
const write = fc.constantFrom('POST' as const, 'PUT' as const, 'PATCH' as const, 'DELETE' as const)
/** Lone surrogates have no UTF-8 bytes; signer and transport must agree on their replacement. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ud800', 'a\udfffb', '\u0000', '\ufeffx'),
)
const generated = fc.oneof(
  fc.record({ method: fc.constant('GET' as const), path, data: fields }),
  { weight: 3, arbitrary: fc.record({ method: write, path, data: fields }) },
  fc.record({ method: write, path, data: fields, encoding: fc.constant('form' as const) }),
  fc.record({ method: write, path, data: fc.array(fc.jsonValue()) }),
  fc.record({ method: write, path, data: text }),
  fc.record({
    method: write,
    path,
    data: fc.dictionary(fc.string(), fc.string()).map((entries) => new URLSearchParams(entries)),
  }),
  fc.record({ method: write, path }),
)
