import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import type { Algo } from '../../exchange/state/algoState.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { createAlgoRunner, type AlgoRunnerOptions } from './createAlgoRunner.ts'

const algoOf = (change: Partial<Algo>): Algo => ({
  id: 7,
  realm: 'live',
  userId: '1',
  clientOid: 'c',
  digest: 'd',
  symbol: 'ETHUSDT',
  side: 'buy',
  kind: 'twap',
  lots: 10,
  parts: 4,
  visibleLots: 0,
  ticks: 0,
  lastTicks: 0,
  everyMs: 15_000,
  createdAt: 0,
  updatedAt: 0,
  status: 'running',
  reason: '',
  placed: 0,
  filledLots: 0,
  nextAt: 0,
  open: [],
  ...change,
})

/** A runner over one algo order, with a service that places or fails as the test says. */
function setUp(algo: Algo) {
  const clock = createManualClock(0)
  const running = new Map([[algo.id, algo]])
  const sent: { clientOid: string; size: string }[] = []
  const stopped: string[] = []
  let failure: Error | undefined
  const options = {
    clock,
    onError: () => {},
    orders: {
      place: async (_session: object, params: { clientOid: string; size: string }) => {
        if (failure) throw failure
        sent.push({ clientOid: params.clientOid, size: params.size })
        algo.placed++
        algo.nextAt = algo.placed * algo.everyMs
      },
    },
    trading: {
      core: { state: { algos: { running } } },
      run({ algoId, reason }: { algoId: number; reason: string }) {
        stopped.push(reason)
        running.delete(algoId)
      },
    },
  } as unknown as AlgoRunnerOptions
  const runner = createAlgoRunner(options)
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const advance = async (ms: number) => {
    await clock.advance(ms)
    await settled()
  }
  return { runner, sent, stopped, settled, advance, fail: (error?: Error) => (failure = error) }
}

describe('the runner of algo orders', () => {
  it('places equal parts at equal intervals under keys of their own', async () => {
    const { runner, sent, settled, advance } = setUp(algoOf({}))
    runner.start()
    await settled()
    expect(sent).toHaveLength(1)
    await advance(14_999)
    expect(sent).toHaveLength(1)
    for (const count of [2, 3, 4, 4, 4]) {
      await advance(15_000)
      expect(sent).toHaveLength(count)
    }
    expect(sent.map(({ clientOid }) => clientOid)).toEqual([
      'algo-7-0',
      'algo-7-1',
      'algo-7-2',
      'algo-7-3',
    ])
    expect(sent.map(({ size }) => size)).toEqual(['0.0003', '0.0003', '0.0002', '0.0002'])
  })

  it('places late parts at once after a stop of the process', async () => {
    const { runner, sent, advance } = setUp(algoOf({}))
    await advance(100_000)
    runner.start()
    await advance(0)
    expect(sent).toHaveLength(4)
  })

  it('tries again after a pause, and after a failure', async () => {
    const { runner, sent, stopped, advance, fail } = setUp(algoOf({}))
    fail(new GatewayError('00006', 'Trading is paused'))
    runner.start()
    await advance(0)
    fail(new Error('The database is away'))
    await advance(3_000)
    fail()
    await advance(3_000)
    expect([sent.length, stopped]).toEqual([1, []])
  })

  it('stops with the code of a refusal', async () => {
    const { runner, stopped, advance, fail } = setUp(algoOf({}))
    fail(new GatewayError('40201', 'The balance is not sufficient'))
    runner.start()
    await advance(0)
    expect(stopped).toEqual(['40201'])
    await advance(100_000)
    expect(stopped).toHaveLength(1)
  })

  it('waits while an order of an iceberg is open', async () => {
    const algo = algoOf({ kind: 'iceberg', visibleLots: 3, ticks: 5, everyMs: 0, open: [[1, 0]] })
    const { runner, sent, advance } = setUp(algo)
    runner.start()
    await advance(1)
    expect(sent).toEqual([])
    algo.open = []
    runner.wake(7)
    await expect.poll(() => sent.length).toBeGreaterThan(0)
  })

  it('places nothing after it was stopped', async () => {
    const { runner, sent, advance } = setUp(algoOf({}))
    runner.stop()
    runner.start()
    await advance(50_000)
    expect(sent).toEqual([])
  })
})
