import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createSessions } from './createSessions.ts'

const USER = '1111111111'
const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** A session that is used is written down again after this long. */
const TOUCH = 5 * MINUTE

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
  await db.query(
    'insert into users (id, email, password_hash, created_at) values ($1, $2, $3, 0)',
    [USER, 'a@example.com', 'x'],
  )
})
afterAll(() => db.close())

type Step = {
  readonly does: 'open' | 'use' | 'end' | 'wait' | 'restart'
  readonly which: number
  readonly ms: number
}
const steps = fc.array(
  fc.record<Step>({
    does: fc.constantFrom('open', 'use', 'use', 'end', 'wait', 'wait', 'restart'),
    which: fc.nat({ max: 3 }),
    ms: fc.constantFrom(MINUTE, TOUCH, DAY - 1, DAY, 3 * DAY),
  }),
  { minLength: 3, maxLength: 10 },
)

/** Sessions as the design page has them, kept in a list, beside the real ones. */
function createBoth() {
  const clock = createManualClock()
  const make = () => createSessions({ db, clock, random: nodeRandom(), isDevelopment: true })
  let sessions = make()
  const model: {
    secret: string
    id: string
    createdAt: number
    seenAt: number
    expiresAt: number
    isEnded: boolean
  }[] = []

  const verdictOf = (index: number) => {
    const session = model[index]!
    const now = clock.now()
    if (session.isEnded) return '20205'
    if (session.expiresAt <= now) return '20906'
    if (now - session.seenAt >= TOUCH)
      Object.assign(session, {
        seenAt: now,
        expiresAt: Math.min(now + DAY, session.createdAt + 7 * DAY),
      })
    return 'ok'
  }
  const run = async ({ does, which, ms }: Step) => {
    const at = clock.now()
    if (does === 'open') {
      const { secret, sessionId } = await sessions.open(db, {
        userId: USER,
        realm: 'live',
        keyId: null,
      })
      model.push({
        secret,
        id: sessionId,
        createdAt: at,
        seenAt: at,
        expiresAt: at + DAY,
        isEnded: false,
      })
    }
    if (does === 'wait') clock.jump(ms)
    if (does === 'restart') sessions = make()
    const index = model.length === 0 ? -1 : which % model.length
    if (index < 0) return
    if (does === 'end') {
      await sessions.end(model[index]!.id, 'logout')
      model[index]!.isEnded = true
    }
    if (does === 'use') {
      const verdict = await sessions.read({
        cookie: `__Host-session=${model[index]!.secret}`,
        host: 'localhost',
      })
      expect(verdict.ok ? 'ok' : verdict.code).toBe(verdictOf(index))
    }
  }
  return { run, model, clock, list: () => sessions.list(USER) }
}

describe('row 0, any life of a user’s sessions (wire 7)', () => {
  it('answers as a list of sessions would, over log-ins and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await db.query('delete from sessions', [])
        const { run } = createBoth()
        for (const step of [{ does: 'open', which: 0, ms: 0 } as const, ...sequence])
          await run(step)
      }),
      { numRuns: 20 },
    )
  })

  it('lists those and only those that can still be used', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await db.query('delete from sessions', [])
        const { run, model, clock, list } = createBoth()
        for (const step of sequence) await run(step)
        const live = model
          .filter(({ isEnded, expiresAt }) => !isEnded && expiresAt > clock.now())
          .map(({ createdAt }) => createdAt)
        expect(
          (await list()).map(({ createdAt }) => createdAt).sort((one, other) => one - other),
        ).toEqual(live)
      }),
      { numRuns: 20 },
    )
  })
})
