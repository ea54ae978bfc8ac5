import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

let gateway: TestGateway
let port = 0
beforeAll(async () => {
  gateway = await createTestGateway()
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  port = (gateway.app.server.address() as AddressInfo).port
})
afterAll(() => gateway.stop())

/** Everything the server says until it hangs up. */
function say(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => void socket.write(text))
    socket
      .setEncoding('utf8')
      .on('data', (chunk) => (received += String(chunk)))
      .on('close', () => resolve(received))
      .on('error', reject)
  })
}

describe('Envelope: what never became a request (wire 10)', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, '40010'],
    [
      'a header that is none',
      'GET /v1/mix/config/referral HTTP/1.1\r\nhost localhost\r\n\r\n',
      400,
      '40010',
    ],
    ['no host', 'GET /v1/mix/config/referral HTTP/1.1\r\nconnection: close\r\n\r\n', 400, '40010'],
    [
      'two hosts',
      'GET / HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\nconnection: close\r\n\r\n',
      400,
      '40010',
    ],
    [
      'a host of somebody else',
      'GET /v1/dev/mailbox?to=a@b.c HTTP/1.1\r\nhost: rebound.example\r\nconnection: close\r\n\r\n',
      421,
      '1',
    ],
    [
      'a page of somebody else',
      'GET / HTTP/1.1\r\nhost: rebound.example:8080\r\nconnection: close\r\n\r\n',
      421,
      '1',
    ],
    [
      'two lengths',
      'POST /v1/user/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      '40010',
    ],
    [
      'a length and chunks',
      'POST /v1/user/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: ' +
        'chunked\r\n\r\n',
      400,
      '40010',
    ],
    [
      'headers of 20 KiB',
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      '1',
    ],
  ])('%s is answered with the envelope, and the connection ends', async (_, text, status, code) => {
    const [head = '', body = ''] = (await say(text)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(JSON.parse(body)).toMatchObject({ code, status: 'error', data: null })
    for (const line of [
      'connection: close',
      'x-content-type-options: nosniff',
      `request-time: ${gateway.clock.now()}`,
    ])
      expect(head.toLowerCase()).toContain(line)
  })

  it('an answer that is data is kept by nobody', async () => {
    for (const text of ['hello\r\n\r\n', 'GET /v1/x HTTP/1.1\r\nconnection: close\r\n\r\n'])
      expect((await say(text)).toLowerCase()).toContain('cache-control: no-store')
  })

  it('a client of HTTP/1.0 need not name a host', async () => {
    expect(await say('GET /v1/mix/config/referral HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('repeats nothing of what was sent', async () => {
    expect(await say('GET /secret-token HTTP/9.9\r\n\r\n')).not.toContain('secret')
  })

  it('the server goes on', async () => {
    await say('nonsense\r\n\r\n')
    expect((await fetch(`http://127.0.0.1:${port}/v1/mix/config/referral`)).status).toBe(200)
  })
})
