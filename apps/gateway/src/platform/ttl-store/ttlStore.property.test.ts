import { browserClock } from '@x/kit/browser'
import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../db/Database.ts'
import { silentLog } from '../log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createMemoryTtlStore } from './createMemoryTtlStore.ts'
import { createPostgresTtlStore } from './createPostgresTtlStore.ts'
import type { TtlStore } from './TtlStore.ts'

/**
 * Both stores against one model of the port: whichever stands behind a log-in, it counts and
 * forgets alike.
 */

type Step = {
  readonly verb: 'set' | 'get' | 'take' | 'increment' | 'count' | 'remove' | 'wait'
  readonly key: string
  readonly ms: number
  readonly value: unknown
}
const values = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.integer({ min: -5, max: 5 }),
  fc.boolean(),
  fc.record({ list: fc.array(fc.integer()) }),
)
const stepsWith = (verbs: readonly Step['verb'][], lifetimes: readonly number[]) =>
  fc.array(
    fc.record<Step>({
      verb: fc.constantFrom(...verbs),
      key: fc.constantFrom('a', 'b', 'Ann@example.com'),
      ms: fc.constantFrom(...lifetimes),
      value: values,
    }),
    { maxLength: 14 },
  )

/** What the port's words say, with a clock of its own. */
function createModel() {
  const entries = new Map<string, { value: unknown; until: number }>()
  let now = 0
  const live = (key: string) => {
    const entry = entries.get(key)
    return entry && entry.until > now ? entry : undefined
  }
  return {
    run({ verb, key, ms, value }: Step): unknown {
      if (verb === 'wait') now += ms
      if (verb === 'set') entries.set(key, { value, until: now + ms })
      if (verb === 'get') return live(key)?.value
      if (verb === 'count') return typeof live(key)?.value === 'number' ? live(key)?.value : 0
      if (verb === 'take' || verb === 'remove') {
        const value_ = live(key)?.value
        entries.delete(key)
        return verb === 'take' ? value_ : undefined
      }
      if (verb === 'increment') {
        const current = live(key)
        const count = (typeof current?.value === 'number' ? current.value : 0) + 1
        entries.set(key, { value: count, until: current?.until ?? now + ms })
        return count
      }
      return undefined
    },
  }
}

const runOn = async (store: TtlStore, { verb, key, ms, value }: Step): Promise<unknown> => {
  if (verb === 'set') return store.set(key, value, { ttlMs: ms })
  if (verb === 'get') return store.get(key)
  if (verb === 'take') return store.take(key)
  if (verb === 'remove') return store.remove(key)
  if (verb === 'increment') return (await store.increment(key, { ttlMs: ms })).count
  return verb === 'count' ? (await store.count(key)).count : undefined
}
/** Codes and counters never share a key: counting over a text is nobody's use of the port. */
const isUsed = (sequence: readonly Step[]) =>
  !sequence.some(
    ({ verb, key, value }) =>
      verb === 'set' &&
      typeof value !== 'number' &&
      sequence.some((other) => other.key === key && other.verb === 'increment'),
  )

describe('the expiring store of one process, any sequence of verbs', () => {
  it('answers as its model while time goes by', async () => {
    await fc.assert(
      fc.asyncProperty(
        stepsWith(
          ['set', 'get', 'take', 'increment', 'increment', 'count', 'remove', 'wait', 'wait'],
          [1, 10, 100],
        ).filter(isUsed),
        async (sequence) => {
          const clock = createManualClock()
          const store = createMemoryTtlStore({ clock })
          const model = createModel()
          for (const step of sequence) {
            if (step.verb === 'wait') await clock.advance(step.ms)
            expect(await runOn(store, step)).toEqual(model.run(step))
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  it('never says that a window closes later than it was opened for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(0, 3, 10), { minLength: 1, maxLength: 10 }),
        async (waits) => {
          const clock = createManualClock()
          const store = createMemoryTtlStore({ clock })
          let left = 0
          for (const wait of waits) {
            await clock.advance(wait)
            left = left - wait <= 0 ? 20 : left - wait
            expect((await store.increment('a', { ttlMs: 20 })).expiresInMs).toBe(left)
          }
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('the expiring store of several nodes, any sequence of verbs', () => {
  let db: Database
  let nodes: ReturnType<typeof createPostgresTtlStore>[] = []
  beforeAll(async () => {
    db = await openTestDatabase()
    nodes = [1, 2].map(() => createPostgresTtlStore({ db, clock: browserClock(), log: silentLog }))
  })
  afterAll(async () => {
    for (const node of nodes) node.close()
    await db.close()
  })
  beforeEach(() => db.query('delete from expiring', []))

  it('answers as the same model, whichever node is asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        stepsWith(
          ['set', 'get', 'take', 'increment', 'increment', 'count', 'remove'],
          [60_000],
        ).filter(isUsed),
        fc.infiniteStream(fc.nat({ max: 1 })),
        async (sequence, which) => {
          await db.query('delete from expiring', [])
          const model = createModel()
          for (const step of sequence)
            expect(await runOn(nodes[which.next().value as number]!, step)).toEqual(model.run(step))
        },
      ),
      { numRuns: 30 },
    )
  })
})
