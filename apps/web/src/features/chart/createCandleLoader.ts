import type { Clock, TimerHandle } from '@x/kit'
import type { Candle, CandleInterval, FrameScheduler, MarketClient } from '@x/market'
import type { DataLoader, KLineData } from 'klinecharts'
import { CANDLE_PAGE_SIZE, type CandlePage } from '../../data/candles/fetchCandles.ts'

/**
 * Before older candles are asked for once more; the chart itself would ask at once, and again, and
 * again.
 */
const PAUSE_AFTER_FAILURE = 3_000

export type CandleLoadState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly traceId: string | undefined }

export interface CandleLoaderOptions {
  /** One page of closed candles, the oldest first. */
  readonly fetchPage: (
    page: CandlePage,
    options: { readonly signal: AbortSignal },
  ) => Promise<readonly Candle[]>
  readonly market: Pick<MarketClient, 'candle'>
  readonly clock: Pick<Clock, 'after'>
  readonly frame: FrameScheduler
  readonly interval: CandleInterval
  readonly onState: (state: CandleLoadState) => void
  /**
   * Candles are missing between the last one drawn and the running one, or the end of that one is:
   * the connection was away.
   */
  readonly onGap: () => void
}

export interface CandleLoader extends DataLoader {
  dispose(): void
}

/**
 * The chart's source: closed candles by REST, older ones as the reader scrolls back, the running
 * one from the market stream.
 */
export function createCandleLoader({
  fetchPage,
  market,
  clock,
  frame,
  interval,
  onState,
  onGap,
}: CandleLoaderOptions): CandleLoader {
  const ending = new AbortController()
  let lastDrawn = 0
  /** For which candle all was asked for once more. */
  let askedAgain = 0
  let leave: (() => void) | undefined

  const unsubscribe = (): void => {
    leave?.()
    leave = undefined
  }

  return {
    async getBars({ type, symbol, timestamp, callback }) {
      if (type === 'init') onState({ kind: 'loading' })
      try {
        const candles = await fetchPage(
          { symbol: symbol.ticker, interval, before: type === 'init' ? null : timestamp },
          { signal: ending.signal },
        )
        if (ending.signal.aborted) return
        if (type === 'init') lastDrawn = candles.at(-1)?.openTime ?? 0
        callback(candles.map(barOf), {
          forward: candles.length === CANDLE_PAGE_SIZE,
          backward: false,
        })
        if (type === 'init') onState({ kind: 'ready' })
      } catch (error) {
        if (ending.signal.aborted) return
        if (type === 'init')
          onState({ kind: 'failed', traceId: (error as { traceId?: string }).traceId })
        else
          clock.after(
            PAUSE_AFTER_FAILURE,
            () => ending.signal.aborted || callback([], { forward: true, backward: false }),
          )
      }
    },
    subscribeBar({ symbol, callback }) {
      unsubscribe()
      const { store, release } = market.candle(symbol.ticker, interval)
      const take = (): void => {
        const candle = store.getState()
        if (!candle || candle.openTime < lastDrawn) return
        if (lastDrawn > 0 && candle.openTime > lastDrawn) {
          const { before } = candle
          if (before?.openTime === lastDrawn) callback(barOf(before))
          // What was drawn last is not how that candle ended. Where the answer does not know better
          // yet, the chart goes on.
          else if (askedAgain !== candle.openTime) {
            askedAgain = candle.openTime
            return onGap()
          }
        }
        lastDrawn = candle.openTime
        callback(barOf(candle))
      }
      let drawing: TimerHandle | undefined
      // With the next frame, before its commits: the chart measures itself as it draws, and the
      // page that this frame's commit has just changed would be laid out for that alone.
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
    },
    unsubscribeBar: unsubscribe,
    dispose() {
      ending.abort()
      unsubscribe()
    },
  }
}

/** Drawn, never reckoned with: the one place where a price becomes a float. */
export function barOf({ openTime, open, high, low, close, volume }: Candle): KLineData {
  return {
    timestamp: openTime,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  }
}
