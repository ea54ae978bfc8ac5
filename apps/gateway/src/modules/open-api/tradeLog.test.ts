import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DisplayedTrade } from '../market-data/ports/DisplayedMarket.ts'
import { NOON, sampleMarket } from './testing/sampleMarket.ts'
import { aggregate, createMarketLog, type LoggedTrade } from './tradeLog.ts'

const trade = (fields: Partial<DisplayedTrade> = {}): DisplayedTrade => ({
  symbol: 'BTCUSDT',
  ticks: 100,
  lots: 5,
  takerSide: 'buy',
  at: NOON,
  ...fields,
})
const logged = (id: number, fields: Partial<DisplayedTrade> = {}): LoggedTrade => ({
  ...trade(fields),
  id,
})

describe('the numbers of trades and changes', () => {
  it('are one more with each trade, whatever its pair', () => {
    const { market, marketLog } = sampleMarket()
    market.onTrade(trade())
    market.onTrade(trade({ symbol: 'ETHUSDT' }))
    market.onTrade(trade())
    const [first, last] = marketLog.trades('BTCUSDT').map(({ id }) => id)
    expect(last).toBe(Number(first) + 2)
    expect(marketLog.trades('ETHUSDT').map(({ id }) => id)).toEqual([Number(first) + 1])
    expect(marketLog.trades('SOLUSDT')).toEqual([])
  })

  it('go on rising after a restart, and stay whole numbers', () => {
    const { market } = sampleMarket()
    const before = createMarketLog({ market, now: () => NOON })
    for (let each = 0; each < 999; each++) market.onTrade(trade())
    const after = createMarketLog({ market, now: () => NOON + 1 })
    market.onTrade(trade())
    const [last, next] = [before.trades('BTCUSDT').at(-2)?.id, after.trades('BTCUSDT')[0]?.id]
    expect(Number(next)).toBeGreaterThan(Number(last))
    expect(Number.isSafeInteger(next)).toBe(true)
  })

  it('count changes of each book by themselves', () => {
    const { market, marketLog } = sampleMarket()
    const start = marketLog.updateId('BTCUSDT')
    market.onLevel('BTCUSDT', 'buy', 100, 1)
    market.onLevel('BTCUSDT', 'buy', 100, 0)
    market.rebuild('BTCUSDT')
    market.onTrade(trade())
    expect([marketLog.updateId('BTCUSDT'), marketLog.updateId('ETHUSDT')]).toEqual([
      start + 3,
      start,
    ])
  })

  it('end with the log', () => {
    const { market, marketLog } = sampleMarket()
    market.onTrade(trade())
    marketLog.stop()
    market.onTrade(trade())
    market.onLevel('BTCUSDT', 'buy', 100, 1)
    expect(marketLog.trades('BTCUSDT')).toHaveLength(1)
  })
})

describe('who is notified of trades', () => {
  it('finds each in the log already, until it leaves', () => {
    const { market, marketLog } = sampleMarket()
    const seen: boolean[] = []
    const leave = marketLog.onTrade((each) =>
      seen.push(marketLog.trades(each.symbol).at(-1)?.id === each.id),
    )
    market.onTrade(trade())
    leave()
    market.onTrade(trade())
    expect(seen).toEqual([true])
  })
})

describe('the trades that are kept', () => {
  it('are the latest five thousand at least', () => {
    const { market, marketLog } = sampleMarket()
    for (let at = 1; at <= 10_001; at++) market.onTrade(trade({ at }))
    const kept = marketLog.trades('BTCUSDT')
    expect([kept.length, kept[0]?.at, kept.at(-1)?.at]).toEqual([5_000, 5_002, 10_001])
  })
})

describe('trades of one order', () => {
  it('are one aggregate under the number of the first', () => {
    expect(aggregate([logged(7), logged(8, { lots: 3 }), logged(9)])).toEqual([
      { id: 7, ticks: 100, lots: 13, at: NOON, takerSide: 'buy', first: 7, last: 9 },
    ])
  })

  it.each([
    ['another price', { ticks: 101 }],
    ['another moment', { at: NOON + 1 }],
    ['the other side', { takerSide: 'sell' }],
  ] as const)('are two aggregates with %s', (_what, fields) => {
    const merged = aggregate([logged(7), logged(8, fields), logged(9)])
    expect(merged.map(({ first, last }) => [first, last])).toEqual([
      [7, 7],
      [8, 8],
      [9, 9],
    ])
  })

  it('are none of nothing', () => {
    expect(aggregate([])).toEqual([])
  })

  it('keep every lot and every number, in order', () => {
    const row = fc.record({
      ticks: fc.integer({ min: 1, max: 3 }),
      lots: fc.integer({ min: 1, max: 1_000 }),
      at: fc.integer({ min: 1, max: 2 }),
      takerSide: fc.constantFrom('buy' as const, 'sell' as const),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const trades = rows.map((fields, at) => logged(at + 1, fields))
        const merged = aggregate(trades)
        const sum = (all: readonly { readonly lots: number }[]) =>
          all.reduce((total, { lots }) => total + lots, 0)
        expect(sum(merged)).toBe(sum(trades))
        expect(merged.flatMap(({ first, last }) => range(first, last))).toEqual(
          trades.map(({ id }) => id),
        )
        for (const { id, first } of merged) expect(id).toBe(first)
        // What is merged cannot be merged any further.
        expect(aggregate(merged.map((each) => ({ ...each, symbol: 'BTCUSDT' })))).toHaveLength(
          merged.length,
        )
      }),
      { numRuns: 50 },
    )
  })
})

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)
