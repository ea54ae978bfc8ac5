import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createService, ServiceError } from './service.ts'

type Reply = { readonly status?: number; readonly body: string } | 'silence'

let server: Server
let origin = ''
let reply: Reply = 'silence'
let asked: { path: string | undefined; type: string | undefined; body: unknown }[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked.push({
      path: request.url,
      type: request.headers['content-type'],
      body: JSON.parse(await textOf(request)),
    })
    if (reply !== 'silence')
      response
        .writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
        .end(reply.body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
})

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
const envelope = (data: unknown, code = '0') =>
  JSON.stringify({ code, status: code === '0' ? 'success' : 'error', msg: 'words', data })
const make = ({ signal = new AbortController().signal, timeoutMs = 5_000 } = {}) =>
  createService({ origin, signal, timeoutMs })

describe('captcha C, reference challenge: the calls of its page', () => {
  it('load names the captcha and the language that is wanted', async () => {
    reply = { body: envelope({ lotNumber: 'a' }) }
    expect(await make().load('id', { language: 'ara', page: 'ar' })).toEqual({ lotNumber: 'a' })
    expect(asked).toEqual([
      {
        path: '/v1/captcha/reference/load',
        type: 'application/json',
        body: { captchaId: 'id', language: 'ara', page: 'ar' },
      },
    ])
  })

  it('verify sends the answer beside its lot', async () => {
    reply = { body: envelope({ triesLeft: 0 }) }
    expect(await make().verify('lot', { slide: { x: 1 } })).toEqual({ triesLeft: 0 })
    expect(asked[0]).toMatchObject({
      path: '/v1/captcha/reference/verify',
      body: { lotNumber: 'lot', slide: { x: 1 } },
    })
  })

  it('a picture is an address, asked for by the page itself', () => {
    expect(make().pictureUrl('lot', 'piece')).toBe(
      `${origin}/v1/captcha/reference/picture?lot=lot&layer=piece`,
    )
    expect(asked).toEqual([])
  })

  it.each([
    ['its code and words', { body: envelope(null, '42901') }, { code: '42901', message: 'words' }],
    [
      'the status where there is no code',
      { status: 502, body: '{}' },
      { code: '502', message: '' },
    ],
  ])('reports a refusal by %s', async (_, refusal, expected) => {
    reply = refusal
    const failure = await make()
      .load('id', {})
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ServiceError)
    expect(failure).toMatchObject(expected)
  })

  it('fails on invalid JSON, which is no refusal', async () => {
    reply = { status: 502, body: '<html>' }
    const failure = await make()
      .load('id', {})
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SyntaxError)
  })

  it('waits for no answer longer than its timeout', async () => {
    reply = 'silence'
    await expect(make({ timeoutMs: 30 }).load('id', {})).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })

  it('a challenge that goes away takes its calls along', async () => {
    reply = 'silence'
    const gone = new AbortController()
    const call = make({ signal: gone.signal }).verify('lot', {})
    gone.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    await expect(make({ signal: gone.signal }).load('id', {})).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})
