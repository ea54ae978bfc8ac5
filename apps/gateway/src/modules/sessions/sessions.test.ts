import { createManualClock, type ManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { bindClientKey, createKeyLookup, purgeClientKeys, shareClientKey } from './clientKeys.ts'
import { findDeviceKeys } from './deviceKeys.ts'
import { createSessions, type Sessions } from './createSessions.ts'

const DAY = 86_400_000
const USER = '1111111111'
const KEY = { keyId: 'a'.repeat(32), publicKey: 'MIGf', algorithm: 'rsa1024' } as const

let db: Database
let clock: ManualClock
let sessions: Sessions
beforeAll(async () => {
  db = await openTestDatabase()
  for (const id of [USER, '2222222222'])
    await db.query(
      'insert into users (id, email, password_hash, created_at) values ($1, $2, $3, 0)',
      [id, `${id}@example.com`, 'x'],
    )
  await bindClientKey(db, { userId: USER, key: KEY, at: 1 })
})
afterAll(() => db.close())
beforeEach(() => {
  clock = createManualClock()
  sessions = make()
})

const make = (options: Partial<Parameters<typeof createSessions>[0]> = {}) =>
  createSessions({ db, clock, random: nodeRandom(), isDevelopment: true, ...options })
const open = (from = sessions, keyId: string | null = null) =>
  from.open(db, { userId: USER, realm: 'live', keyId })
const read = (secret: string, from = sessions) =>
  from.read({ cookie: `__Host-session=${secret}`, host: 'localhost:8080' })

describe('sessions', () => {
  it('are read by the secret of their cookie', async () => {
    const { secret, sessionId } = await open(sessions, KEY.keyId)
    expect(await read(secret)).toEqual({
      ok: true,
      session: {
        sessionId,
        userId: USER,
        realm: 'live',
        roles: ['trader'],
        keyId: KEY.keyId,
        enteredFrom: null,
      },
    })
  })

  it('leave nothing in the database that opens them', async () => {
    const { secret, sessionId } = await open()
    const [row] = await db.query('select * from sessions where id = $1', [sessionId])
    expect(
      JSON.stringify(row, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    ).not.toContain(secret)
  })

  it('survive a restart', async () => {
    const { secret } = await open()
    expect(await read(secret, make())).toMatchObject({ ok: true })
  })

  it.each([
    ['no cookie', {}],
    ['an empty cookie', { cookie: '__Host-session=' }],
    ['a malformed secret', { cookie: '__Host-session=short' }],
    ['an unknown secret', { cookie: `__Host-session=${'A'.repeat(43)}` }],
  ])('row 0: %s is 401 (wire 7)', async (_, headers) => {
    expect(await sessions.read({ host: 'localhost', ...headers })).toMatchObject({
      ok: false,
      code: '401',
    })
  })

  it('row 0: a day without use is 20906 (wire 7)', async () => {
    const { secret } = await open()
    clock.jump(DAY - 1)
    expect(await read(secret, make())).toMatchObject({ ok: true })
    clock.jump(DAY)
    expect(await read(secret)).toMatchObject({ ok: false, code: '20906' })
  })

  it('row 0: use keeps a session for seven days, and no longer (wire 7)', async () => {
    const { secret } = await open()
    for (let half = 0; half < 13; half++) {
      clock.jump(DAY / 2)
      expect(await read(secret)).toMatchObject({ ok: true })
    }
    clock.jump(DAY / 2)
    expect(await read(secret)).toMatchObject({ ok: false, code: '20906' })
  })

  it('are touched once in five minutes, not with every request', async () => {
    const { secret, sessionId } = await open()
    const seen = async () =>
      (
        await db.query<{ seen_at: bigint }>('select seen_at from sessions where id = $1', [
          sessionId,
        ])
      )[0]?.seen_at
    const before = await seen()
    clock.jump(299_000)
    await read(secret)
    expect(await seen()).toBe(before)
    clock.jump(1_000)
    await read(secret)
    expect(await seen()).toBe(BigInt(clock.now()))
  })

  it.each(['logout', 'replaced', 'rotated', 'revoked'] as const)(
    'answers 20205 after %s and notifies once (row 0, wire 7)',
    async (reason) => {
      const ended: string[] = []
      const { secret, sessionId } = await open()
      await read(secret)
      const unsubscribe = sessions.onEnd((id) => ended.push(id))
      await sessions.end(sessionId, reason)
      await sessions.end(sessionId, reason)
      unsubscribe()
      expect(ended).toEqual([sessionId])
      expect(await read(secret)).toMatchObject({ ok: false, code: '20205' })
      expect(await read(secret, make())).toMatchObject({ ok: false, code: '20205' })
    },
  )

  it('ends the oldest beyond the limit', async () => {
    const few = make({ perUser: 2 })
    const opened = []
    for (let index = 0; index < 3; index++) {
      clock.jump(1_000)
      opened.push(await open(few))
    }
    await few.trim(USER)
    const codes = await Promise.all(opened.map(async ({ secret }) => (await read(secret, few)).ok))
    expect(codes).toEqual([false, true, true])
  })

  it('are forgotten a month after their end', async () => {
    const { secret, sessionId } = await open()
    await sessions.end(sessionId, 'logout')
    clock.jump(29 * DAY)
    await make().purge()
    expect(await read(secret, make())).toMatchObject({ code: '20205' })
    clock.jump(2 * DAY)
    await make().purge()
    expect(await read(secret, make())).toMatchObject({ code: '401' })
  })

  it('survives a clock that jumps a day forward and back (SR17)', async () => {
    const [live, ended] = [await open(), await open()]
    await sessions.end(ended.sessionId, 'revoked')
    clock.jump(25 * 3_600_000)
    expect([await read(live.secret), await read(ended.secret)]).toMatchObject([
      { code: '20906' },
      { code: '20205' },
    ])
    await sessions.purge()
    clock.jump(-25 * 3_600_000)
    expect([await read(live.secret), await read(ended.secret)]).toMatchObject([
      { ok: true },
      { code: '20205' },
    ])
    expect([await read(live.secret, make()), await read(ended.secret, make())]).toMatchObject([
      { ok: true },
      { code: '20205' },
    ])
  })

  it("notices another node's ends within two seconds", async () => {
    const shared: Database = { ...db, kind: 'server' }
    const [here, there] = [make({ db: shared }), make({ db: shared })]
    const { secret, sessionId } = await open(here)
    expect(await read(secret, here)).toMatchObject({ ok: true })
    await there.end(sessionId, 'revoked')
    expect(await read(secret, here)).toMatchObject({ ok: true })
    await clock.advance(2_000)
    expect(await read(secret, here)).toMatchObject({ code: '20205' })
  })

  it('ends sessions of frozen accounts and sub-accounts within two seconds', async () => {
    const [main, sub] = ['3333333333', '4444444444']
    await db.query(
      'insert into users (id, email, password_hash, created_at) values ($1, ' +
        "'frozen@example.com', 'x', 0)",
      [main],
    )
    await db.query(
      'insert into users (id, role, parent_id, label, created_at) values ($1, ' +
        "'sub-account', $2, 'sub', 0)",
      [sub, main],
    )
    const node = make({ db: { ...db, kind: 'server' } })
    const secrets = await Promise.all(
      [main, sub].map(
        async (userId) => (await node.open(db, { userId, realm: 'live', keyId: null })).secret,
      ),
    )
    for (const secret of secrets) expect(await read(secret, node)).toMatchObject({ ok: true })
    await db.query("update users set status = 'frozen' where id = $1", [main])
    await clock.advance(2_000)
    for (const secret of secrets) expect(await read(secret, node)).toMatchObject({ code: '20205' })
    const bystander = await open(node)
    expect(await read(bystander.secret, node)).toMatchObject({ ok: true })
  })

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'stay ended despite a concurrent touch, %d steps in',
    async (steps) => {
      let release = () => {}
      const gate = new Promise<void>((resolve) => (release = resolve))
      const slow: Database = {
        ...db,
        query: async (text, values) =>
          text.startsWith('update sessions set ended_at')
            ? (await gate, [])
            : db.query(text, values),
      }
      const node = make({ db: slow })
      const { secret, sessionId } = await open(node)
      await read(secret, node)
      clock.jump(300_000)
      const ending = node.end(sessionId, 'logout')
      release()
      for (let step = 0; step < steps; step++) await Promise.resolve()
      await Promise.all([read(secret, node), ending])
      expect(await read(secret, node)).toMatchObject({ code: '20205' })
    },
  )
})

describe('the session cookie (wire 1b)', () => {
  const name = async (headers: Record<string, string>, isDevelopment: boolean) => {
    const { secret } = await open()
    const { cookie = '', ...rest } = headers
    return (
      await make({ isDevelopment }).read({ cookie: cookie.replace('SECRET', secret), ...rest })
    ).ok
  }
  it.each([
    ['__Host-session=SECRET', 'localhost', true, true],
    ['__Host-session=SECRET', 'trade.example', false, true],
    ['session=SECRET', '127.0.0.1:8080', true, true],
    ['session=SECRET', 'localhost:8080', true, false],
    ['session=SECRET', 'trade.example', false, false],
  ])('sets %s on %s (development %s): %s', async (cookie, host, isDevelopment, expected) => {
    expect(await name({ cookie, host }, isDevelopment)).toBe(expected)
  })
})

describe('keys for the verifier (wire 8)', () => {
  beforeEach(() => bindClientKey(db, { userId: USER, key: KEY, at: clock.now() }))
  it('are found for a session whose log-in bound one', async () => {
    const { sessionId } = await open(sessions, KEY.keyId)
    expect(
      await createKeyLookup({ db, sessions }).find({ keyId: KEY.keyId, userId: USER, sessionId }),
    ).toEqual(KEY)
  })
  it.each([
    ['another user', { userId: '2222222222' }],
    ['no user', { userId: undefined }],
    ['an unknown session', { sessionId: 'f'.repeat(32) }],
    ['no session', { sessionId: undefined }],
    ['an unknown key', { keyId: 'b'.repeat(32) }],
  ])('are not found for %s', async (_, change) => {
    const { sessionId } = await open(sessions, KEY.keyId)
    expect(
      await createKeyLookup({ db, sessions }).find({
        keyId: KEY.keyId,
        userId: USER,
        sessionId,
        ...change,
      }),
    ).toBeUndefined()
  })
  it('finds no key for a session without one', async () => {
    const { sessionId } = await open(sessions, null)
    expect(
      await createKeyLookup({ db, sessions }).find({ keyId: KEY.keyId, userId: USER, sessionId }),
    ).toBeUndefined()
  })
  it('are not found for another session of the same user', async () => {
    const other = { ...KEY, keyId: '9'.repeat(32) }
    await bindClientKey(db, { userId: USER, key: other, at: 1 })
    const { sessionId } = await open(sessions, other.keyId)
    expect(
      await createKeyLookup({ db, sessions }).find({ keyId: KEY.keyId, userId: USER, sessionId }),
    ).toBeUndefined()
    expect(
      await createKeyLookup({ db, sessions }).find({ keyId: other.keyId, userId: USER, sessionId }),
    ).toEqual(other)
  })
})

describe('keys that may vouch for a device (wire 5)', () => {
  const userId = '2222222222'
  const keyed = (letter: string) => ({ ...KEY, keyId: letter.repeat(32) })
  const logIn = async (letter: string, continues: string | null = null) => {
    clock.jump(1_000)
    await bindClientKey(db, { userId, key: keyed(letter), at: clock.now() })
    return (
      await sessions.open(db, { userId, realm: 'live', keyId: keyed(letter).keyId, continues })
    ).sessionId
  }
  const keys = async (sessionId: string, letter: string) =>
    (await findDeviceKeys(db, { sessionId, keyId: keyed(letter).keyId })).map(
      ({ keyId, isOwn, isTrusted }) => [keyId[0], isOwn, isTrusted],
    )
  beforeEach(async () => {
    await db.query('delete from sessions where user_id = $1', [userId])
    await db.query('delete from client_keys where user_id = $1', [userId])
    await db.query('delete from sessions where user_id = $1', [USER])
  })

  it("trusts its own key and the previous login's only", async () => {
    const opened: [string, string][] = []
    for (const letter of ['c', 'd', 'e']) opened.push([letter, await logIn(letter)])
    expect(await Promise.all(opened.map(([letter, id]) => keys(id, letter)))).toEqual([
      [['c', true, false]],
      [
        ['d', true, false],
        ['c', false, true],
      ],
      [
        ['e', true, false],
        ['d', false, true],
      ],
    ])
  })

  it('trusts its own key if an earlier login bound it', async () => {
    await logIn('c')
    expect(await keys(await logIn('c'), 'c')).toEqual([['c', true, true]])
  })

  it('includes keys from before a log-in while the device is recognised', async () => {
    const first = await logIn('c')
    const second = await logIn('d', first)
    expect(await keys(second, 'd')).toEqual([
      ['d', true, false],
      ['c', false, false],
    ])
    await db.query('update sessions set is_known_device = true where id = $1', [second])
    expect(await keys(await logIn('e', second), 'e')).toEqual([
      ['e', true, true],
      ['d', false, true],
      ['c', false, true],
    ])
  })

  it("keeps a key's age in a sub-account", async () => {
    const first = await logIn('c')
    await shareClientKey(db, {
      from: userId,
      to: USER,
      keyId: keyed('c').keyId,
      at: clock.now() + 5_000,
    })
    const { sessionId } = await sessions.open(db, {
      userId: USER,
      realm: 'live',
      keyId: keyed('c').keyId,
      continues: first,
    })
    const [own] = await findDeviceKeys(db, { sessionId, keyId: keyed('c').keyId })
    expect(own).toMatchObject({ isOwn: true, isTrusted: false })
  })

  const count = async () =>
    (await db.query('select 1 from client_keys where user_id = $1', [userId])).length

  it('forgets keys of a revoked session, not of one ended otherwise', async () => {
    const [left, revoked] = [await logIn('c'), await logIn('d')]
    await sessions.end(left, 'logout')
    expect(await count()).toBe(2)
    await sessions.end(revoked, 'revoked')
    expect(await db.query('select key_id from client_keys where user_id = $1', [userId])).toEqual([
      { key_id: keyed('c').keyId },
    ])
  })

  it('keeps revoked keys that another live session uses', async () => {
    const [first, second] = [await logIn('c'), await logIn('c')]
    await sessions.end(first, 'revoked')
    expect(await count()).toBe(1)
    await sessions.end(second, 'revoked')
    expect(await count()).toBe(0)
  })

  it('forgets the main account’s keys with a session entered from it', async () => {
    const first = await logIn('c')
    await shareClientKey(db, { from: userId, to: USER, keyId: keyed('c').keyId, at: clock.now() })
    const { sessionId } = await sessions.open(db, {
      userId: USER,
      realm: 'live',
      keyId: keyed('c').keyId,
      continues: first,
      enteredFrom: userId,
    })
    await sessions.end(first, 'rotated')
    expect(await count()).toBe(1)
    await sessions.end(sessionId, 'revoked')
    expect(await count()).toBe(0)
    expect(
      await db.query('select 1 from client_keys where user_id = $1 and key_id = $2', [
        USER,
        keyed('c').keyId,
      ]),
    ).toEqual([])
  })

  it('forgets a key half a year after its last login', async () => {
    const id = await logIn('c')
    await sessions.end(id, 'logout')
    await purgeClientKeys(db, { before: clock.now() + DAY })
    expect(await count()).toBe(1)
    clock.jump(179 * DAY)
    await sessions.purge()
    expect(await count()).toBe(1)
    clock.jump(2 * DAY)
    await sessions.purge()
    expect(await count()).toBe(0)
  })
})
