import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  algosOf,
  createAlgosState,
  dumpAlgos,
  keepAlgo,
  partLots,
  partTicks,
  restoreAlgos,
  type Algo,
} from './algoState.ts'

const algo = (changes: Partial<Algo> = {}): Algo => ({
  id: 1,
  realm: 'live',
  userId: '1',
  clientOid: 'a1',
  digest: 'd',
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'iceberg',
  lots: 1_000,
  parts: 3,
  visibleLots: 400,
  ticks: 500,
  lastTicks: 0,
  everyMs: 0,
  createdAt: 1,
  updatedAt: 1,
  status: 'running',
  reason: '',
  placed: 0,
  filledLots: 0,
  nextAt: 1,
  open: [],
  ...changes,
})
const idsOf = (algos: Iterable<Readonly<Algo>>) => [...algos].map(({ id }) => id)

describe('the sizes of the orders of an algo order', () => {
  it.each([
    ['an iceberg', { lots: 1_000, parts: 3, visibleLots: 400 }, [400, 400, 200]],
    ['an iceberg that divides', { lots: 800, parts: 2, visibleLots: 400 }, [400, 400]],
    ['an iceberg of one order', { lots: 5, parts: 1, visibleLots: 5 }, [5]],
    ['equal parts', { lots: 9, parts: 3, visibleLots: 0 }, [3, 3, 3]],
    ['parts with a rest for the first', { lots: 11, parts: 4, visibleLots: 0 }, [3, 3, 3, 2]],
    ['one lot each', { lots: 3, parts: 3, visibleLots: 0 }, [1, 1, 1]],
  ] as const)('are for %s as wide as asked for', (_what, terms, sizes) => {
    expect(sizes.map((_, part) => partLots(terms, part))).toEqual(sizes)
  })

  it('add up to the whole and differ by a lot at most', () => {
    const terms = fc
      .record({
        lots: fc.integer({ min: 1, max: 10 ** 9 }),
        parts: fc.integer({ min: 1, max: 200 }),
      })
      .filter(({ lots, parts }) => lots >= parts)
    fc.assert(
      fc.property(terms, ({ lots, parts }) => {
        const sizes = Array.from({ length: parts }, (_, part) =>
          partLots({ lots, parts, visibleLots: 0 }, part),
        )
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(lots)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      }),
    )
  })

  it('add up to the whole of an iceberg', () => {
    const terms = fc.record({
      lots: fc.integer({ min: 1, max: 10 ** 6 }),
      visibleLots: fc.integer({ min: 1_000, max: 10 ** 6 }),
    })
    fc.assert(
      fc.property(terms, ({ lots, visibleLots }) => {
        const parts = Math.ceil(lots / visibleLots)
        const sizes = Array.from({ length: parts }, (_, part) =>
          partLots({ lots, parts, visibleLots }, part),
        )
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(lots)
        expect(sizes.every((size) => size > 0 && size <= visibleLots)).toBe(true)
      }),
    )
  })
})

describe('the prices of the orders of an algo order', () => {
  it.each([
    ['rising', { ticks: 100, lastTicks: 200, parts: 5 }, [100, 125, 150, 175, 200]],
    ['falling', { ticks: 200, lastTicks: 100, parts: 3 }, [200, 150, 100]],
    ['on the nearest tick', { ticks: 100, lastTicks: 110, parts: 4 }, [100, 103, 107, 110]],
    ['at one price', { ticks: 100, lastTicks: 100, parts: 2 }, [100, 100]],
  ] as const)('are evenly apart in a scaled one, %s', (_way, terms, prices) => {
    expect(prices.map((_, part) => partTicks({ kind: 'scaled', ...terms }, part))).toEqual(prices)
  })

  it.each(['iceberg', 'twap'] as const)('are all the limit of %s', (kind) => {
    const terms = { kind, ticks: 100, lastTicks: 0, parts: 3 }
    expect([0, 1, 2].map((part) => partTicks(terms, part))).toEqual([100, 100, 100])
  })

  it('begin and end at both prices of a scaled one', () => {
    const price = fc.integer({ min: 1, max: 2 ** 31 })
    fc.assert(
      fc.property(price, price, fc.integer({ min: 2, max: 50 }), (ticks, lastTicks, parts) => {
        const terms = { kind: 'scaled', ticks, lastTicks, parts } as const
        expect([partTicks(terms, 0), partTicks(terms, parts - 1)]).toEqual([ticks, lastTicks])
        const [low, high] = [Math.min(ticks, lastTicks), Math.max(ticks, lastTicks)]
        for (let part = 0; part < parts; part++)
          expect(partTicks(terms, part) >= low && partTicks(terms, part) <= high).toBe(true)
      }),
    )
  })
})

