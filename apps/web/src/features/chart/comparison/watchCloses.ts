import type { Chart } from 'klinecharts'
import { periodOf, type ChartInterval } from '../intervals.ts'
import { openCandles, type OpenCandlesOptions } from '../openCandles.ts'

interface WatchOptions extends Omit<OpenCandlesOptions, 'onState' | 'onGap'> {
  readonly symbol: string
  readonly interval: ChartInterval
  readonly onCloses: (closes: ReadonlyMap<number, number>) => void
  readonly onFail: () => void
}

/**
 * The closes of another pair, as far back as the candles of a chart go, by the road that those
 * come.
 */
export function watchCloses(
  chart: Pick<Chart, 'getDataList' | 'subscribeAction' | 'unsubscribeAction'>,
  { symbol, interval, onCloses, onFail, ...ports }: WatchOptions,
): { dispose(): void } {
  let closes = new Map<number, number>()
  let oldest = Number.POSITIVE_INFINITY
  let hasMore = true
  let isAsking = false
  const info = { ticker: symbol, pricePrecision: 0, volumePrecision: 0 }
  const period = periodOf(interval)
  const loader = openCandles({
    ...ports,
    interval,
    onState: ({ kind }) => {
      if (kind === 'failed') onFail()
    },
    onGap: () => ask('init'),
  })

  function ask(type: 'init' | 'forward'): void {
    isAsking = true
    void loader.getBars({
      type,
      symbol: info,
      period,
      timestamp: type === 'init' ? null : oldest,
      callback(bars, more) {
        isAsking = false
        if (type === 'init') closes = new Map()
        for (const { timestamp, close } of bars) closes.set(timestamp, close)
        // A page is of older candles than those before it.
        oldest = bars[0]?.timestamp ?? oldest
        hasMore = typeof more === 'boolean' ? more : more?.forward === true
        onCloses(closes)
        if (type === 'init') watch()
        reachBack()
      },
    })
  }
  const watch = (): void =>
    loader.subscribeBar?.({
      symbol: info,
      period,
      callback({ timestamp, close }) {
        closes.set(timestamp, close)
        onCloses(closes)
      },
    })
  function reachBack(): void {
    const [first] = chart.getDataList()
    if (!isAsking && hasMore && first && first.timestamp < oldest) ask('forward')
  }

  ask('init')
  chart.subscribeAction('onVisibleRangeChange', reachBack)
  return {
    dispose() {
      chart.unsubscribeAction('onVisibleRangeChange', reachBack)
      loader.dispose()
    },
  }
}
