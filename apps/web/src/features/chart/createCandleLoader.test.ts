import { createStore } from '@x/kit'
import { createManualClock } from '@x/kit/testing'
import type { Candle, RunningCandle } from '@x/market'
import type { KLineData } from 'klinecharts'
import { describe, expect, it, vi } from 'vitest'
import { createManualFrame } from '@x/market/testing'
import { fetchCandles } from '../../data/candles/fetchCandles.ts'
import { createCandleLoader } from './createCandleLoader.ts'

const MINUTE = 60_000
const symbol = { ticker: 'BTCUSDT', pricePrecision: 2, volumePrecision: 5 }
const period = { type: 'minute', span: 1 } as const
const candle = (openTime: number): Candle => ({
  openTime,
  open: '1',
  high: '3',
  low: '0.5',
  close: '2',
  volume: '10',
})

function bench(answer: (data: Record<string, string>) => Promise<readonly Candle[]>) {
  const asked: Record<string, string>[] = []
  const running = createStore<RunningCandle | undefined>(undefined)
  const released = vi.fn<() => void>()
  const states: string[] = []
  const onGap = vi.fn<() => void>()
  const clock = createManualClock()
  const frame = createManualFrame()
  const loader = createCandleLoader({
    fetchPage: (page, options) =>
      fetchCandles(page, options)(undefined, undefined, {
        client: {
          request: async ({ data }) => {
            asked.push(data as Record<string, string>)
            return (await answer(data as Record<string, string>)) as never
          },
        },
      }),
    market: { candle: () => ({ store: running, release: released }) },
    clock,
    frame,
    interval: '1m',
    onState: ({ kind }) => states.push(kind),
    onGap,
  })
  const load = (type: 'init' | 'forward', timestamp: number | null = null) =>
    new Promise<{ bars: readonly KLineData[]; more: unknown }>(
      (resolve) =>
        void loader.getBars({
          type,
          symbol,
          period,
          timestamp,
          callback: (bars, more) => resolve({ bars, more }),
        }),
    )
  return { loader, load, asked, running, released, states, onGap, clock, frame }
}

describe('the candles of the chart', () => {
  it('loads the newest page first, older pages on scroll', async () => {
    const { load, asked, states } = bench(async () =>
      Array.from({ length: 500 }, (_, index) => candle(index * MINUTE)),
    )
    const { bars, more } = await load('init')
    expect(bars[0]).toEqual({ timestamp: 0, open: 1, high: 3, low: 0.5, close: 2, volume: 10 })
    expect(more).toEqual({ forward: true, backward: false })
    await load('forward', 7 * MINUTE)
    expect(asked).toEqual([
      { symbol: 'BTCUSDT', interval: '1m', limit: '500' },
      { symbol: 'BTCUSDT', interval: '1m', limit: '500', endTime: String(7 * MINUTE) },
    ])
    expect(states).toEqual(['loading', 'ready'])
  })

  it('ends where a page is not full', async () => {
    const { load } = bench(async () => [candle(0)])
    expect((await load('init')).more).toEqual({ forward: false, backward: false })
  })

  it('reports a failed first page and delays older retries', async () => {
    const { load, states, clock } = bench(async () => Promise.reject(new Error('down')))
    void load('init')
    await expect.poll(() => states).toEqual(['loading', 'failed'])
    let isBack = false
    const older = load('forward', MINUTE).then(({ more }) => {
      isBack = true
      return more
    })
    await new Promise((done) => setTimeout(done, 0))
    expect(isBack).toBe(false)
    await clock.advance(3_000)
    expect(await older).toEqual({ forward: true, backward: false })
  })

  it('updates the running candle and reloads after a gap', async () => {
    const { loader, load, running, frame, onGap, released } = bench(async () => [
      candle(10 * MINUTE),
    ])
    await load('init')
    const drawn: number[] = []
    loader.subscribeBar?.({ symbol, period, callback: ({ timestamp }) => drawn.push(timestamp) })
    for (const at of [10, 11, 9]) {
      running.setState({ ...candle(at * MINUTE), before: candle((at - 1) * MINUTE) })
      frame.draw()
    }
    expect(drawn).toEqual([10 * MINUTE, 10 * MINUTE, 11 * MINUTE])
    running.setState(candle(14 * MINUTE))
    frame.draw()
    expect(onGap).toHaveBeenCalledOnce()
    loader.dispose()
    expect(released).toHaveBeenCalledOnce()
  })

  it('draws the end of a candle before the next one (trading 6)', async () => {
    const { loader, load, running, frame, onGap } = bench(async () => [candle(10 * MINUTE)])
    await load('init')
    const drawn: [number, number][] = []
    loader.subscribeBar?.({
      symbol,
      period,
      callback: ({ timestamp, close }) => drawn.push([timestamp / MINUTE, close]),
    })
    running.setState({ ...candle(10 * MINUTE), close: '2.2' })
    frame.draw()
    running.setState({
      ...candle(11 * MINUTE),
      close: '3.1',
      before: { ...candle(10 * MINUTE), close: '2.9' },
    })
    frame.draw()
    expect(drawn).toEqual([
      [10, 2.2],
      [10, 2.9],
      [11, 3.1],
    ])
    expect(onGap).not.toHaveBeenCalled()
  })

  it('refetches a candle whose end was missed (trading 6)', async () => {
    const { loader, load, running, frame, onGap } = bench(async () => [candle(10 * MINUTE)])
    await load('init')
    const drawn: number[] = []
    const subscribe = () =>
      loader.subscribeBar?.({
        symbol,
        period,
        callback: ({ timestamp }) => drawn.push(timestamp / MINUTE),
      })
    subscribe()
    running.setState(candle(11 * MINUTE))
    frame.draw()
    expect([drawn, onGap.mock.calls.length]).toEqual([[], 1])
    await load('init')
    subscribe()
    expect([drawn, onGap.mock.calls.length]).toEqual([[11], 1])
  })

  it('draws the newest candle once a frame and none after disposal', async () => {
    const { loader, load, running, frame } = bench(async () => [candle(10 * MINUTE)])
    await load('init')
    const drawn: number[] = []
    loader.subscribeBar?.({ symbol, period, callback: ({ timestamp }) => drawn.push(timestamp) })
    running.setState(candle(10 * MINUTE))
    running.setState({ ...candle(10 * MINUTE), close: '2.5' })
    expect(drawn).toEqual([])
    frame.draw()
    expect(drawn).toEqual([10 * MINUTE])
    running.setState(candle(10 * MINUTE))
    loader.dispose()
    frame.draw()
    expect(drawn).toEqual([10 * MINUTE])
  })
})

