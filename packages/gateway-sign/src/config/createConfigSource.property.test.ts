import { createManualClock, createMemoryStorage } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GatewaySignError } from '../GatewaySignError.ts'
import { GS1 } from '../wire.ts'
import { configTable } from './configMachine.ts'
import { createConfigSource } from './createConfigSource.ts'

const KEY = GS1.configStorageKey
const GAP_MS = 2_000

/** The gateway's next response; `hang`: none until the end of the run, then a timeout. */
type Answer = 'open' | 'off' | 'unverified' | 'malformed' | 'throws' | 'hang'
type Step =
  | { readonly do: 'ready' | 'reset' | 'refetch' | 'clearCache' | 'poison' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'answer'; readonly answer: Answer }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'ready' } as const) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('reset', 'refetch', 'refetch', 'clearCache', 'poison')
      .map((name) => ({ do: name }) as const),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(0, 1, 500, GAP_MS - 1, GAP_MS, 10_000)
      .map((ms) => ({ do: 'wait', ms }) as const),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<Answer>('open', 'off', 'unverified', 'malformed', 'throws', 'hang')
      .map((answer) => ({ do: 'answer', answer }) as const),
  },
)

/**
 * A gateway that numbers each configuration, so that stored and rejected ones can be distinguished.
 */
function setUp() {
  const clock = createManualClock()
  const storage = createMemoryStorage()
  const state = {
    answer: 'open' as Answer,
    issued: 0,
    refetchedAt: null as number | null,
    giveUp: [] as (() => void)[],
  }
  /** Milliseconds since the first refetch without a fetch yet; null if there is none. */
  const fetches: (number | null)[] = []
  const verified = new Set<unknown>()
  const changes: string[] = []
  const source = createConfigSource({
    storage,
    clock,
    profile: GS1,
    emit: () => {},
    async fetchConfig() {
      fetches.push(state.refetchedAt === null ? null : clock.monotonic() - state.refetchedAt)
      state.refetchedAt = null
      if (state.answer === 'hang')
        return new Promise((_, reject) => state.giveUp.push(() => reject(new Error('timeout'))))
      if (state.answer === 'throws') throw new TypeError('offline')
      if (state.answer === 'malformed') return { gatewaySignConfig: 7 }
      return {
        gatewaySignConfig: {
          clientOpen: state.answer !== 'off',
          version: ++state.issued,
          isSound: state.answer === 'open',
        },
      }
    },
    async activate(config) {
      if ((config as { isSound?: boolean }).isSound !== true)
        throw new GatewaySignError('CONFIG_UNVERIFIED', 'No issuer signed it.')
      verified.add(config)
      return config
    },
  })
  source.store.subscribe(() => void changes.push(source.store.getState()))
  return { clock, storage, state, fetches, verified, changes, source }
}

describe('random sequences of reads, resets, refusals and responses (spec 4.5, spec 4.7)', () => {
  const runs = async (
    check: (fixture: ReturnType<typeof setUp>, steps: readonly Step[]) => Promise<void>,
  ) =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => check(setUp(), steps)),
      { numRuns: 60 },
    )
  const play = async (
    fixture: ReturnType<typeof setUp>,
    steps: readonly Step[],
    afterEach = () => {},
  ) => {
    const { clock, storage, state, source } = fixture
    const asked: Promise<unknown>[] = []
    for (const one of steps) {
      if (one.do === 'ready') asked.push(source.ready())
      else if (one.do === 'wait') await clock.advance(one.ms)
      else if (one.do === 'answer') state.answer = one.answer
      else if (one.do === 'poison')
        storage.set(KEY, JSON.stringify({ clientOpen: true, version: -1, isSound: false }))
      else source[one.do]()
      if (one.do === 'refetch') state.refetchedAt ??= clock.monotonic()
      afterEach()
    }
    return { asked }
  }

  it('follow only the transitions of the table', async () => {
    await runs(async (fixture, steps) => {
      await play(fixture, steps)
      await fixture.clock.advance(10_000)
      let state: keyof typeof configTable = 'notStarted'
      for (const next of fixture.changes) {
        expect(Object.values(configTable[state]), `${state} to ${next}`).toContain(next)
        state = next as keyof typeof configTable
      }
    })
  })

  it('store only verified configurations, or foreign ones until the next read', async () => {
    await runs(async (fixture, steps) => {
      await play(fixture, steps, () => {
        const stored = fixture.storage.get(KEY)
        if (stored === null) return
        const { version, isSound } = JSON.parse(stored) as { version: number; isSound: boolean }
        expect(version === -1 || isSound).toBe(true)
      })
      // A read before any fetch verifies the stored value and removes it if it is invalid.
      fixture.state.answer = 'open'
      fixture.source.refetch()
      fixture.storage.set(KEY, JSON.stringify({ clientOpen: false, version: -1 }))
      const outcome = fixture.source.ready()
      await fixture.clock.advance(GAP_MS)
      expect(await outcome).toMatchObject({ status: 'verified' })
      expect(JSON.parse(fixture.storage.get(KEY) ?? 'null')).toMatchObject({ isSound: true })
    })
  })

  it('report "verified" only with a verified configuration', async () => {
    await runs(async (fixture, steps) => {
      const { asked } = await play(fixture, steps)
      fixture.state.answer = 'open'
      fixture.source.refetch()
      await fixture.clock.advance(GAP_MS)
      for (const giveUp of fixture.state.giveUp) giveUp()
      for (const outcome of (await Promise.all(asked)) as { status: string; active?: unknown }[]) {
        expect(['verified', 'off', 'failed']).toContain(outcome.status)
        if (outcome.status === 'verified') expect(fixture.verified.has(outcome.active)).toBe(true)
      }
    })
  })

  it('fetch exactly two seconds after the first of several refusals', async () => {
    await runs(async (fixture, steps) => {
      await play(fixture, steps)
      await fixture.clock.advance(10_000)
      for (const since of fixture.fetches) expect(since ?? GAP_MS).toBeGreaterThanOrEqual(GAP_MS)
    })
  })

  it('leave no timer or fetch after disposal and still resolve reads', async () => {
    await runs(async (fixture, steps) => {
      const { asked } = await play(fixture, steps)
      fixture.source.dispose()
      for (const giveUp of fixture.state.giveUp) giveUp()
      expect(fixture.clock.pendingTimers()).toBe(0)
      await fixture.clock.advance(0)
      const before = fixture.fetches.length
      await fixture.clock.advance(60_000)
      expect(fixture.fetches).toHaveLength(before)
      for (const outcome of [...(await Promise.all(asked)), await fixture.source.ready()])
        expect(outcome).toMatchObject({
          status: expect.stringMatching(/^(?:verified|off|failed)$/) as string,
        })
      expect(await fixture.source.ready()).toMatchObject({
        status: 'failed',
        error: { code: 'CONFIG_UNAVAILABLE' },
      })
    })
  })
})
