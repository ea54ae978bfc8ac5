import { createStore } from '@x/kit'
import { createManualClock } from '@x/kit/testing'
import type { Candle, CandlePrice, RunningCandle, TradeRow } from '@x/market'
import { createManualFrame } from '@x/market/testing'
import type { KLineData } from 'klinecharts'
import { describe, expect, it, vi } from 'vitest'
import type { CandlePage } from '../../data/candles/fetchCandles.ts'
import type { ChartInterval } from './intervals.ts'
import { openCandles } from './openCandles.ts'
import { barsOfTrades, joinBars } from './ownCandles.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const symbol = { ticker: 'BTCUSDT', pricePrecision: 2, volumePrecision: 5 }
const period = { type: 'hour', span: 2 } as const

/** An hour whose figures follow from its number. */
const hour = (number: number): Candle => ({
  openTime: number * HOUR,
  open: String(100 + number),
  high: String(102 + number),
  low: String(99 + number),
  close: String(101 + number),
  volume: '1.5',
})

function bench(
  interval: ChartInterval,
  pages: readonly (readonly Candle[])[] = [],
  price?: CandlePrice,
) {
  const asked: CandlePage[] = []
  const running = createStore<RunningCandle | undefined>(undefined)
  const trades = createStore<readonly TradeRow[]>([])
  const released = vi.fn<() => void>()
  const states: string[] = []
  const watched: unknown[] = []
  const onGap = vi.fn<() => void>()
  const frame = createManualFrame()
  const loader = openCandles({
    fetchPage: async (page) => {
      asked.push(page)
      const found = pages[asked.length - 1]
      if (!found) throw new Error('away')
      return found
    },
    market: {
      candle: (_symbol, interval, options) => {
        watched.push([interval, options?.price])
        return { store: running, release: released }
      },
      trades: () => ({ store: trades, release: released }),
    },
    clock: createManualClock(),
    frame,
    interval,
    price,
    onState: ({ kind }) => states.push(kind),
    onGap,
  })
  const load = (type: 'init' | 'forward', timestamp: number | null = null) =>
    new Promise<{ readonly bars: readonly KLineData[]; readonly more: unknown }>(
      (resolve) =>
        void loader.getBars({
          type,
          symbol,
          period,
          timestamp,
          callback: (bars, more) => resolve({ bars, more }),
        }),
    )
  const drawn: KLineData[] = []
  const watch = () => loader.subscribeBar?.({ symbol, period, callback: (bar) => drawn.push(bar) })
  return {
    loader,
    load,
    asked,
    watched,
    running,
    trades,
    released,
    states,
    onGap,
    frame,
    drawn,
    watch,
  }
}

describe('candles that the server has none of', () => {
  it('are joined from shorter ones of the same road', async () => {
    const { load, asked, states } = bench('2h', [[2, 3, 4].map(hour)])
    const { bars, more } = await load('init')
    expect(bars).toEqual([
      { timestamp: 2 * HOUR, open: 102, high: 105, low: 101, close: 104, volume: 3 },
      { timestamp: 4 * HOUR, open: 104, high: 106, low: 103, close: 105, volume: 1.5 },
    ])
    expect(more).toEqual({ forward: false, backward: false })
    expect(asked).toEqual([{ symbol: 'BTCUSDT', interval: '1h', before: null }])
    await expect.poll(() => states.at(-1)).toBe('ready')
  })

  it('leave the span that a page cuts to the page before it', async () => {
    const page = Array.from({ length: 500 }, (_, index) => hour(index + 1))
    const { load, asked } = bench('2h', [page, [hour(0), hour(1)]])
    const { bars } = await load('init')
    expect(bars[0]?.timestamp).toBe(2 * HOUR)
    const older = await load('forward', 2 * HOUR)
    expect(asked[1]).toEqual({ symbol: 'BTCUSDT', interval: '1h', before: 2 * HOUR })
    expect(older.bars).toMatchObject([{ timestamp: 0, open: 100, close: 102 }])
  })

  it('grow with the running candle and begin anew with the next span', async () => {
    const { load, running, watch, drawn, frame } = bench('2h', [[hour(2), hour(3)]])
    await load('init')
    watch()
    running.setState({ ...hour(3), close: '110', high: '111' })
    frame.draw()
    expect(drawn.at(-1)).toMatchObject({ timestamp: 2 * HOUR, open: 102, high: 111, close: 110 })
    running.setState({ ...hour(4), before: { ...hour(3), close: '108' } })
    frame.draw()
    expect(drawn.slice(-2)).toMatchObject([
      { timestamp: 2 * HOUR, close: 108 },
      { timestamp: 4 * HOUR, open: 104, close: 105, volume: 1.5 },
    ])
  })

  it('are asked for anew after a gap', async () => {
    const { load, running, watch, onGap, frame } = bench('2h', [[hour(2)]])
    await load('init')
    watch()
    running.setState(hour(9))
    frame.draw()
    expect(onGap).toHaveBeenCalledOnce()
  })

  it('say that they could not be had', async () => {
    const { loader, states } = bench('45m')
    await loader.getBars({ type: 'init', symbol, period, timestamp: null, callback: () => {} })
    expect(states.at(-1)).toBe('failed')
  })

  it('come no more once the chart has gone', async () => {
    const { loader, asked } = bench('2h', [[hour(2)]])
    loader.dispose()
    await loader.getBars({ type: 'init', symbol, period, timestamp: null, callback: () => {} })
    expect(asked).toEqual([])
  })
})