describe('the algo orders of a trader', () => {
  it('are listed the latest first, running and ended', () => {
    const state = createAlgosState()
    keepAlgo(state, algo({ id: 1 }))
    keepAlgo(state, algo({ id: 2, status: 'completed' }))
    keepAlgo(state, algo({ id: 3 }))
    keepAlgo(state, algo({ id: 4, userId: '2' }))
    keepAlgo(state, algo({ id: 5, realm: 'paper' }))
    expect(idsOf(algosOf(state, { realm: 'live', userId: '1' }))).toEqual([3, 2, 1])
    expect(idsOf(algosOf(state, { realm: 'paper', userId: '1' }))).toEqual([5])
    expect(algosOf(state, { realm: 'paper', userId: '2' })).toEqual([])
  })

  it('are no longer running once ended', () => {
    const state = createAlgosState()
    const one = algo()
    keepAlgo(state, one)
    one.status = 'stopped'
    keepAlgo(state, one)
    expect(state.running.size).toBe(0)
    expect(idsOf(algosOf(state, one))).toEqual([1])
  })

  it('are found by their open orders while they run', () => {
    const state = createAlgosState()
    const one = algo({
      open: [
        [7, 0],
        [8, 2],
      ],
    })
    keepAlgo(state, one)
    expect([...state.byOrder]).toEqual([
      [7, one],
      [8, one],
    ])
    keepAlgo(state, algo({ id: 2, status: 'stopped', open: [[9, 0]] }))
    expect(state.byOrder.has(9)).toBe(false)
  })

  it('are kept after their end up to twenty, the oldest forgotten', () => {
    const state = createAlgosState()
    for (let id = 1; id <= 25; id++) keepAlgo(state, algo({ id, status: 'completed' }))
    keepAlgo(state, algo({ id: 26, userId: '2', status: 'completed' }))
    const kept = idsOf(algosOf(state, { realm: 'live', userId: '1' }))
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([20, 25, 6])
    expect(idsOf(algosOf(state, { realm: 'live', userId: '2' }))).toEqual([26])
  })

  it('come back from a dump in plain JSON (CR0)', () => {
    const drawn = fc.array(
      fc.record({
        userId: fc.constantFrom('1', '2'),
        realm: fc.constantFrom('live' as const, 'paper' as const),
        status: fc.constantFrom('running' as const, 'completed' as const, 'stopped' as const),
      }),
      { maxLength: 30, size: 'max' },
    )
    fc.assert(
      fc.property(drawn, (rows) => {
        const state = createAlgosState()
        for (const [at, row] of rows.entries())
          keepAlgo(
            state,
            algo({ id: at + 1, ...row, open: row.status === 'running' ? [[at + 100, 3]] : [] }),
          )
        const copy = createAlgosState()
        restoreAlgos(copy, JSON.parse(JSON.stringify([...dumpAlgos(state)])) as Algo[])
        expect(copy).toEqual(state)
        expect([...copy.ended]).toEqual([...state.ended])
        expect([...copy.byOrder.keys()]).toEqual([...state.byOrder.keys()])
        for (const each of copy.running.values()) expect(copy.byOrder.get(each.id + 99)).toBe(each)
      }),
      { numRuns: 40 },
    )
  })
})
