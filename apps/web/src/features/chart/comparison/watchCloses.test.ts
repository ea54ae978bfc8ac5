import { createStore } from '@x/kit'
import { createManualClock } from '@x/kit/testing'
import type { Candle, RunningCandle } from '@x/market'
import { createManualFrame } from '@x/market/testing'
import { describe, expect, it } from 'vitest'
import { CANDLE_PAGE_SIZE, type CandlePage } from '../../../data/candles/fetchCandles.ts'
import { watchCloses } from './watchCloses.ts'

const MINUTE = 60_000
const candle = (minute: number): Candle => ({
  openTime: minute * MINUTE,
  open: '1',
  high: '1',
  low: '1',
  close: String(minute),
  volume: '1',
})
const page = (first: number) =>
  Array.from({ length: CANDLE_PAGE_SIZE }, (_, index) => candle(first + index))

function bench(pages: readonly (readonly Candle[])[], oldest = 1_000) {
  const asked: CandlePage[] = []
  const running = createStore<RunningCandle | undefined>(undefined)
  let first = oldest
  let report = () => {}
  let released = 0
  let failures = 0
  let closes: ReadonlyMap<number, number> = new Map()
  const frame = createManualFrame()
  const watched = watchCloses(
    {
      getDataList: () => [{ timestamp: first * MINUTE }] as never,
      subscribeAction: (_type, callback) => void (report = () => callback()),
      unsubscribeAction: () => void (report = () => {}),
    },
    {
      symbol: 'ETHUSDT',
      interval: '1m',
      fetchPage: async (wanted) => {
        asked.push(wanted)
        const found = pages[asked.length - 1]
        if (!found) throw new Error('away')
        return found
      },
      market: {
        candle: () => ({ store: running, release: () => void released++ }),
        trades: () => ({ store: createStore([]), release: () => {} }),
      },
      clock: createManualClock(),
      frame,
      onCloses: (found) => (closes = found),
      onFail: () => void failures++,
    },
  )
  return {
    watched,
    asked,
    running,
    frame,
    closes: () => closes,
    scrollTo: (minute: number) => {
      first = minute
      report()
    },
    released: () => released,
    failures: () => failures,
  }
}

describe('the closes of the other pair', () => {
  it('reach as far back as the candles do', async () => {
    const { asked, closes, scrollTo } = bench([page(1_000), page(500), [candle(499)]])
    await expect.poll(() => closes().size).toBe(500)
    expect(closes().get(1_007 * MINUTE)).toBe(1_007)
    scrollTo(499)
    await expect.poll(() => closes().size).toBe(1_001)
    expect(asked.map(({ symbol, before }) => [symbol, before])).toEqual([
      ['ETHUSDT', null],
      ['ETHUSDT', 1_000 * MINUTE],
      ['ETHUSDT', 500 * MINUTE],
    ])
    scrollTo(0)
    expect(asked).toHaveLength(3)
  })

  it('follow the running candle until they are left', async () => {
    const { closes, running, frame, watched, released } = bench([page(1_000)])
    await expect.poll(() => closes().size).toBe(500)
    running.setState({ ...candle(1_499), close: '7' })
    frame.draw()
    expect(closes().get(1_499 * MINUTE)).toBe(7)
    watched.dispose()
    expect(released()).toBe(1)
  })

  it('say that they could not be had', async () => {
    const { failures, closes } = bench([])
    await expect.poll(failures).toBe(1)
    expect(closes().size).toBe(0)
  })
})
