import { expect, it } from 'vitest'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { createDisplayedMarket } from '../book/createDisplayedMarket.ts'
import type { CandleStore } from '../candles/createCandleStore.ts'
import { createSeries } from '../candles/createSeries.ts'
import { openChannels } from './openChannels.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 21, 4, 37)
const spec = SPOT_SYMBOLS[0]!

function setUp() {
  const series = createSeries({ startTicks: 100, startedAt: START })
  const candles: Pick<CandleStore, 'running' | 'since'> = {
    running: (_symbol, interval) => series.running(interval),
    since: (_symbol, { interval, openTime }) => series.since(interval, openTime),
  }
  const { open } = openChannels({
    symbols: [spec],
    market: createDisplayedMarket({ symbols: [spec.symbol], liveTrading: true }),
    candles: candles as CandleStore,
    now: () => START,
    isHeld: () => false,
  })
  const channel = open({ topic: 'candle_1m', symbol: spec.symbol })!
  channel.deltas()
  const received = () =>
    channel
      .deltas()
      .map(
        (text) =>
          (JSON.parse(text) as { candle: { openTime: number; close: string; volume: string } })
            .candle,
      )
      .map(({ openTime, close, volume }) => [(openTime - START) / MINUTE, close, volume])
  return { series, received }
}

it('sends a closed candle once more with its last trades (trading 6)', () => {
  const { series, received } = setUp()
  series.trade({ ticks: 101, lots: 1, at: START + 10 })
  expect(received()).toEqual([[0, '1.01', '0.00001']])
  series.trade({ ticks: 109, lots: 5, at: START + MINUTE - 1 })
  series.trade({ ticks: 102, lots: 2, at: START + MINUTE })
  expect(received()).toEqual([
    [0, '1.09', '0.00006'],
    [1, '1.02', '0.00002'],
  ])
})

it('sends every candle that a stalled or hurried market passed (trading 6)', () => {
  const { series, received } = setUp()
  series.trade({ ticks: 101, lots: 1, at: START + 10 })
  series.trade({ ticks: 103, lots: 1, at: START + 3 * MINUTE })
  expect(received()).toEqual([
    [0, '1.01', '0.00001'],
    [1, '1.01', '0.00000'],
    [2, '1.01', '0.00000'],
    [3, '1.03', '0.00001'],
  ])
  expect(received()).toEqual([])
})
