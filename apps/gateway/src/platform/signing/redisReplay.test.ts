import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeClock } from '../nodePorts.ts'
import { silentLog, type Log, type LogFields } from '../log/Log.ts'
import { createTestGateway } from '../../testing/createTestGateway.ts'
import { freePort } from '../server/freePort.ts'
import { fresh, keepsItsPromise, TTL } from '../../testing/replayStoreContract.ts'
import { openRedisReplayStore } from './openRedisReplayStore.ts'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0
describe.skipIf(!hasRedis)(
  `row 6: the replay set on Redis${hasRedis ? '' : ' (skipped: no redis-server)'} (wire 7)`,
  () => {
    let folder = ''
    let port = 0
    let server: ChildProcess
    const url = () => `redis://default:pass%20word@127.0.0.1:${port}/1`
    const log = (lines: { message: string; fields: LogFields }[]): Log => ({
      ...silentLog,
      warn: (message, fields = {}) => void lines.push({ message, fields }),
    })

    async function startServer(
      persistence = ['--appendonly', 'yes', '--appendfsync', 'always'],
    ): Promise<void> {
      server = spawn(
        'redis-server',
        [
          '--port',
          String(port),
          '--bind',
          '127.0.0.1',
          '--requirepass',
          'pass word',
          '--save',
          '',
          ...persistence,
          '--dir',
          folder,
        ],
        { stdio: 'ignore' },
      )
      while (!(await isListening())) await sleep(50)
    }
    const isListening = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1')
        socket
          .on('connect', () => (socket.destroy(), resolve(true)))
          .on('error', () => resolve(false))
      })
    const stopServer = async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
    }
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'redis-'))
      port = await freePort()
      await startServer()
    })
    afterAll(async () => {
      await stopServer()
      await rm(folder, { recursive: true, force: true })
    })

    keepsItsPromise(() => openRedisReplayStore({ url: url(), log: silentLog, clock: nodeClock() }))

    it('is shared by two gateways: what one has seen the other refuses', async () => {
      const replay = await openRedisReplayStore({ url: url(), log: silentLog, clock: nodeClock() })
      const other = await openRedisReplayStore({ url: url(), log: silentLog, clock: nodeClock() })
      const gateway = await createTestGateway({ replay })
      const client = gateway.client()
      await client.register('redis@example.com')
      let sent: { headers: Readonly<Record<string, string>>; body: string | undefined } | undefined
      expect(
        await client.get('/v1/user/overview/userinfo', { tamper: (wire) => (sent = wire) }),
      ).toMatchObject({ code: '0' })
      expect(await client.get('/v1/user/overview/userinfo', { tamper: () => sent! })).toMatchObject(
        { code: '00022' },
      )
      const userId = ((await client.get('/v1/user/overview/userinfo')).data as { userId: string })
        .userId
      expect(
        await other.claim(
          JSON.stringify([userId, sent!.headers['device-sign-key'], sent!.headers['trace-id']]),
          TTL,
        ),
      ).toBe(false)
      await gateway.stop()
      await other.close()
    })

    it('refuses while the server is away, hides the password, then recovers', async () => {
      const lines: { message: string; fields: LogFields }[] = []
      const store = await openRedisReplayStore({ url: url(), log: log(lines), clock: nodeClock() })
      const key = fresh()
      expect(await store.claim(key, TTL)).toBe(true)
      await stopServer()
      // At once: what waits for its time limit says so.
      const refusal = (await store.claim(fresh(), TTL).catch((error: unknown) => error)) as Error
      expect(refusal).toBeInstanceOf(Error)
      expect(refusal.message).not.toContain('in time')
      await expect.poll(() => lines.length).toBeGreaterThan(0)
      expect(JSON.stringify(lines)).not.toContain('pass')
      await startServer()
      await expect.poll(() => store.claim(fresh(), TTL).catch(() => 'away')).toBe(true)
      expect(await store.claim(key, TTL)).toBe(false)
      await store.close()
    })

    it('is not ready while the server stands still, and is again afterwards (SR11)', async () => {
      const replay = await openRedisReplayStore({ url: url(), log: silentLog, clock: nodeClock() })
      const trading = await createTestGateway({ replay })
      const client = trading.client()
      await client.register('standing@example.com')
      const ready = async () =>
        (await trading.app.inject('/ready')).json<{ failing: string[] }>().failing
      const read = async () => (await client.get('/v1/user/overview/userinfo')).code
      expect(await ready()).toEqual([])
      server.kill('SIGSTOP')
      expect(await read()).toBe('00006')
      expect(await ready()).toEqual(['replay'])
      server.kill('SIGCONT')
      await expect.poll(ready).toEqual([])
      expect(await read()).toBe('0')
      await trading.stop()
    })

    it('refuses a captured order after the server restarts empty (SR9)', async () => {
      const lines: { message: string; fields: LogFields }[] = []
      const empty = ['--appendonly', 'no']
      await stopServer()
      await startServer(empty)
      const clock = createManualClock(Date.now())
      const replay = await openRedisReplayStore({ url: url(), log: log(lines), clock })
      // Another node, which did not take the order itself and has nothing but the server to go by.
      const other = await openRedisReplayStore({ url: url(), log: silentLog, clock })
      const trading = await createTestGateway({ replay, clock })
      expect(lines.map(({ message }) => message).join()).toContain('set appendonly yes')
      const client = trading.client()
      await client.login({ loginName: trading.demo!.loginName, password: trading.demo!.password })
      let sent: { headers: Readonly<Record<string, string>>; body: string | undefined } | undefined
      const order = (clientOid: string, tamper = (wire: NonNullable<typeof sent>) => wire) =>
        client.post(
          '/v1/spot/order/place',
          { symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '100', clientOid },
          { tamper },
        )
      expect(await order('captured', (wire) => (sent = wire))).toMatchObject({ code: '0' })
      expect(await order('captured', () => sent!)).toMatchObject({ code: '00022' })

      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGKILL')
      await ended
      expect(await order('while it is away')).toMatchObject({
        http: 200,
        code: '00006',
        data: { taken: false },
      })
      await clock.advance(5_000)
      await startServer(empty)
      // Until the server is back it is refused with 00006.
      await expect.poll(async () => (await order('captured', () => sent!)).code).toBe('00022')
      await expect.poll(() => other.notBefore()).toBeGreaterThan(Number(sent!.headers['tm']))
      expect(await order('fresh')).toMatchObject({ code: '0' })
      const { data } = await client.get('/v1/spot/order/history')
      expect(
        (data as { items: { clientOid: string }[] }).items.map(({ clientOid }) => clientOid),
      ).toEqual(['fresh', 'captured'])
      await trading.stop()
      await other.close()
      await stopServer()
      await startServer()
    })

    it.each([
      ['that nobody serves', () => 'redis://:secret@127.0.0.1:1'],
      ['with a wrong password', () => `redis://:secret@127.0.0.1:${port}`],
    ])('ends the start for an address %s without showing it', async (_, address) => {
      const failure = await openRedisReplayStore({
        url: address(),
        log: silentLog,
        clock: nodeClock(),
      }).catch((error: unknown) => error as Error)
      expect(failure).toBeInstanceOf(Error)
      expect((failure as Error).message).toMatch(
        /^The server behind REDIS_URL cannot be reached \(\w+\)\.$/,
      )
      expect((failure as Error).message).not.toContain('secret')
    })
  },
)

describe('a replay store that fails', () => {
  it('refuses a signed order with 00006 and places nothing (SR6)', async () => {
    let isDown = false
    const gateway = await createTestGateway({
      replay: {
        claim: async () => (isDown ? Promise.reject(new Error('redis://secret is away')) : true),
        close() {},
      },
    })
    const client = gateway.client()
    await client.register('away@example.com')
    isDown = true
    const answer = await client.post('/v1/spot/order/place', {
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'market',
      size: '10',
      clientOid: 'away',
    })
    expect(answer).toMatchObject({ http: 200, code: '00006', data: { taken: false } })
    expect(JSON.stringify(answer)).not.toContain('secret')
    isDown = false
    expect((await client.get('/v1/spot/order/history')).data).toMatchObject({ items: [] })
    await gateway.stop()
  })
})
