import { createHash, randomBytes } from 'node:crypto'
import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../db/Database.ts'
import { nodeRandom } from '../nodePorts.ts'
import { silentLog } from '../log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createLoginTickets } from '../../modules/login/loginTickets.ts'
import { createSecretSeal } from '../security/sealSecret.ts'
import { createStepUp } from '../../modules/sessions/stepUp.ts'
import { createTotpEnrolments } from '../../modules/second-factors/totpEnrolments.ts'
import {
  createVerificationCodes,
  type CodeTarget,
} from '../../modules/verification-codes/verificationCodes.ts'
import type { TtlStore } from './TtlStore.ts'
import { createPostgresTtlStore } from './createPostgresTtlStore.ts'

const clock = browserClock()
const make = () => createPostgresTtlStore({ db, clock, log: silentLog })
let db: Database
let [here, there]: ReturnType<typeof make>[] = []
let key = ''
beforeAll(async () => {
  db = await openTestDatabase()
  ;[here, there] = [make(), make()]
})
afterAll(async () => {
  here?.close()
  there?.close()
  await db.close()
})
beforeEach(() => void (key = randomBytes(8).toString('hex')))
const ttlMs = 60_000
const codeKey = Buffer.alloc(32, 1)

describe('the store of several nodes', () => {
  it('reads on one node what another wrote, of every kind', async () => {
    for (const value of [{ n: 1, list: ['a', null] }, 'text', 7, false, [1]]) {
      await here!.set(key, value, { ttlMs })
      expect(await there!.get(key)).toEqual(value)
    }
    await there!.remove(key)
    expect(await here!.get(key)).toBeUndefined()
  })
  it('gives a value to one of many takers', async () => {
    await here!.set(key, 'x', { ttlMs })
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? here : there)!.take(key)),
    )
    expect(taken.filter((value) => value !== undefined)).toEqual(['x'])
  })
  it('counts of two nodes are one count', async () => {
    const begunAt = performance.now()
    const counts = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? here : there)!.increment(key, { ttlMs })),
    )
    expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
    const now = await there!.count(key)
    expect(now.count).toBe(10)
    const slack = 5_000 + performance.now() - begunAt
    expect(now.expiresInMs).toBeGreaterThan(ttlMs - slack)
    expect(now.expiresInMs).toBeLessThanOrEqual(ttlMs)
  })
  it('forgets what has expired and counts anew', async () => {
    await here!.set(key, 'x', { ttlMs: 1 })
    await here!.increment(`${key} count`, { ttlMs: 1 })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([
      await here!.get(key),
      await here!.take(key),
      (await here!.count(`${key} count`)).count,
    ]).toEqual([undefined, undefined, 0])
    expect((await here!.increment(`${key} count`, { ttlMs })).count).toBe(1)
  })
  it('the table names nobody', async () => {
    await here!.set('code:login:ann@example.com', 1, { ttlMs })
    expect(await db.query("select digest from expiring where digest like '%ann%'")).toEqual([])
  })
})

describe('log-ins that meet several nodes', () => {
  it('a ticket of one node is good on another, once', async () => {
    const [issuer, reader] = [here!, there!].map((store) =>
      createLoginTickets({ store, random: nodeRandom() }),
    )
    const token = await issuer!.issue({
      userId: '1111111111',
      clientKey: null,
      challenge: null,
      binding: null,
      isAgency: false,
    })
    expect(await reader!.read(token)).toMatchObject({ userId: '1111111111' })
    await reader!.spend(token)
    await expect(issuer!.read(token)).rejects.toMatchObject({ code: '40102' })
  })
  it('guesses at a code are counted together', async () => {
    let sent = ''
    const target: CodeTarget = { to: `${key}@example.com`, channel: 'email', scene: 'login' }
    const [one, two] = [here!, there!].map((store) =>
      createVerificationCodes({
        store,
        clock,
        log: silentLog,
        codeKey,
        random: nodeRandom(),
        sender: { send: async ({ code }) => void (sent = code) },
      }),
    )
    await one!.send(target, { bizId: 'biz', deliver: true, asker: '192.0.2.1' })
    await expect(
      two!.send(target, { bizId: 'biz', deliver: true, asker: '192.0.2.1' }),
    ).rejects.toMatchObject({ code: '42901' })
    await two!.check(target, sent, { guesser: '192.0.2.1' })
    for (let guess = 0; guess < 4; guess++)
      await expect(
        (guess % 2 ? one : two)!.check(target, 'xxxxxx', { guesser: '192.0.2.1' }),
      ).rejects.toMatchObject({ code: '40102' })
    await expect(one!.check(target, sent, { guesser: '192.0.2.1' })).rejects.toMatchObject({
      code: '40102',
    })
  })
})

