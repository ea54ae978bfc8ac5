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

function bench(pages: readonly (readonly Candle[] | undefined)[], oldest = 1_000) {
  const asked: CandlePage[] = []
  const running = createStore<RunningCandle | undefined>(undefined)
  let first = oldest
  let report = () => {}
  let released = 0
  let failures = 0
  let closes: ReadonlyMap<number, number> = new Map()
  const frame = createManualFrame()
  const clock = createManualClock()
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
      clock,
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
    clock,
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

  it('ask once more for an older page that failed', async () => {
    const { asked, closes, clock, scrollTo, failures } = bench([
      page(1_000),
      undefined,
      [candle(998), candle(999)],
    ])
    await expect.poll(() => closes().size).toBe(500)
    scrollTo(998)
    await expect.poll(() => asked.length).toBe(2)
    await clock.advance(3_000)
    await expect.poll(() => closes().size).toBe(502)
    expect(asked.slice(1).map(({ before }) => before)).toEqual([1_000 * MINUTE, 1_000 * MINUTE])
    expect(failures()).toBe(0)
    scrollTo(0)
    expect(asked).toHaveLength(3)
  })

  it('ask for one page at a time, none within what they have', async () => {
    const { asked, closes, scrollTo } = bench([page(1_000), page(500)])
    await expect.poll(() => closes().size).toBe(500)
    scrollTo(1_200)
    expect(asked).toHaveLength(1)
    scrollTo(700)
    scrollTo(600)
    expect(asked).toHaveLength(2)
    await expect.poll(() => closes().size).toBe(1_000)
    expect(asked).toHaveLength(2)
  })

  it('begin anew after a gap', async () => {
    const { asked, closes, running, frame } = bench([page(1_000), [candle(1_600), candle(1_601)]])
    await expect.poll(() => closes().size).toBe(500)
    running.setState(candle(1_601))
    frame.draw()
    await expect.poll(() => closes().size).toBe(2)
    expect(closes().get(1_601 * MINUTE)).toBe(1_601)
    expect(asked.map(({ before }) => before)).toEqual([null, null])
  })

  it('come no more once they are left', async () => {
    const { asked, closes, watched, scrollTo } = bench([page(1_000), page(500)])
    await expect.poll(() => closes().size).toBe(500)
    watched.dispose()
    scrollTo(0)
    expect(asked).toHaveLength(1)
  })

  it('say that they could not be had', async () => {
    const { failures, closes } = bench([])
    await expect.poll(failures).toBe(1)
    expect(closes().size).toBe(0)
  })
})
