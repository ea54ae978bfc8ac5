import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCommandFlow } from '../../testing/exchangeCommandGenerator.ts'
import { openSharedCores, type SharedCores } from '../../testing/sharedCores.ts'
import { checkLedger } from '../ledger/invariants.ts'
import type { TradingCore } from './openTradingCore.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const LIMIT = 300_000
const apart = { isLedgerApart: true }

async function trade(core: TradingCore, { seed, steps }: { seed: number; steps: number }) {
  const next = createCommandFlow(seed)
  for (let step = 0; step < steps; step++) {
    core.execute(next(core.state))
    if (step % 25 === 0) await core.durable()
  }
  await core.durable()
}

describe.skipIf(SERVER === '')('a process that settles what another one leads', () => {
  let cores: SharedCores
  const failures: unknown[] = []
  const onFailure = (error: unknown) => void failures.push(error)
  beforeEach(async () => {
    failures.length = 0
    cores = await openSharedCores(SERVER)
  }, LIMIT)
  afterEach(() => cores.close(), LIMIT)

  it(
    'settles for a leader that only waits for it (SR3)',
    async () => {
      const leader = await (await cores.machine('a')).lead(apart)
      const first = await (await cores.machine('ledger')).settle(onFailure)
      await trade(leader, { seed: 1, steps: 400 })
      await leader.settled()
      expect(first.settledSeq()).toBeGreaterThanOrEqual(leader.lastSeq())
      expect(await checkLedger(cores.db)).toEqual([])
      await first.stop()
      const before = leader.lastSeq()
      await trade(leader, { seed: 2, steps: 100 })
      expect(leader.backlog()).toBeGreaterThan(0)
      // Orders are acknowledged without it; who reads the ledger waits.
      let isSettled = false
      const settled = leader.settled().then(() => (isSettled = true))
      expect(leader.lastSeq()).toBeGreaterThan(before)
      expect(isSettled).toBe(false)
      await (await cores.machine('next')).settle(onFailure)
      await settled
      expect([leader.backlog(), await checkLedger(cores.db), failures]).toEqual([0, [], []])
    },
    LIMIT,
  )

  it(
    'goes on under the next leader, and the former one stops (SR3)',
    async () => {
      const former = await (await cores.machine('a')).lead(apart)
      const b = await cores.machine('b')
      const follower = await b.standBy()
      const writer = await (await cores.machine('ledger')).settle(onFailure)
      await trade(former, { seed: 3, steps: 300 })
      const next = await b.lead({ ...apart, replica: await follower.takeOver() })
      await expect.poll(() => former.halted()?.message, { timeout: LIMIT }).toBeDefined()
      await trade(next, { seed: 4, steps: 300 })
      await next.settled()
      expect(writer.settledSeq()).toBeGreaterThanOrEqual(next.lastSeq())
      expect([await checkLedger(cores.db), failures]).toEqual([[], []])
    },
    LIMIT,
  )

  it(
    'leaves a leader that starts without it to settle what is missing (SR9)',
    async () => {
      const former = await (await cores.machine('a')).lead(apart)
      await trade(former, { seed: 5, steps: 200 })
      expect(former.backlog()).toBeGreaterThan(0)
      const next = await (await cores.machine('b')).lead(apart)
      expect(next.backlog()).toBe(0)
      expect(await checkLedger(cores.db)).toEqual([])
    },
    LIMIT,
  )

  it(
    'settles each record once beside a second one (SR9)',
    async () => {
      const leader = await (await cores.machine('a')).lead(apart)
      const writers = [
        await (await cores.machine('one')).settle(onFailure),
        await (await cores.machine('two')).settle(onFailure),
      ]
      for (let seed = 6; seed < 9; seed++) {
        await trade(leader, { seed, steps: 200 })
        await leader.settled()
      }
      for (const writer of writers) await writer.stop()
      expect([await checkLedger(cores.db), failures]).toEqual([[], []])
    },
    LIMIT,
  )
})
