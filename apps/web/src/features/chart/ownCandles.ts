import type { CandleInterval, CandlePrice, FrameScheduler, MarketClient, TradeRow } from '@x/market'
import type { TimerHandle } from '@x/kit'
import type { DataLoader, KLineData } from 'klinecharts'
import {
  barOf,
  type CandleLoader,
  type CandleLoaderOptions,
  type CandleLoadState,
} from './createCandleLoader.ts'
import { type ChartInterval, lengthOf } from './intervals.ts'
import { CANDLE_PAGE_SIZE } from '../../data/candles/fetchCandles.ts'
import { openTimeOf, sourceOf } from './ownIntervals.ts'

export interface OwnCandleOptions {
  readonly interval: ChartInterval
  /** The road of the candles that the server has. */
  readonly openLoader: (
    interval: CandleInterval,
    other?: Pick<CandleLoaderOptions, 'fetchPage' | 'market'>,
  ) => CandleLoader
  readonly price?: CandlePrice | undefined
  readonly fetchPage: CandleLoaderOptions['fetchPage']
  readonly market: Pick<MarketClient, 'candle' | 'trades'>
  readonly frame: FrameScheduler
  readonly onState: (state: CandleLoadState) => void
}

/**
 * Candles of an interval that the server has none of: joined from shorter ones of its, which come
 * the way all candles come; below a minute made of seconds, and of the trades after them. So are
 * those of a contract's mark or index price, of which there are none below a minute.
 */
export function createOwnCandles(options: OwnCandleOptions): CandleLoader {
  const { interval, openLoader, price } = options
  const source = sourceOf(interval)
  if (!source) return tradeLoader(options)
  const loader = openLoader(source, price && pricePorts(options, price))
  return source === interval ? loader : joinedLoader(loader, interval)
}

/** Where the candles of one price of a contract come from. */
const pricePorts = (
  { fetchPage, market }: Pick<OwnCandleOptions, 'fetchPage' | 'market'>,
  price: CandlePrice,
): Pick<CandleLoaderOptions, 'fetchPage' | 'market'> => ({
  fetchPage: (page, options) => fetchPage({ ...page, kind: price }, options),
  market: { candle: (symbol, interval) => market.candle(symbol, interval, { price }) },
})

/** Bars as one that opened at `timestamp`; drawn, never reckoned with. */
function joined(bars: readonly KLineData[], timestamp: number): KLineData {
  return {
    timestamp,
    open: bars[0]?.open ?? 0,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: bars.at(-1)?.close ?? 0,
    volume: bars.reduce((total, { volume = 0 }) => total + volume, 0),
  }
}

/** Bars by the span that holds them, in their order. */
export function joinBars(bars: readonly KLineData[], interval: ChartInterval): KLineData[] {
  const spans = new Map<number, KLineData[]>()
  for (const bar of bars) {
    const openTime = openTimeOf(interval, bar.timestamp)
    const own = spans.get(openTime)
    if (own) own.push(bar)
    else spans.set(openTime, [bar])
  }
  return [...spans].map(([openTime, own]) => joined(own, openTime))
}

function joinedLoader(loader: CandleLoader, interval: ChartInterval): CandleLoader {
  /** Of the span that is running, by their times. */
  let parts = new Map<number, KLineData>()
  const spanOf = ({ timestamp }: KLineData): number => openTimeOf(interval, timestamp)
  return {
    dispose: () => loader.dispose(),
    unsubscribeBar: (params) => loader.unsubscribeBar?.(params),
    getBars: (params) =>
      loader.getBars({
        ...params,
        callback(bars, more) {
          const all = joinBars(bars, interval)
          const [first] = bars
          const last = bars.at(-1)
          if (params.type === 'init')
            parts = new Map(
              bars
                .filter((bar) => last && spanOf(bar) === spanOf(last))
                .map((bar) => [bar.timestamp, bar]),
            )
          const goesOn = typeof more === 'boolean' ? more : more?.forward === true
          // The page may begin within a span, the rest of which is in the next.
          const isCut = goesOn && first !== undefined && first.timestamp !== spanOf(first)
          params.callback(isCut && all.length > 1 ? all.slice(1) : all, more)
        },
      }),
    subscribeBar: (params) =>
      loader.subscribeBar?.({
        ...params,
        callback(bar) {
          const [known] = parts.values()
          const span = spanOf(bar)
          if (known && span > spanOf(known)) parts = new Map()
          parts.set(bar.timestamp, bar)
          params.callback(joined([...parts.values()], span))
        },
      }),
  }
}

