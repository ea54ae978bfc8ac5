import { createManualClock } from '@x/kit/testing'
import { expect, it } from 'vitest'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { createDisplayedMarket } from '../book/createDisplayedMarket.ts'
import type { CandleStore } from '../candles/createCandleStore.ts'
import { createMarketClock } from '../createMarketClock.ts'
import { openChannels, TICKER_TOPIC } from './openChannels.ts'

const spec = SPOT_SYMBOLS[0]!
const candle = { openTime: 0, open: 100, high: 110, low: 90, close: 105, lots: 10, turnover: 1000n }

it('sends a ticker at once when the market is paused or resumed', async () => {
  const clock = createManualClock()
  const marketClock = createMarketClock({ clock })
  const { open } = openChannels({
    symbols: [spec],
    market: createDisplayedMarket({ symbols: [spec.symbol], liveTrading: true }),
    candles: { day: () => [candle] } as Partial<CandleStore> as CandleStore,
    now: clock.now,
    isHeld: () => marketClock.status().isPaused,
  })
  const channel = open({ topic: TICKER_TOPIC, symbol: spec.symbol })!
  const received = async (change: () => void) => {
    change()
    await clock.advance(250)
    return channel.deltas().map((text) => (JSON.parse(text) as { ticker: object }).ticker)
  }
  const first = (JSON.parse(channel.snapshot() ?? '') as { ticker: object }).ticker
  expect(first).not.toHaveProperty('paused')
  expect(await received(() => {})).toEqual([])
  expect(await received(marketClock.pause)).toEqual([
    { ...first, ts: expect.any(Number) as number, paused: true },
  ])
  expect(channel.snapshot()).toContain('"paused":true')
  expect(await received(marketClock.step)).toEqual([])
  expect(await received(marketClock.resume)).toEqual([
    { ...first, ts: expect.any(Number) as number },
  ])
})
