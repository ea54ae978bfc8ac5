import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { browserClock } from '@x/kit/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../platform/log/Log.ts'
import { changeableState } from '../../testing/changeableState.ts'
import { createCommandFlow } from '../../testing/exchangeCommandGenerator.ts'
import { openSharedCores, type SharedCores } from '../../testing/sharedCores.ts'
import { stateText } from '../../testing/stateText.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { checkLedger } from '../ledger/invariants.ts'
import { createRulesUpgrade } from './createRulesUpgrade.ts'
import { openTradingCore, type TradingCore } from './openTradingCore.ts'
import type { Follower } from './openFollower.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const LIMIT = 300_000

/** Random commands; waits for the log now and then, as requests do. */
async function trade(core: TradingCore, { seed, steps }: { seed: number; steps: number }) {
  const next = createCommandFlow(seed)
  for (let step = 0; step < steps; step++) {
    core.execute(next(core.state))
    if (step % 25 === 0) await core.durable()
  }
  await core.durable()
}

/** Until the follower has what the leader has written. */
async function caughtUp(follower: Follower, core: TradingCore): Promise<void> {
  await core.durable()
  const seq = core.lastSeq()
  await expect.poll(() => follower.state().seq, { timeout: LIMIT }).toBeGreaterThanOrEqual(seq)
}

const snapshotsIn = async (dataDir: string) =>
  (await readdir(path.join(dataDir, 'journal'))).filter((name) => name.endsWith('.parts'))

