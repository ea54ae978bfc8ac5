import { describe, expect, it } from 'vitest'
import { createFlow } from '../matchingCommandGenerator.ts'
import { createBatchLog } from './createBatchLog.ts'
import { createHost } from './createHost.ts'
import { createTimeline, type Timeline } from './createTimeline.ts'
import { findLimit } from './findLimit.ts'
import { simulateCapacity, type CapacityLoad, type ClusterShape } from './simulateCapacity.ts'
import { fitUnitCosts, type Measurement, type UnitCosts } from './UnitCosts.ts'

const SERVICE_MS = 1
const ARRIVALS = 200_000

/** One thread, random arrivals: how long they stay on average, and how many are there. */
function runQueue(utilization: number, serviceOf: (random: () => number) => number) {
  const timeline = createTimeline()
  const thread = createHost(timeline).thread()
  const random = createFlow(7)
  let [arrived, stayed, done, area, changedAt] = [0, 0, 0, 0, 0]
  const count = () => {
    area += (arrived - done) * (timeline.now() - changedAt)
    changedAt = timeline.now()
  }
  const arrive = (): void => {
    count()
    arrived++
    const from = timeline.now()
    thread.run(serviceOf(random), () => {
      count()
      done++
      stayed += timeline.now() - from
    })
    if (arrived < ARRIVALS)
      timeline.after((-Math.log(1 - random()) * SERVICE_MS) / utilization, arrive)
  }
  timeline.after(0, arrive)
  timeline.runUntil(1e12 / 1e3)
  return { meanMs: stayed / done, length: area / changedAt, perMs: done / changedAt, thread }
}

const exponential = (random: () => number): number => -Math.log(1 - random()) * SERVICE_MS

describe('a queue before one thread', () => {
  it.each([0.3, 0.6, 0.8])('stays as long as M/D/1 says at %d', (utilization) => {
    const expected = SERVICE_MS * (1 + utilization / (2 * (1 - utilization)))
    const { meanMs } = runQueue(utilization, () => SERVICE_MS)
    expect(Math.abs(meanMs / expected - 1)).toBeLessThan(0.03)
  })

  it.each([0.3, 0.6, 0.8])('stays as long as M/M/1 says at %d', (utilization) => {
    const expected = SERVICE_MS / (1 - utilization)
    const { meanMs } = runQueue(utilization, exponential)
    expect(Math.abs(meanMs / expected - 1)).toBeLessThan(0.05)
  })

  it('is as long as Little says: its rate times its time', () => {
    const { meanMs, length, perMs } = runQueue(0.7, exponential)
    expect(length).toBeCloseTo(perMs * meanMs, 6)
  })

  it('counts the work that was done, no more', () => {
    const { thread, perMs } = runQueue(0.5, () => SERVICE_MS)
    expect(thread.cpuMs()).toBeCloseTo(ARRIVALS * SERVICE_MS, 3)
    expect(perMs).toBeCloseTo(0.5, 2)
  })
})

describe('threads of one machine', () => {
  const endsOf = (processors: number, others: number, works: readonly number[]) => {
    const timeline = createTimeline()
    const host = createHost(timeline, { processors, others })
    const ends: number[] = []
    for (const [at, work] of works.entries())
      host.thread().run(work, () => (ends[at] = timeline.now()))
    timeline.runUntil(1_000)
    return ends
  }

  it('run at once where there are processors enough', () => {
    expect(endsOf(2, 0, [10, 30])).toEqual([10, 30])
  })

  it('share what there is evenly', () => {
    // Three on two processors: 2/3 each until the first ends, then one each.
    const ends = endsOf(2, 0, [10, 30, 30])
    expect(ends.map((end) => Math.round(end * 1e6) / 1e6)).toEqual([15, 35, 35])
  })

  it('share it with other programs', () => {
    expect(endsOf(2, 3, [10])).toEqual([20])
  })

  it('does the work of a thread in its order', () => {
    const timeline = createTimeline()
    const thread = createHost(timeline).thread()
    const ends: string[] = []
    for (const name of ['a', 'b', 'c']) thread.run(5, () => ends.push(`${name} ${timeline.now()}`))
    expect(thread.waiting()).toBe(3)
    timeline.runUntil(7)
    expect(thread.cpuMs()).toBe(7)
    timeline.runUntil(100)
    expect(ends).toEqual(['a 5', 'b 10', 'c 15'])
  })
})

describe('a log that takes batches', () => {
  const run = (
    timeline: Timeline,
    { appendMs, batchBytes }: { appendMs: number; batchBytes?: number },
  ) => {
    const batches: number[] = []
    const log = createBatchLog(timeline, {
      ...(batchBytes === undefined ? {} : { batchBytes }),
      append({ records }, onTaken) {
        batches.push(records)
        timeline.after(appendMs, onTaken)
      },
    })
    return { log, batches }
  }

  it('takes what waited for the batch before it', () => {
    const timeline = createTimeline()
    const { log, batches } = run(timeline, { appendMs: 10 })
    const taken: number[] = []
    for (let at = 0; at < 25; at++)
      timeline.after(at, () => log.add(60, () => taken.push(timeline.now())))
    timeline.runUntil(100)
    // The first goes alone; each next one has what came while the one before was on its way.
    expect(batches).toEqual([1, 10, 10, 4])
    expect([taken[0], taken[1], taken[11], taken[24]]).toEqual([10, 20, 30, 40])
  })

  it('puts no more bytes into a batch than it may', () => {
    const timeline = createTimeline()
    const { log, batches } = run(timeline, { appendMs: 10, batchBytes: 200 })
    for (let at = 0; at < 7; at++) log.add(90, () => {})
    timeline.runUntil(100)
    expect(batches).toEqual([2, 2, 2, 1])
    expect(log.figures()).toMatchObject({ batches: 4, records: 7, bytes: 630, waiting: 0 })
  })
})

