import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { simulateCluster, type Fault } from '../../testing/simulation/simulateCluster.ts'
import { simulateTimers } from '../../testing/simulation/World.ts'

// What is simulated is what surrounds a process: time, disk, network, and the servers behind them.
// All else is the gateway's own code.
vi.mock('pg', async () => {
  const { SimulatedClient } = await import('../../testing/simulation/postgres.ts')
  return { default: { Client: SimulatedClient } }
})
vi.mock('node:fs', async (load) => {
  const { simulateFiles } = await import('../../testing/simulation/files.ts')
  return simulateFiles(await load<object>())
})
vi.mock('node:fs/promises', async (load) => {
  const { simulateAsyncFiles } = await import('../../testing/simulation/files.ts')
  return simulateAsyncFiles(await load<object>())
})
vi.mock('node:worker_threads', async (load) => {
  const { SnapshotWorker } = await import('../../testing/simulation/SnapshotWorker.ts')
  return { ...(await load<object>()), Worker: SnapshotWorker }
})

/** So many from the first on, or the one that is named: `SEED=7`. */
const count = Number(process.env['SIMULATION_SEEDS'] ?? 2)
const first = Number(process.env['SIMULATION_FIRST'] ?? 1)
const only = process.env['SEED']
const seeds =
  only === undefined ? Array.from({ length: count }, (_, at) => first + at) : [Number(only)]
/** Each failed once, and showed what was mended then. */
const FAILED_BEFORE = [21, 467, 538, 729, 1207, 3577, 5334]
/** In how many seeds each fault is looked for; at night. */
const tries = Number(process.env['SIMULATION_FAULTS'] ?? 0)
/** The share of seeds in which no order may come through. */
const MOST_IDLE = 0.05
const keysOf = <Of extends object>(of: Of) => Object.keys(of) as (keyof Of)[]
const LIMIT = { timeout: 24 * 3_600_000 }

const FAULTS: readonly (readonly [Fault, string])[] = [
  ['answers-before-disk', 'is lost'],
  ['passes-over-fences', 'is lost'],
  ['forgets-epochs', 'appended after one of epoch'],
  ['acknowledges-unsynced', 'is lost'],
  ['promotes-who-answers-first', 'is lost'],
]

describe('a simulated cluster', () => {
  let restore: () => void
  beforeAll(() => void (restore = simulateTimers()))
  afterAll(() => restore())

  it(
    `keeps what it acknowledged through the troubles of ${seeds.length} seeds (CR0)`,
    LIMIT,
    async () => {
      const failed: string[] = []
      const idle: number[] = []
      const sums = { acknowledged: 0, records: 0, leaders: 0, promotions: 0, snapshots: 0 }
      for (const seed of seeds) {
        const { violations, story, figures } = await simulateCluster(seed)
        for (const key of keysOf(sums)) sums[key] += figures[key]
        if (figures.acknowledged === 0) idle.push(seed)
        if (only !== undefined) process.stdout.write(`${story.join('\n')}\n`)
        if (violations.length > 0)
          failed.push(`Again with SEED=${seed}: ${violations.join('; ')}\n${story.join('\n')}`)
      }
      if (seeds.length > 2)
        process.stdout.write(
          `${seeds.length} seeds from ${seeds[0]} on: ${failed.length} failed, ` +
            `${JSON.stringify(sums)}, nothing acknowledged in ${idle.length} (${idle.join()})\n`,
        )
      expect(failed).toEqual([])
      // Troubles may last as long as the traders do, in few.
      expect(idle.length).toBeLessThanOrEqual(Math.ceil(seeds.length * MOST_IDLE))
    },
  )

  it.each(FAILED_BEFORE)('keeps what it acknowledged with seed %i (CR0)', LIMIT, async (seed) => {
    expect((await simulateCluster(seed)).violations).toEqual([])
  })

  it('does the same again under the same seed', LIMIT, async () => {
    const [once, again] = [await simulateCluster(seeds[0]!), await simulateCluster(seeds[0]!)]
    expect(again).toEqual(once)
  })

  it.skipIf(tries === 0).each(FAULTS)('finds a cluster that %s', LIMIT, async (fault, sign) => {
    const found: string[] = []
    for (let seed = 1; seed <= tries && found.length === 0; seed++)
      found.push(...(await simulateCluster(seed, { fault })).violations)
    expect(found.join('; ')).toContain(sign)
  })
})
