import { connect, type Socket } from 'node:net'
import { createManualClock } from '@x/kit/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { listen } from '../../platform/server/listen.ts'
import { HALT_EXIT_CODE, watchHalt } from './watchHalt.ts'

let gateway: TestGateway | undefined
afterEach(async () => {
  await gateway?.stop()
  gateway = undefined
})
const get = (
  url: string,
  headers: Readonly<Record<string, string>> = {},
  remoteAddress = '127.0.0.1',
) => gateway!.app.inject({ url, headers: { host: 'localhost:8080', ...headers }, remoteAddress })

describe('health, readiness and metrics', () => {
  it('answers without session and says ready while orders are taken (SR11)', async () => {
    gateway = await createTestGateway()
    const [health, ready] = [
      await get('/health', {}, '203.0.113.9'),
      await get('/ready', {}, '203.0.113.9'),
    ]
    expect([health.statusCode, health.json()]).toEqual([200, { status: 'alive' }])
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', failing: [] }])
    expect(ready.headers).toMatchObject({ 'cache-control': 'no-store' })
  })

  it('names what stands in the way, and nothing else (SR11)', async () => {
    let isHeld = true
    const lease = {
      epoch: 0,
      isHeld: () => isHeld,
      onRegained() {},
      onLost() {},
      release: async () => {},
    }
    gateway = await createTestGateway({ lease })
    isHeld = false
    const ready = await get('/ready')
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: 'not ready', failing: ['lease'] },
    ])
    expect((await get('/health')).statusCode).toBe(200)
    isHeld = true
    expect((await get('/ready')).statusCode).toBe(200)
  })

  it('counts orders, log-ins, refusals and answers by code and status (SR11)', async () => {
    gateway = await createTestGateway()
    const client = gateway.visitor()
    const { loginName, password } = gateway.demo!
    await client.login({ loginName, password: 'wrong password 1' })
    await client.login({ loginName, password })
    await client.post('/v1/spot/order/place', {
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'market',
      size: '100',
      clientOid: 'one',
    })
    await client.post('/v1/spot/order/cancel', { orderId: '999999' })
    await client.get('/nowhere')
    const { body } = await get('/metrics')
    expect(body.split('\n')).toEqual(
      expect.arrayContaining([
        'gateway_logins_total{code="0"} 1',
        'gateway_logins_total{code="40101"} 1',
        'gateway_orders_total{action="place",code="0"} 1',
        'gateway_orders_total{action="cancel",code="40401"} 1',
        'gateway_http_requests_total{method="POST",route="/v1/spot/order/place",status="200"} 1',
        'gateway_http_requests_total{method="GET",route="other",status="404"} 1',
        'gateway_ready{check="trading"} 1',
        'gateway_halted 0',
      ]),
    )
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
    expect(body).toMatch(/^process_resident_memory_bytes \d+$/m)
    for (const secret of [loginName, password, 'wrong password']) expect(body).not.toContain(secret)
  })

  it('answers figures to this machine alone, asked directly (SR11)', async () => {
    gateway = await createTestGateway()
    const cases: readonly [string, string, Readonly<Record<string, string>>, number][] = [
      ['this machine', '127.0.0.1', {}, 200],
      ['this machine by IPv6', '::1', { host: '[::1]:8080' }, 200],
      ['another machine', '198.51.100.7', {}, 403],
      ['through a proxy on this one', '127.0.0.1', { 'x-forwarded-for': '198.51.100.7' }, 403],
      ['through a proxy that keeps the name', '127.0.0.1', { host: '192.0.2.20' }, 403],
    ]
    for (const [name, address, headers, status] of cases)
      expect([name, (await get('/metrics', headers, address)).statusCode]).toEqual([name, status])
  })

  it('answers figures only to who has the token once there is one (SR11)', async () => {
    gateway = await createTestGateway({ metricsToken: 'a long secret' })
    expect((await get('/metrics')).statusCode).toBe(403)
    expect(
      (await get('/metrics', { authorization: 'Bearer a long secre' }, '198.51.100.7')).statusCode,
    ).toBe(403)
    expect(
      (await get('/metrics', { authorization: 'Bearer a long secret' }, '198.51.100.7')).statusCode,
    ).toBe(200)
  })
})

it('counts connections by both addresses of localhost (SR11)', async () => {
  gateway = await createTestGateway()
  const { port, close } = await listen(gateway.app, { port: 0, isStrict: false, onTaken() {} })
  const open = (host: string) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(port, host, () => resolve(socket)).on('error', reject)
    })
  const counted = async () => /^gateway_connections (\d+)$/m.exec((await get('/metrics')).body)?.[1]
  const sockets = [await open('127.0.0.1'), await open('::1'), await open('::1')]
  await expect.poll(counted).toBe('3')
  for (const socket of sockets) socket.destroy()
  await expect.poll(counted).toBe('0')
  await close()
})

it('notices a halt once, soon after it happened (SR11)', async () => {
  const clock = createManualClock()
  const halts: string[] = []
  const core: { error?: Error } = {}
  watchHalt({ halted: () => core.error, clock, onHalt: ({ message }) => halts.push(message) })
  await clock.advance(1_000)
  core.error = new Error('disk full')
  await clock.advance(1_000)
  expect([halts, clock.pendingTimers(), HALT_EXIT_CODE]).toEqual([['disk full'], 0, 75])
})