const COSTS: UnitCosts = {
  edge: { orderMs: 0.2, messageMs: 0.012 },
  core: { orderMs: 0.4, frameMs: 0.1 },
  book: { orderMs: 0.02 },
  bus: { frameMs: 0.02 },
  primary: { batchMs: 0.5, byteMs: 0 },
  standby: { batchMs: 0.2, byteMs: 0 },
  ledger: { orderMs: 0.1 },
  syncMs: 2,
  delayMs: 1,
  recordBytes: 60,
  idle: { core: 0.1 },
}
const SHAPE: ClusterShape = { edges: 2, cores: 1, logs: 1, standbys: 2, ledgers: 1, buses: 1 }
const LOAD: CapacityLoad = {
  ordersPerSecond: 500,
  sockets: 1_000,
  messagesPerSocket: 10,
  topics: 20,
  measureMs: 20_000,
  warmUpMs: 2_000,
  seed: 3,
}

describe('a simulated cluster under load', () => {
  it('spends what its orders and messages cost', () => {
    const { roles, answered, recordsPerBatch, batches } = simulateCapacity({
      shape: SHAPE,
      costs: COSTS,
      load: LOAD,
    })
    const seconds = LOAD.measureMs / 1_000
    const spent = Object.fromEntries(roles.map(({ role, cpuMs }) => [role, cpuMs]))
    expect(Math.abs(answered / (500 * seconds) - 1)).toBeLessThan(0.03)
    const expected = {
      edge: answered * 0.2 + 10_000 * seconds * 0.012,
      core: answered * 0.4 + 200 * seconds * 0.1 + 100 * seconds,
      primary: batches * 0.5,
      standby: 2 * batches * 0.2,
      ledger: answered * 0.1,
      bus: 200 * seconds * 0.02,
    }
    for (const [role, ms] of Object.entries(expected))
      expect(Math.abs((spent[role] ?? 0) / ms - 1)).toBeLessThan(0.02)
    // Batches of 4.7 ms at two milliseconds from one order to the next.
    expect(recordsPerBatch).toBeGreaterThan(1.8)
    expect(recordsPerBatch).toBeLessThan(3.2)
  })

  it('finds what is used up first', () => {
    const limit = findLimit({ shape: SHAPE, costs: COSTS, load: { ...LOAD, sockets: 0 } })
    // (1 - 0.1 idle) of a processor at 0.4 ms an order.
    expect(limit?.first).toBe('core')
    expect(Math.abs((limit?.ordersPerSecond ?? 0) / 2_200 - 1)).toBeLessThan(0.06)
  })

  it('finds that a log is full where batches are slow', () => {
    const costs = { ...COSTS, syncMs: 40, recordBytes: 26_000, idle: {} }
    const shape = { ...SHAPE, cores: 8 }
    const limit = findLimit({ shape, costs, load: { ...LOAD, sockets: 0 } }, { from: 20 })
    expect(limit?.first).toBe('log')
    // 10 records in each 80.7 ms.
    expect(Math.abs((limit?.ordersPerSecond ?? 0) / (10 / 0.0807) - 1)).toBeLessThan(0.2)
  })

  it('answers alike under the same seed', () => {
    const options = { shape: SHAPE, costs: COSTS, load: { ...LOAD, measureMs: 1_000 } }
    expect(simulateCapacity(options)).toEqual(simulateCapacity(options))
  })
})

describe('unit costs of a measured run', () => {
  it('are those of the cluster that was measured', () => {
    const shape: ClusterShape = { ...SHAPE, machine: { processors: 8, others: 0 } }
    const measure = (load: Partial<CapacityLoad>): Measurement => {
      const own = { ...LOAD, ...load }
      const report = simulateCapacity({ shape, costs: COSTS, load: own })
      return {
        seconds: own.measureMs / 1_000,
        orders: report.answered,
        batches: report.batches,
        frames: own.sockets === 0 ? 0 : (own.topics * 10 * own.measureMs) / 1_000,
        messages: (own.sockets * 10 * own.measureMs) / 1_000,
        cpuMs: Object.fromEntries(report.roles.map(({ role, cpuMs }) => [role, cpuMs])),
        appendMs: 4.7,
      }
    }
    const measured = {
      resting: measure({ ordersPerSecond: 0, sockets: 0 }),
      sockets: measure({ ordersPerSecond: 0 }),
      orders: measure({ sockets: 0 }),
    }
    const servers = { edge: 2, core: 1, primary: 1, standby: 2, ledger: 1, bus: 1 }
    const costs = fitUnitCosts(measured, { servers, recordBytes: 60 })
    const near = (value: number, expected: number) =>
      expect(Math.abs(value / expected - 1)).toBeLessThan(0.02)
    near(costs.edge.orderMs, 0.2)
    near(costs.edge.messageMs, 0.012)
    near(costs.core.orderMs, 0.4)
    near(costs.core.frameMs, 0.1)
    near(costs.primary.batchMs, 0.5)
    near(costs.standby.batchMs, 0.2)
    near(costs.ledger.orderMs, 0.1)
    near(costs.syncMs, 2)
    near(costs.idle.core ?? 0, 0.1)
  })
})