describe.skipIf(SERVER === '')('a log that several machines share', () => {
  let cores: SharedCores
  beforeEach(async () => void (cores = await openSharedCores(SERVER)), LIMIT)
  afterEach(() => cores.close(), LIMIT)

  it(
    'brings a follower to the state and the hashes of its leader (CR0)',
    async () => {
      const leader = await (await cores.machine('a')).lead()
      const follower = await (await cores.machine('b')).standBy()
      await trade(leader, { seed: 1, steps: 600 })
      await caughtUp(follower, leader)
      expect(follower.state().checks).toBeGreaterThan(0)
      const { exchange } = await follower.takeOver()
      // What asks for no sync may still wait at the leader; it moved no user's funds.
      expect([...exchange.state.accounts.dump()].length).toBeGreaterThan(0)
      expect(exchange.state.orders.size).toBe(leader.state.orders.size)
    },
    LIMIT,
  )

  it(
    'has snapshots written by the follower and none by the leader',
    async () => {
      const [a, b] = [await cores.machine('a'), await cores.machine('b')]
      const leader = await a.lead()
      const follower = await b.standBy()
      await expect.poll(() => a.shared.followers()).toMatchObject([{ name: 'b' }])
      for (let seed = 1; follower.state().snapshotSeq === 0; seed++) {
        await trade(leader, { seed, steps: 100 })
        await leader.settled()
      }
      expect([await snapshotsIn(a.dataDir), leader.snapshotState().lastSeq]).toEqual([[], 0])
      // A machine that has nothing begins with it.
      const third = await cores.machine('c')
      const joined = await third.standBy()
      expect(await snapshotsIn(third.dataDir)).toHaveLength(1)
      await caughtUp(joined, leader)
    },
    LIMIT,
  )

  it(
    'has snapshots written by a thread of the leader where nobody follows',
    async () => {
      const a = await cores.machine('a')
      const leader = await a.lead()
      const isBegun = () => leader.snapshotState().isUnderWay || leader.snapshotState().lastSeq > 0
      for (let seed = 1; !isBegun(); seed++) {
        await trade(leader, { seed, steps: 100 })
        await leader.settled()
      }
      await expect.poll(() => leader.snapshotState().isUnderWay, { timeout: LIMIT }).toBe(false)
      expect(leader.snapshotState().lastSeq).toBeGreaterThan(0)
      expect(leader.snapshotState()).toMatchObject({ failure: undefined, differs: false })
      const joined = await (await cores.machine('b')).standBy()
      await caughtUp(joined, leader)
    },
    LIMIT,
  )

  it(
    'is led on by its follower, and the former leader is fenced (SR3)',
    async () => {
      const former = await (await cores.machine('a')).lead()
      const b = await cores.machine('b')
      const follower = await b.standBy()
      await trade(former, { seed: 2, steps: 300 })
      await former.settled()
      const before = former.lastSeq()
      const next = await b.lead({ replica: await follower.takeOver() })
      expect(next.lastSeq()).toBeGreaterThan(before)
      // The lease of the former one still seems to run: the log alone stops it.
      const late = former.execute({
        kind: 'grant',
        at: 1,
        realm: 'live',
        userId: 'late',
        key: 'late',
        funds: { USDT: '5' },
      })
      await expect(former.durable('seq' in late ? late.seq : 0)).rejects.toMatchObject({
        code: 'FENCED',
      })
      expect(former.halted()).toBeDefined()
      await trade(next, { seed: 3, steps: 300 })
      await next.settled()
      expect(next.state.accounts.ownedBy('live', 'user:late')).toEqual([])
      expect(await checkLedger(cores.db)).toEqual([])
    },
    LIMIT,
  )

  it(
    'gives an empty folder the state that a restart comes to',
    async () => {
      const first = await (await cores.machine('a')).lead()
      await trade(first, { seed: 4, steps: 400 })
      await first.settled()
      const text = stateText(first.state)
      await first.stop()
      const second = await (await cores.machine('b')).lead()
      expect(stateText(second.state)).toBe(text)
      expect(await checkLedger(cores.db)).toEqual([])
    },
    LIMIT,
  )

  it(
    'stops a follower that comes to another state (CR0)',
    async () => {
      const leader = await (await cores.machine('a')).lead()
      const failures: unknown[] = []
      const follower = await (await cores.machine('b')).standBy((error) => failures.push(error))
      changeableState(leader.state).next.fill += 1
      for (let seed = 1; failures.length === 0; seed++) await trade(leader, { seed, steps: 100 })
      expect(failures).toMatchObject([{ code: 'CORRUPT' }])
      await expect(follower.takeOver()).rejects.toMatchObject({ code: 'CORRUPT' })
    },
    LIMIT,
  )

  it(
    'begins where the journal of a folder ended in order',
    async () => {
      const a = await cores.machine('a')
      const options = {
        db: cores.db,
        clock: browserClock(),
        dataDir: a.dataDir,
        instruments: SPOT_SYMBOLS,
        log: silentLog,
      }
      const alone = await openTradingCore(options)
      await trade(alone, { seed: 5, steps: 200 })
      await expect(a.lead()).rejects.toMatchObject({ code: 'MISMATCH' })
      await alone.settled()
      await alone.stop()
      const again = await openTradingCore(options)
      const text = stateText(again.state)
      await again.stop()
      const leader = await a.lead()
      expect(stateText(leader.state)).toBe(text)
      await trade(leader, { seed: 6, steps: 100 })
      await leader.settled()
      const follower = await (await cores.machine('b')).standBy()
      await caughtUp(follower, leader)
    },
    LIMIT,
  )

  it(
    'switches its rules once every follower knows them (CR0)',
    async () => {
      const [a, b] = [await cores.machine('a'), await cores.machine('b')]
      const leader = await a.lead()
      const rules = createRulesUpgrade({ core: leader, shared: a.shared, clock: browserClock() })
      const failures: unknown[] = []
      const older = await b.standBy((error) => failures.push(error), { knownRules: 1 })
      await expect.poll(async () => (await rules.status()).followers).toHaveLength(1)
      await expect(rules.upgrade(2)).rejects.toThrow(
        'b (1) would stop: not every follower knows version 2.',
      )
      await trade(leader, { seed: 7, steps: 100 })
      await older.stop()
      await cores.db.query('delete from command_follower')
      const follower = await (await cores.machine('c')).standBy()
      const seq = await rules.upgrade(2)
      await expect(rules.upgrade(2)).rejects.toThrow('The rules are version 2 already.')
      await expect(rules.upgrade(4)).rejects.toThrow('knows the rules up to version 3.')
      await trade(leader, { seed: 8, steps: 400 })
      await caughtUp(follower, leader)
      expect(follower.state().checks).toBeGreaterThan(0)
      // It comes back, and says which record it cannot pass.
      await b
        .standBy((error) => failures.push(error), { knownRules: 1 })
        .catch((error: unknown) => failures.push(error))
      await expect.poll(() => failures, { timeout: LIMIT }).toMatchObject([{ code: 'RULES' }])
      expect(String(failures[0])).toMatch(new RegExp(`record ${seq} on|The snapshot`))
      const { exchange } = await follower.takeOver()
      expect(exchange.state.rules).toEqual({ version: 2, known: 3 })
    },
    LIMIT,
  )
})
