import { createManualClock, type ManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { bindClientKey, createKeyLookup, findClientKey, purgeClientKeys } from './clientKeys.ts'
import { createSessions, type OpenSession, type Sessions } from './createSessions.ts'
import { findDeviceKeys, recogniseDevice } from './deviceKeys.ts'
import { findSession } from './queries.ts'

const DAY = 86_400_000
const [OWNER, OTHER, SUB] = ['1111111111', '2222222222', '3333333333'] as const
const KEY = { keyId: 'a'.repeat(32), publicKey: 'MIGf', algorithm: 'rsa1024' } as const

let db: Database
let clock: ManualClock
let sessions: Sessions
beforeAll(async () => {
  db = await openTestDatabase()
  for (const id of [OWNER, OTHER])
    await db.query(
      'insert into users (id, email, password_hash, created_at) values ($1, $2, $3, 0)',
      [id, `${id}@example.com`, 'x'],
    )
  await db.query(
    "insert into users (id, role, parent_id, created_at) values ($1, 'sub-account', $2, 0)",
    [SUB, OWNER],
  )
})
afterAll(() => db.close())
beforeEach(async () => {
  clock = createManualClock()
  sessions = make()
  await db.query('delete from sessions')
  await db.query('delete from client_keys')
})

const make = (options: Partial<Parameters<typeof createSessions>[0]> = {}) =>
  createSessions({ db, clock, random: nodeRandom(), isDevelopment: true, ...options })
const open = (session: Partial<OpenSession> = {}, from = sessions) =>
  from.open(db, { userId: OWNER, realm: 'live', keyId: null, ...session })
const read = (secret: string, from = sessions) =>
  from.read({ cookie: `__Host-session=${secret}`, host: 'localhost' })
const isLive = async ({ secret }: { secret: string }) => (await read(secret)).ok

describe('the sessions of one owner (wire 10)', () => {
  it('a session that a transaction took back was never there', async () => {
    let secret = ''
    const failing = db.transaction(async (tx) => {
      ;({ secret } = await sessions.open(tx, { userId: OWNER, realm: 'live', keyId: null }))
      throw new Error('no accounts')
    })
    await expect(failing).rejects.toThrow('no accounts')
    expect(await read(secret)).toMatchObject({ ok: false, code: '401' })
  })

  it('never repeats secrets and ids', async () => {
    const opened = await Promise.all(Array.from({ length: 20 }, () => open()))
    expect(new Set(opened.flatMap(({ secret, sessionId }) => [secret, sessionId])).size).toBe(40)
  })

  it('ends all other sessions and those entered from them', async () => {
    const own = await open()
    const second = await open()
    const inside = await open({ userId: SUB, enteredFrom: OWNER })
    const anonymousClient = await open({ userId: OTHER })
    expect(await sessions.endOthers(OWNER, { keep: own.sessionId })).toBe(2)
    expect(await Promise.all([own, second, inside, anonymousClient].map(isLive))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('counts no session among the others that ended or ran out before', async () => {
    const own = await open()
    const left = await open()
    await sessions.end(left.sessionId, 'logout')
    expect(await sessions.endOthers(OWNER, { keep: own.sessionId })).toBe(0)
    clock.jump(DAY)
    const late = await open()
    expect(await sessions.endOthers(OWNER, { keep: late.sessionId })).toBe(0)
  })

  it('lists sessions with device names, latest first', async () => {
    const first = await open({ userAgent: 'Firefox/1', realm: 'paper' })
    clock.jump(10 * 60_000)
    const second = await open({ userAgent: undefined })
    expect(
      (await sessions.list(OWNER)).map(({ sessionId, realm, userAgent }) => [
        sessionId,
        realm,
        userAgent,
      ]),
    ).toEqual([
      [second.sessionId, 'live', null],
      [first.sessionId, 'paper', 'Firefox/1'],
    ])
    clock.jump(10 * 60_000)
    await read(first.secret)
    expect((await sessions.list(OWNER)).map(({ sessionId }) => sessionId)).toEqual([
      first.sessionId,
      second.sessionId,
    ])
    expect(await sessions.list(OTHER)).toEqual([])
  })

  it("truncates a device's description", async () => {
    const { sessionId } = await open({
      userAgent: 'u'.repeat(2_000),
      terminalCode: 't'.repeat(2_000),
    })
    const [row] = await db.query<{ user_agent: string; terminal_code: string }>(
      'select user_agent, terminal_code from sessions where id = $1',
      [sessionId],
    )
    expect([row?.user_agent.length, row?.terminal_code.length]).toEqual([256, 64])
  })

  it("grants the agent role only on the agents' page", async () => {
    const roles = async (session: Partial<OpenSession>) => {
      const verdict = await read((await open(session)).secret)
      return verdict.ok && verdict.session.roles
    }
    expect(await roles({ isAgency: true })).toEqual(['trader', 'agency'])
    expect(await roles({})).toEqual(['trader'])
    expect(await roles({ userId: SUB, enteredFrom: OWNER })).toEqual(['sub-account'])
  })

  it('names the main account of a sub-account only (SR12)', async () => {
    const holder = async (session: Partial<OpenSession>) => {
      const verdict = await read((await open(session)).secret)
      return verdict.ok && verdict.session.holder
    }
    expect([
      await holder({ userId: SUB, enteredFrom: OWNER }),
      await holder({ userId: SUB }),
      await holder({}),
    ]).toEqual([OWNER, OWNER, undefined])
  })

  it('limits sessions per owner, not counting ended ones', async () => {
    const few = make({ perUser: 2 })
    const opened = []
    for (const userId of [OWNER, OTHER, OWNER]) {
      clock.jump(1)
      opened.push(await open({ userId }, few))
    }
    await few.trim(OWNER)
    await few.trim(OTHER)
    expect(await Promise.all(opened.map(isLive))).toEqual([true, true, true])
    await few.end(opened[2]!.sessionId, 'logout')
    clock.jump(1)
    const next = await open({}, few)
    await few.trim(OWNER)
    expect(await Promise.all([opened[0]!, next].map(isLive))).toEqual([true, true])
  })

  it('keeps the newest sessions up to the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 4 }),
        async (count, perUser) => {
          await db.query('delete from sessions')
          const limited = make({ perUser })
          const opened: string[] = []
          for (let index = 0; index < count; index++) {
            clock.jump(1)
            opened.push((await open({}, limited)).sessionId)
            await limited.trim(OWNER)
          }
          expect((await limited.list(OWNER)).map(({ sessionId }) => sessionId)).toEqual(
            opened.slice(-perUser).reverse(),
          )
        },
      ),
      { numRuns: 15 },
    )
  })

  it("uses the operator's idle time and lifetime", async () => {
    const short = make({ idleMs: 1_000, lifetimeMs: 600_000 })
    const { secret } = await open({}, short)
    clock.jump(999)
    expect(await read(secret, short)).toMatchObject({ ok: true })
    clock.jump(1)
    expect(await read(secret, short)).toMatchObject({ ok: false, code: '20906' })
  })

  it('a listener that has left hears no more', async () => {
    const ended: string[] = []
    const leave = sessions.onEnd((id) => ended.push(id))
    const [one, two] = [await open(), await open()]
    await sessions.end(one.sessionId, 'logout')
    leave()
    await sessions.end(two.sessionId, 'logout')
    expect(ended).toEqual([one.sessionId])
  })

  it('ignores the end of an unknown session', async () => {
    const ended: string[] = []
    sessions.onEnd((id) => ended.push(id))
    await sessions.end('f'.repeat(32), 'revoked')
    expect(ended).toEqual([])
    expect(await findSession(db, 'id', 'f'.repeat(32))).toBeUndefined()
  })
})

describe('the key of a session (wire 8)', () => {
  it('knows keys after a restart without a cookie', async () => {
    await bindClientKey(db, { userId: OWNER, key: KEY, at: 0 })
    const { sessionId } = await open({ keyId: KEY.keyId })
    expect(await make().keyIdOf(sessionId)).toBe(KEY.keyId)
    expect(await make().keyIdOf('f'.repeat(32))).toBeUndefined()
  })

  it('looks a key up once, by its session only', async () => {
    await bindClientKey(db, { userId: OWNER, key: KEY, at: 0 })
    let reads = 0
    const counting: Database = {
      ...db,
      query: (text, params) => (
        (reads += text.includes('from client_keys') ? 1 : 0),
        db.query(text, params)
      ),
    }
    const { sessionId } = await open({ keyId: KEY.keyId })
    const without = await open()
    const lookup = createKeyLookup({ db: counting, sessions })
    for (let time = 0; time < 3; time++)
      expect(await lookup.find({ keyId: KEY.keyId, userId: OWNER, sessionId })).toEqual(KEY)
    expect(
      await lookup.find({ keyId: KEY.keyId, userId: OWNER, sessionId: without.sessionId }),
    ).toBeUndefined()
    expect(reads).toBe(1)
  })

  it("keeps a key's age when bound again", async () => {
    await bindClientKey(db, { userId: OWNER, key: KEY, at: 5 })
    await bindClientKey(db, { userId: OWNER, key: { ...KEY, publicKey: 'another' }, at: 9 })
    expect(await db.query('select first_bound_at, bound_at from client_keys')).toEqual([
      { first_bound_at: 5n, bound_at: 9n },
    ])
    expect(await findClientKey(db, { userId: OWNER, keyId: KEY.keyId })).toEqual(KEY)
  })

  it('is kept beyond its time as long as a session remembers it', async () => {
    await bindClientKey(db, { userId: OWNER, key: KEY, at: 0 })
    await open({ keyId: KEY.keyId })
    await purgeClientKeys(db, { before: clock.now() + DAY })
    expect(await findClientKey(db, { userId: OWNER, keyId: KEY.keyId })).toEqual(KEY)
  })

  it('vouches for a recognised device, idempotently', async () => {
    await bindClientKey(db, { userId: OWNER, key: KEY, at: clock.now() })
    const { sessionId } = await open({ keyId: KEY.keyId })
    const trusted = async () =>
      (await findDeviceKeys(db, { sessionId, keyId: KEY.keyId })).map(({ isTrusted }) => isTrusted)
    expect(await trusted()).toEqual([false])
    await recogniseDevice(db, sessionId)
    await recogniseDevice(db, sessionId)
    expect(await trusted()).toEqual([true])
    expect(await findDeviceKeys(db, { sessionId: 'f'.repeat(32), keyId: KEY.keyId })).toEqual([])
  })
})
