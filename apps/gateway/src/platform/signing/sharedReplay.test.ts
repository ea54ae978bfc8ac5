import { setTimeout as sleep } from 'node:timers/promises'
import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/Database.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { silentLog } from '../log/Log.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { encryptFields } from '../../testing/encryptFields.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { fresh, keepsItsPromise, TTL } from '../../testing/replayStoreContract.ts'
import { createPostgresReplayStore } from './createPostgresReplayStore.ts'

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