describe('secrets in the table (SL3)', () => {
  const table = async () => JSON.stringify(await db.query('select digest, value from expiring'))

  it('holds no verification code in clear, nor its plain hash (SL3)', async () => {
    let sent = ''
    const codes = createVerificationCodes({
      store: here!,
      clock,
      log: silentLog,
      codeKey,
      random: nodeRandom(),
      sender: { send: async ({ code }) => void (sent = code) },
    })
    const target: CodeTarget = { to: `${key}@example.com`, channel: 'email', scene: 'register' }
    await codes.send(target, { bizId: undefined, deliver: true, asker: '192.0.2.1' })
    const rows = await table()
    expect(sent).toMatch(/^\d{6}$/)
    for (const form of ['base64', 'base64url', 'hex'] as const)
      expect(rows).not.toContain(createHash('sha256').update(sent).digest(form))
    const values = await db.query<{ value: { value: unknown } }>('select value from expiring')
    expect(JSON.stringify(values)).not.toContain(`"${sent}"`)
    await codes.check(target, sent, { guesser: '192.0.2.1' })
    await expect(
      codes.check(target, sent === '000000' ? '000001' : '000000', { guesser: '192.0.2.1' }),
    ).rejects.toMatchObject({ code: '40102' })
  })

  it('holds no log-in ticket and no step-up token (SL3)', async () => {
    const kept: string[] = []
    const spying: TtlStore = {
      ...here!,
      set: async (name, value, options) => (
        kept.push(name, JSON.stringify(value)),
        here!.set(name, value, options)
      ),
    }
    const ticket = await createLoginTickets({ store: spying, random: nodeRandom() }).issue({
      userId: '1',
      clientKey: null,
      challenge: null,
      binding: null,
      isAgency: false,
    })
    const stepUp = createStepUp({ store: spying, random: nodeRandom() })
    const token = await stepUp.prove(
      await stepUp.begin({ sessionId: 's', action: 'passkey', challenge: null }),
    )
    const rows = await table()
    for (const secret of [ticket, token])
      expect([rows.includes(secret), kept.join('\n').includes(secret)]).toEqual([false, false])
    await stepUp.spend(token, { sessionId: 's', action: 'passkey' })
  })

  it('holds no secret of an authenticator that is not confirmed (SL3)', async () => {
    const seal = createSecretSeal({ key: Buffer.alloc(32, 2), random: nodeRandom() })
    const enrolments = createTotpEnrolments({ store: here!, seal })
    await enrolments.begin(key, 'JBSWY3DPEHPK3PXP')
    expect(await table()).not.toContain('JBSWY3DPEHPK3PXP')
    expect(await enrolments.secretOf(key)).toBe('JBSWY3DPEHPK3PXP')
    const sealed = await here!.get<string>(`totp:enrol:${key}`)
    await here!.set('totp:enrol:another', sealed, { ttlMs })
    expect(await enrolments.secretOf('another')).toBeUndefined()
    await enrolments.end(key)
    expect(await enrolments.secretOf(key)).toBeUndefined()
  })
})
