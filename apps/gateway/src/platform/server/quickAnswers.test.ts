import { request, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HandledRequest } from '../http/HandledRequest.ts'
import { answerQuickly } from './quickAnswers.ts'

let app: FastifyInstance
let seen: HandledRequest[]
let asked: { readonly path: string; readonly address: string }[]
beforeEach(async () => {
  app = Fastify()
  seen = []
  asked = []
  app.all('/*', async () => 'by the framework')
  answerQuickly(app.server, {
    quick: [
      {
        prefixes: ['/api/', '/more/'],
        async answer(_request, of) {
          asked.push(of)
          return { status: 200, headers: ['own', 'yes'], text: 'ünd', bytes: 4 }
        },
      },
    ],
    isKnownSpelling: (path) => path !== '/api//depth',
    answersTo: (host) => host !== 'elsewhere.example',
    addressOf: () => '192.0.2.7',
    isTrusted: (address) => address.endsWith('127.0.0.1'),
    headersOf: ({ isHttps }) => ['common', String(isHttps)],
    observe: (handled) => void seen.push(handled),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

interface Answer {
  readonly status: number | undefined
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

function ask(path: string, options: RequestOptions = {}): Promise<Answer> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, ...options }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('a plain read', () => {
  it('is answered with the headers of every answer, and counted', async () => {
    expect(await ask('/api/depth?limit=5')).toMatchObject({
      status: 200,
      headers: { own: 'yes', common: 'false', 'content-length': '4' },
      text: 'ünd',
    })
    expect(asked).toEqual([{ path: '/api/depth', address: '192.0.2.7' }])
    expect(seen).toMatchObject([{ method: 'GET', route: '/api/*', status: 200, code: undefined }])
  })

  it('counts as TLS where a trusted proxy says so', async () => {
    const { headers } = await ask('/more/a', { headers: { 'x-forwarded-proto': 'https' } })
    expect(headers).toMatchObject({ common: 'true' })
    expect(seen).toMatchObject([{ route: '/more/*' }])
  })

  it('closes the connection where its answer cannot be written', async () => {
    app.server.once('request', (_request, response) => response.writeHead(200).end())
    await ask('/api/depth').catch(() => undefined)
    expect(await ask('/api/depth')).toMatchObject({ status: 200, text: 'ünd' })
  })
})

describe('what is left to the framework', () => {
  it.each<[string, string, RequestOptions]>([
    ['another path', '/apis/depth', {}],
    ['another method', '/api/depth', { method: 'POST' }],
    ['a page of another site', '/api/depth', { headers: { origin: 'https://x.example' } }],
    ['a read with a body', '/api/depth', { headers: { 'content-length': '0' } }],
    ['a body in parts', '/api/depth', { headers: { 'transfer-encoding': 'chunked' } }],
    ['another spelling', '/api//depth', {}],
    ['another host', '/api/depth', { headers: { host: 'elsewhere.example' } }],
  ])('is %s', async (_what, path, options) => {
    expect((await ask(path, options)).text).toBe('by the framework')
    expect([asked, seen]).toEqual([[], []])
  })

  it('is everything where no module has such calls', async () => {
    const plain = Fastify()
    const before = plain.server.listeners('request')
    answerQuickly(plain.server, {
      quick: [],
      isKnownSpelling: () => true,
      answersTo: () => true,
      addressOf: () => '',
      isTrusted: () => false,
      headersOf: () => [],
    })
    expect(plain.server.listeners('request')).toEqual(before)
    await plain.close()
  })
})
