import { expect, it } from 'vitest'
import { createSecondCandles } from './createSecondCandles.ts'

const START = Date.UTC(2026, 10, 21, 4, 37)
const LATEST = Number.MAX_SAFE_INTEGER

const figures = (candles: ReturnType<ReturnType<typeof createSecondCandles>['read']>) =>
  candles.map(({ openTime, open, high, low, close, lots }) => [
    (openTime - START) / 1_000,
    open,
    high,
    low,
    close,
    lots,
  ])

it('makes candles of closed seconds, the silent ones included (trading 6)', () => {
  const seconds = createSecondCandles()
  for (const [ticks, lots, at] of [
    [100, 1, 10],
    [104, 2, 500],
    [98, 1, 999],
    [101, 3, 3_000],
    [102, 1, 5_100],
  ] as const)
    seconds.trade({ ticks, lots, at: START + at })
  expect(figures(seconds.read({ before: LATEST, limit: 500, now: START + 5_900 }))).toEqual([
    [0, 100, 104, 98, 98, 4],
    [1, 98, 98, 98, 98, 0],
    [2, 98, 98, 98, 98, 0],
    [3, 101, 101, 101, 101, 3],
    [4, 101, 101, 101, 101, 0],
  ])
})

it('answers pages before a moment, the newest at the end (trading 6)', () => {
  const seconds = createSecondCandles()
  for (let second = 0; second < 10; second++)
    seconds.trade({ ticks: 100 + second, lots: 1, at: START + second * 1_000 })
  const page = seconds.read({ before: START + 7_000, limit: 3, now: START + 60_000 })
  expect(figures(page).map(([second, , , , close]) => [second, close])).toEqual([
    [4, 104],
    [5, 105],
    [6, 106],
  ])
  expect(seconds.read({ before: START, limit: 3, now: START + 60_000 })).toEqual([])
})

it('keeps an hour of trades and forgets what came before (trading 6)', () => {
  const seconds = createSecondCandles()
  for (let second = 0; second < 9_000; second++)
    seconds.trade({ ticks: 100, lots: 1, at: START + second * 1_000 })
  const all = seconds.read({ before: LATEST, limit: 9_000, now: START + 9_000_000 })
  expect(all.length).toBeGreaterThanOrEqual(3_600)
  expect(all.length).toBeLessThanOrEqual(4_000)
  seconds.clear()
  expect(seconds.read({ before: LATEST, limit: 10, now: START + 9_000_000 })).toEqual([])
})