describe('candles of another price of a contract (futures 12)', () => {
  it('are asked for and followed by that price', async () => {
    const { load, asked, watch, watched } = bench('1h', [[hour(2), hour(3)]], 'mark')
    const { bars } = await load('init')
    expect(bars.map(({ timestamp }) => timestamp)).toEqual([2 * HOUR, 3 * HOUR])
    expect(asked).toEqual([{ symbol: 'BTCUSDT', interval: '1h', before: null, kind: 'mark' }])
    watch()
    expect(watched).toEqual([['1h', 'mark']])
  })

  it('are joined as those of trades are', async () => {
    const { load, asked } = bench('2h', [[hour(2), hour(3)]], 'index')
    const { bars } = await load('init')
    expect(bars).toMatchObject([{ timestamp: 2 * HOUR, open: 102, close: 104 }])
    expect(asked).toMatchObject([{ interval: '1h', kind: 'index' }])
  })

  it('are those of trades below a minute', async () => {
    const { load, asked } = bench('5s', [[]], 'mark')
    await load('init')
    expect(asked).toEqual([{ symbol: 'BTCUSDT', interval: '1s', before: null }])
  })
})

describe('months', () => {
  it('begin on their first day, whatever they are long', () => {
    const days = Array.from({ length: 60 }, (_, index) => ({
      timestamp: Date.UTC(2028, 1, 1 + index),
      open: index,
      high: index,
      low: index,
      close: index,
    }))
    const bars = joinBars(days, '1M')
    expect(bars.map(({ timestamp, open, close }) => [timestamp, open, close])).toEqual([
      [Date.UTC(2028, 1, 1), 0, 28],
      [Date.UTC(2028, 2, 1), 29, 59],
    ])
  })
})

describe('candles of seconds', () => {
  const trade = (id: number, ts: number, price: string): TradeRow => ({
    id: String(id),
    ts,
    price,
    size: '0.5',
    takerSide: 'buy',
  })

  const second = (at: number, price: string): Candle => ({
    openTime: at,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: '2',
  })

  it('are made of the latest trades where the server has no seconds', async () => {
    const { load, trades, watch, drawn, frame, states, released, loader, asked } = bench('1s', [[]])
    expect(await load('init')).toEqual({ bars: [], more: { forward: false, backward: false } })
    expect(asked).toEqual([{ symbol: 'BTCUSDT', interval: '1s', before: null }])
    expect(states.at(-1)).toBe('ready')
    trades.setState([trade(2, 1_900, '11'), trade(1, 1_100, '10')])
    watch()
    expect(drawn).toEqual([{ timestamp: 1_000, open: 10, high: 11, low: 10, close: 11, volume: 1 }])
    trades.setState([trade(3, 4_000, '9'), trade(2, 1_900, '11'), trade(1, 1_100, '10')])
    frame.draw()
    expect(drawn.slice(-3)).toEqual([
      { timestamp: 2_000, open: 11, high: 11, low: 11, close: 11, volume: 0 },
      { timestamp: 3_000, open: 11, high: 11, low: 11, close: 11, volume: 0 },
      { timestamp: 4_000, open: 9, high: 9, low: 9, close: 9, volume: 0.5 },
    ])
    const before = drawn.length
    frame.draw()
    expect(drawn).toHaveLength(before)
    loader.dispose()
    expect(released).toHaveBeenCalledOnce()
  })

  it('begin with the seconds of the server, each trade counted once', async () => {
    const page = [5_000, 6_000, 7_000, 8_000, 9_000, 10_000, 11_000].map((at, index) =>
      second(at, String(20 + index)),
    )
    const { load, trades, watch, drawn } = bench('5s', [page])
    const { bars } = await load('init')
    expect(bars).toEqual([
      { timestamp: 5_000, open: 20, high: 24, low: 20, close: 24, volume: 10 },
      { timestamp: 10_000, open: 25, high: 26, low: 25, close: 26, volume: 4 },
    ])
    trades.setState([trade(3, 12_100, '30'), trade(2, 11_900, '26'), trade(1, 9_100, '24')])
    watch()
    expect(drawn).toEqual([
      { timestamp: 10_000, open: 25, high: 30, low: 25, close: 30, volume: 4.5 },
    ])
  })

  it('go back by pages, a cut span left to the next', async () => {
    const page = Array.from({ length: 500 }, (_, index) => second((index + 4) * 1_000, '10'))
    const { load, asked } = bench('5s', [page, [second(3_000, '9'), second(4_000, '10')]])
    const { bars, more } = await load('init')
    expect(bars[0]?.timestamp).toBe(5_000)
    expect(more).toEqual({ forward: true, backward: false })
    const older = await load('forward', 5_000)
    expect(asked[1]).toEqual({ symbol: 'BTCUSDT', interval: '1s', before: 5_000 })
    expect(older.bars).toMatchObject([{ timestamp: 0, open: 9, close: 10 }])
  })

  it('say that they could not be had', async () => {
    const { loader, states } = bench('1s')
    await loader.getBars({ type: 'init', symbol, period, timestamp: null, callback: () => {} })
    expect(states.at(-1)).toBe('failed')
  })

  it('draw nothing for a silence that is none of the market', () => {
    const [first] = barsOfTrades([trade(1, 0, '10')], { interval: '1s', last: undefined })
    const bars = barsOfTrades([trade(2, HOUR, '12')], { interval: '1s', last: first })
    expect(bars.map(({ timestamp }) => timestamp)).toEqual([0, HOUR])
  })
})
