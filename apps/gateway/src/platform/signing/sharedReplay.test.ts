import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createManualClock } from '@x/kit/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/Database.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { nodeClock } from '../nodePorts.ts'
import { silentLog, type Log, type LogFields } from '../log/Log.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { freePort } from '../server/freePort.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { encryptFields } from '../../testing/encryptFields.ts'
import type { ClosableReplayStore } from './ClosableReplayStore.ts'
import { createPostgresReplayStore } from './createPostgresReplayStore.ts'
import { openRedisReplayStore } from './openRedisReplayStore.ts'

const TTL = 220_000
let count = 0
const fresh = () => `["user","${'k'.repeat(32)}","trace ${process.pid} ${Date.now()} ${count++}"]`

/** What every shared store owes the verifier; `open` connects one more node. */
function keepsItsPromise(open: () => Promise<ClosableReplayStore>): void {
  const opened: ClosableReplayStore[] = []
  const node = async () => {
    const store = await open()
    opened.push(store)
    return store
  }
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })

  it('takes a claim once, whichever node asks', async () => {
    const [first, second] = [await node(), await node()]
    const key = fresh()
    expect(await first.claim(key, TTL)).toBe(true)
    expect(await second.claim(key, TTL)).toBe(false)
    expect(await first.claim(key, TTL)).toBe(false)
  })

  it('accepts one of a hundred claims by four nodes at once', async () => {
    const nodes = [await node(), await node(), await node(), await node()]
    const key = fresh()
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => nodes[index % 4]!.claim(key, TTL)),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
  })

  it('keeps claims apart that differ in one character', async () => {
    const store = await node()
    const key = fresh()
    expect([
      await store.claim(key, TTL),
      await store.claim(`${key} `, TTL),
      await store.claim(key.toUpperCase(), TTL),
    ]).toEqual([true, true, true])
  })

  it('takes it again when its time is over, and not before', async () => {
    const store = await node()
    const key = fresh()
    const from = performance.now()
    expect(await store.claim(key, 2_000)).toBe(true)
    const claims = () =>
      Promise.all([store.claim(key, TTL), store.claim(key, TTL), store.claim(key, TTL)])
    let taken = 0
    await expect.poll(async () => (taken += (await claims()).filter(Boolean).length)).toBe(1)
    // Clocks count whole milliseconds.
    expect(performance.now() - from).toBeGreaterThan(1_998)
    expect((await claims()).filter(Boolean)).toEqual([])
  })

  it('knows a claim after the node that made it has gone', async () => {
    const store = await open()
    const key = fresh()
    await store.claim(key, TTL)
    await store.close()
    expect(await (await node()).claim(key, TTL)).toBe(false)
  })

  it('takes keys of any text', async () => {
    const store = await node()
    for (const key of ['', "'; drop table replay_claim; --", '\0\r\n*1', 'é€'.repeat(5_000)]) {
      const own = fresh() + key
      expect([await store.claim(own, TTL), await store.claim(own, TTL)]).toEqual([true, false])
    }
  })
}

describe('row 6: the replay set in the embedded database (wire 7)', () => {
  let db: Database
  const clock = createManualClock()
  beforeAll(async () => void (db = await openTestDatabase()), 60_000)
  afterAll(() => db.close())
  keepsItsPromise(async () => createPostgresReplayStore({ db, clock, log: silentLog }))

  it('holds digests, neither users nor trace ids', async () => {
    const store = createPostgresReplayStore({ db, clock, log: silentLog })
    const key = fresh()
    await store.claim(key, TTL)
    const rows = await db.query<{ digest: string }>('select digest from replay_claim')
    for (const { digest } of rows) expect(digest).toMatch(/^[A-Za-z0-9_-]{43}$/)
    await store.close()
  })

  it('removes expired claims once a minute until it is closed', async () => {
    const store = createPostgresReplayStore({ db, clock, log: silentLog })
    await store.claim(fresh(), 1)
    const kept = fresh()
    await store.claim(kept, TTL)
    await sleep(20)
    const expired = async () =>
      (
        await db.query(
          'select 1 from replay_claim where expires_at < extract(epoch from ' +
            'clock_timestamp()) * 1000',
        )
      ).length
    expect(await expired()).toBeGreaterThan(0)
    await clock.advance(60_000)
    await expect.poll(expired).toBe(0)
    expect(await store.claim(kept, TTL)).toBe(false)
    await store.close()
    await store.claim(fresh(), 1)
    await sleep(20)
    await clock.advance(120_000)
    expect(await expired()).toBe(1)
  })

  it('a purge that fails is said and tried again', async () => {
    const warnings: string[] = []
    let isDown = true
    const store = createPostgresReplayStore({
      db: {
        query: async (...call: [string, unknown[]?]) =>
          isDown ? Promise.reject(new Error('gone')) : db.query(...call),
      } as Database,
      clock,
      log: { ...silentLog, warn: (message) => void warnings.push(message) },
    })
    await clock.advance(60_000)
    await expect.poll(() => warnings).toEqual(['Old replay claims could not be removed'])
    isDown = false
    await clock.advance(60_000)
    expect(warnings).toHaveLength(1)
    await store.close()
  })
})

const SERVER = process.env['TEST_DATABASE_URL']
describe.skipIf(!SERVER)(
  `row 6: the replay set on Postgres${SERVER ? '' : ' (skipped: no TEST_DATABASE_URL)'} (wire 7)`,
  () => {
    const opened: Database[] = []
    afterAll(() => Promise.all(opened.map((db) => db.close())))
    const connected = async () => {
      const db = await openDatabase({ dataDir: 'memory://', databaseUrl: SERVER })
      opened.push(db)
      return createPostgresReplayStore({ db, clock: createManualClock(), log: silentLog })
    }
    keepsItsPromise(connected)

    it('shares claims of keyless log-ins between gateways (T8, PROTOCOL T7)', async () => {
      const [one, two] = [
        await createTestGateway({ replay: await connected() }),
        await createTestGateway({ replay: await connected() }),
      ]
      const body = { bodyCiphertext: encryptFields({ loginName: 'nobody@example.com', pwd: 'p' }) }
      const send = ({ client }: TestGateway) =>
        client({ signs: false }).post('/v1/user/login', {}, { bare: () => body })
      expect(await send(one)).toMatchObject({ code: '40101' })
      expect(await send(two)).toMatchObject({ code: '00022' })
      const { client, userId } = await one.newUser()
      let sent: Readonly<Record<string, string>> = {}
      expect(
        await client.get('/v1/user/overview/userinfo', {
          tamper: (wire) => ((sent = wire.headers), wire),
        }),
      ).toMatchObject({ code: '0' })
      const other = await connected()
      expect(
        await other.claim(JSON.stringify([userId, sent['device-sign-key'], sent['trace-id']]), TTL),
      ).toBe(false)
      await other.close()
      await Promise.all([one.stop(), two.stop()])
    })
  },
)

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
