import {
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPathGuard } from '../http/canonicalPath.ts'
import { createHostRule, createOriginRule } from '../http/hosts.ts'
import { attachSockets } from './sockets.ts'

const PATH = '/v1/user/stream'
let server: Server
let port: number
let upgraded = 0
const SWITCHING =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'
/** Whether a socket ends at once. */
let upgrading: 'end' | 'open' = 'end'
const streams: Duplex[] = []

beforeAll(async () => {
  server = createHttpServer()
  attachSockets(server, {
    sockets: [
      {
        path: PATH,
        upgrade: (_request, stream) => (
          upgraded++,
          streams.push(stream),
          void stream[upgrading === 'end' ? 'end' : 'write'](SWITCHING)
        ),
      },
    ],
    origins: createOriginRule({ allowedOrigins: ['https://trade.example'], isDevelopment: false }),
    answersTo: createHostRule({ names: ['gateway.example'], isDevelopment: true }),
    isKnownSpelling: createPathGuard([PATH]),
    addressOf: ({ headers }) => String(headers['x-forwarded-for'] ?? '192.0.2.1'),
    perAddress: 3,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

function upgrade(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      port,
      path,
      headers: { connection: 'upgrade', upgrade: 'websocket', host: 'gateway.example', ...headers },
    })
    const done = (response: IncomingMessage) => resolve(response.statusCode)
    sent.on('upgrade', done).on('response', done).on('error', reject).end()
  })
}

describe('web sockets (wire 10)', () => {
  it.each([
    ['its own page', { origin: 'https://gateway.example' }, 101],
    ['a page that was let in', { origin: 'https://trade.example' }, 101],
    ['no browser', {}, 101],
    ['another site', { origin: 'https://evil.example' }, 403],
    [
      'its own host in clear, before TLS',
      { origin: 'http://gateway.example', 'x-forwarded-proto': 'https' },
      403,
    ],
    [
      'a page of a name that was turned to this machine',
      { origin: 'http://rebound.example', host: 'rebound.example' },
      421,
    ],
    ['a page without an origin of its own', { origin: 'null' }, 403],
  ])('are opened or refused from %s', async (_, headers, status) => {
    const before = upgraded
    expect(await upgrade(PATH, headers)).toBe(status)
    expect(upgraded - before).toBe(status === 101 ? 1 : 0)
  })
  it('the query does not matter', async () => expect(await upgrade(`${PATH}?t=1`)).toBe(101))
  it.each([
    ['/v1/user/nothing', 404],
    ['/v1/user/str%65am', 400],
    ['/v1/User/stream', 400],
  ])('%s answers %d', async (path, status) => expect(await upgrade(path)).toBe(status))
  it('refuses sockets of a forwarded address beyond its limit (SR15)', async () => {
    upgrading = 'open'
    const ask = (address: string) => upgrade(PATH, { 'x-forwarded-for': address })
    expect([
      await ask('198.51.100.1'),
      await ask('198.51.100.1'),
      await ask('198.51.100.1'),
      await ask('198.51.100.1'),
    ]).toEqual([101, 101, 101, 429])
    expect(await ask('198.51.100.2')).toBe(101)
    upgrading = 'end'
    for (const stream of streams.splice(0)) stream.destroy()
    await expect.poll(() => ask('198.51.100.1')).toBe(101)
  })
  it('a client that goes away in the middle harms nobody', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `GET ${PATH} HTTP/1.1\r\nHost: gateway.example\r\nConnection: upgrade\r\nUpgrade: ` +
        `websocket\r\n\r\n`,
    )
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.resetAndDestroy()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(await upgrade(PATH)).toBe(101)
  })
})