const SECOND = 1_000

/** A longer silence is a lost connection or a market that stood still: nothing is drawn for it. */
const MOST_SILENT = 300

/** Trades, the oldest first, as bars after `last`; silent spans stay at the last price. */
export function barsOfTrades(
  trades: readonly Pick<TradeRow, 'price' | 'size' | 'ts'>[],
  { interval, last }: { readonly interval: ChartInterval; readonly last: KLineData | undefined },
): readonly KLineData[] {
  const length = lengthOf(interval)
  const bars: KLineData[] = last ? [last] : []
  for (const { price, size, ts } of trades) {
    const [value, volume] = [Number(price), Number(size)]
    const timestamp = openTimeOf(interval, ts)
    const bar = bars.at(-1)
    if (bar && timestamp <= bar.timestamp) {
      bars[bars.length - 1] = {
        ...bar,
        high: Math.max(bar.high, value),
        low: Math.min(bar.low, value),
        close: value,
        volume: (bar.volume ?? 0) + volume,
      }
      continue
    }
    if (bar && timestamp - bar.timestamp <= MOST_SILENT * length)
      for (let at = bar.timestamp + length; at < timestamp; at += length) {
        const { close } = bar
        bars.push({ timestamp: at, open: close, high: close, low: close, close, volume: 0 })
      }
    bars.push({ timestamp, open: value, high: value, low: value, close: value, volume })
  }
  return bars
}

/** Candles of closed seconds by HTTP, as far back as the server has them, and then of trades. */
function tradeLoader({
  interval,
  fetchPage,
  market,
  frame,
  onState,
}: Pick<
  OwnCandleOptions,
  'interval' | 'fetchPage' | 'market' | 'frame' | 'onState'
>): CandleLoader {
  const ending = new AbortController()
  let leave: (() => void) | undefined
  /** The last candle of the page that was loaded first, and where its seconds end. */
  let loaded: { readonly last: KLineData | undefined; readonly end: number } = {
    last: undefined,
    end: 0,
  }
  const unsubscribe = (): void => {
    leave?.()
    leave = undefined
  }
  const subscribeBar: DataLoader['subscribeBar'] = ({ symbol, callback }) => {
    unsubscribe()
    const { store, release } = market.trades(symbol.ticker)
    let newest: string | undefined
    let { last } = loaded
    const take = (): void => {
      const rows = store.getState()
      const known = rows.findIndex(({ id }) => id === newest)
      const fresh = known < 0 ? rows : rows.slice(0, known)
      if (fresh.length === 0) return
      newest = fresh[0]?.id
      const later = fresh.toReversed().filter(({ ts }) => ts >= loaded.end)
      const bars = barsOfTrades(later, { interval, last })
      last = bars.at(-1)
      for (const bar of bars) callback(bar)
    }
    let drawing: TimerHandle | undefined
    const stop = store.subscribe(() => {
      drawing ??= frame.request(() => {
        drawing = undefined
        take()
      })
    })
    leave = () => {
      stop()
      drawing?.cancel()
      release()
    }
    take()
  }
  return {
    async getBars({ type, symbol, timestamp, callback }) {
      const isFirst = type === 'init'
      try {
        const seconds = await fetchPage(
          { symbol: symbol.ticker, interval: '1s', before: isFirst ? null : timestamp },
          { signal: ending.signal },
        )
        if (ending.signal.aborted) return
        const all = joinBars(seconds.map(barOf), interval)
        const goesOn = seconds.length === CANDLE_PAGE_SIZE
        const newest = seconds.at(-1)
        if (isFirst) loaded = { last: all.at(-1), end: newest ? newest.openTime + SECOND : 0 }
        // The page may begin within a span, the rest of which is in the next.
        const isCut = goesOn && seconds[0]?.openTime !== all[0]?.timestamp
        callback(isCut ? all.slice(1) : all, { forward: goesOn, backward: false })
        if (isFirst) onState({ kind: 'ready' })
      } catch (error) {
        if (ending.signal.aborted) return
        // What is missing is the past alone: trades still come.
        callback([], false)
        if (isFirst) onState({ kind: 'failed', traceId: (error as { traceId?: string }).traceId })
      }
    },
    subscribeBar,
    unsubscribeBar: unsubscribe,
    dispose() {
      ending.abort()
      unsubscribe()
    },
  }
}
