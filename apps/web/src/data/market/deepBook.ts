import type { Store } from '@x/kit'
import type { BookLevel, BookView, MarketClient } from '@x/market'

export interface BookSides {
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/**
 * The streamed book of a pair, or of a contract by its key, and behind it up to a thousand levels a
 * side. Both topics are followed while anybody listens; `undefined` before.
 */
export function deepBookStore(
  market: Pick<MarketClient, 'book' | 'deepBook'>,
  symbol: string,
): Store<BookView | undefined> {
  let topics: readonly ReturnType<MarketClient['book']>[] = []
  let from: readonly (BookView | undefined)[] = []
  let shown: BookView | undefined
  let listeners = 0
  return {
    getState() {
      const [streamed, deep] = topics.map(({ store }) => store.getState())
      if (streamed !== from[0] || deep !== from[1]) {
        from = [streamed, deep]
        shown = streamed && { ...streamed, ...withDeepLevels(streamed, deep) }
      }
      return shown
    },
    subscribe(listener) {
      if (listeners++ === 0) topics = [market.book(symbol), market.deepBook(symbol)]
      const stops = topics.map(({ store }) => store.subscribe(listener))
      return () => {
        for (const stop of stops) stop()
        if (--listeners > 0) return
        for (const { release } of topics) release()
        topics = []
      }
    },
  }
}

/**
 * The streamed levels, and behind them those of the deep book. Totals of the latter are drawn,
 * never reckoned with.
 */
export function withDeepLevels({ bids, asks }: BookSides, deep: BookSides | undefined): BookSides {
  return {
    bids: extended(bids, deep?.bids ?? [], (price, last) => price < last),
    asks: extended(asks, deep?.asks ?? [], (price, last) => price > last),
  }
}

function extended(
  levels: readonly BookLevel[],
  deep: readonly BookLevel[],
  isBehind: (price: number, last: number) => boolean,
): readonly BookLevel[] {
  const last = levels.at(-1)
  if (!last) return levels
  let total = Number(last.total)
  const behind = deep
    .filter(({ price }) => isBehind(Number(price), Number(last.price)))
    .map(({ price, size }) => ({ price, size, total: String((total += Number(size))) }))
  return [...levels, ...behind]
}