describe('a chart that is taken away', () => {
  it('gets no candles that arrive later, and no state', async () => {
    let arrive: (candles: readonly Candle[]) => void = () => undefined
    const { loader, states } = bench(() => new Promise((resolve) => (arrive = resolve)))
    const bars: unknown[] = []
    const loading = loader.getBars({
      type: 'init',
      symbol,
      period,
      timestamp: null,
      callback: (found) => bars.push(found),
    })
    loader.dispose()
    arrive([candle(0)])
    await loading
    expect([bars, states]).toEqual([[], ['loading']])
  })

  it('receives no failure that comes later', async () => {
    let fail: (error: Error) => void = () => undefined
    const { loader, states } = bench(() => new Promise((_, reject) => (fail = reject)))
    const loading = loader.getBars({
      type: 'init',
      symbol,
      period,
      timestamp: null,
      callback: () => undefined,
    })
    loader.dispose()
    fail(new Error('down'))
    await loading
    expect(states).toEqual(['loading'])
  })

  it('gets no retry of an older page', async () => {
    const { loader, clock } = bench(async () => Promise.reject(new Error('down')))
    const answers: unknown[] = []
    await loader.getBars({
      type: 'forward',
      symbol,
      period,
      timestamp: MINUTE,
      callback: (found) => answers.push(found),
    })
    loader.dispose()
    await clock.advance(10_000)
    expect(answers).toEqual([])
  })
})

describe('the running candle', () => {
  async function watched(from: readonly Candle[] = [candle(10 * MINUTE)]) {
    const made = bench(async () => from)
    await made.load('init')
    const drawn: [number, number][] = []
    const subscribe = () =>
      made.loader.subscribeBar?.({
        symbol,
        period,
        callback: ({ timestamp, close }) => drawn.push([timestamp / MINUTE, close]),
      })
    const run = (next: RunningCandle | undefined) => {
      made.running.setState(next)
      made.frame.draw()
    }
    return { ...made, drawn, subscribe, run }
  }

  it('is drawn at once where it is known', async () => {
    const { running, subscribe, drawn } = await watched()
    running.setState({ ...candle(10 * MINUTE), close: '7' })
    subscribe()
    expect(drawn).toEqual([[10, 7]])
  })

  it('is the first candle of a pair that has none before it', async () => {
    const { subscribe, run, drawn, onGap } = await watched([])
    subscribe()
    run(candle(42 * MINUTE))
    expect([drawn, onGap.mock.calls]).toEqual([[[42, 2]], []])
  })

  it('is not drawn while it is unknown or older than the last', async () => {
    const { subscribe, run, drawn } = await watched()
    subscribe()
    run(undefined)
    run(candle(9 * MINUTE))
    expect(drawn).toEqual([])
  })

  it('begins the next interval without a gap where its end is known', async () => {
    const { subscribe, run, drawn, onGap } = await watched()
    subscribe()
    run({ ...candle(11 * MINUTE), before: { ...candle(10 * MINUTE), close: '9' } })
    run({ ...candle(11 * MINUTE), close: '8', before: candle(10 * MINUTE) })
    expect(drawn).toEqual([
      [10, 9],
      [11, 2],
      [11, 8],
    ])
    expect(onGap).not.toHaveBeenCalled()
  })

  it('asks for a gap once a candle, and then goes on', async () => {
    const { load, subscribe, run, drawn, onGap } = await watched()
    subscribe()
    run(candle(14 * MINUTE))
    expect([onGap.mock.calls.length, drawn]).toEqual([1, []])
    // The server has none of the candles between: to ask on would be a loop of requests.
    await load('init')
    subscribe()
    expect([onGap.mock.calls.length, drawn]).toEqual([1, [[14, 2]]])
    run({ ...candle(14 * MINUTE), close: '5' })
    run(candle(20 * MINUTE))
    expect([onGap.mock.calls.length, drawn.at(-1)]).toEqual([2, [14, 5]])
  })

  it('releases the one before when the pair is subscribed anew', async () => {
    const { loader, subscribe, run, drawn, released } = await watched()
    subscribe()
    subscribe()
    expect(released).toHaveBeenCalledTimes(1)
    run(candle(10 * MINUTE))
    expect(drawn).toEqual([[10, 2]])
    loader.unsubscribeBar?.({ symbol, period })
    run({ ...candle(10 * MINUTE), close: '5' })
    expect(drawn).toHaveLength(1)
    expect(released).toHaveBeenCalledTimes(2)
  })
})
