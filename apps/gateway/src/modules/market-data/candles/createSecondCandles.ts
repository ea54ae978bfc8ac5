import { type Candle, continuous, emptyCandle, type Tick, withTrade } from './candle.ts'
import { openTimeOf } from './interval.ts'

/** Seconds with trades that are kept of one instrument: an hour of a busy one. */
const KEPT = 3_600
/** Dropped together, so that a trade costs no copy of the list. */
const SPARE = 400

/** Candles of a second of one instrument, in memory alone. */
export interface SecondCandles {
  trade(tick: Tick): void
  /** Ascending, closed by `now`, all opening before `before`, without gaps. */
  read(query: { readonly before: number; readonly limit: number; readonly now: number }): Candle[]
  /** Nothing is known of the time before the next trade. */
  clear(): void
}

/** Keeps seconds in which something traded; the silent ones between them follow from those. */
export function createSecondCandles(): SecondCandles {
  const list: Candle[] = []
  return {
    trade(tick) {
      const openTime = openTimeOf('1s', tick.at)
      const last = list.at(-1)
      // A trade that comes late belongs to the second that is open.
      if (last && openTime <= last.openTime) list[list.length - 1] = withTrade(last, tick)
      else list.push(withTrade(emptyCandle(openTime, tick.ticks), tick))
      if (list.length > KEPT + SPARE) list.splice(0, list.length - KEPT)
    },
    read({ before, limit, now }) {
      const end = Math.min(openTimeOf('1s', now), before)
      const closed = list.filter(({ openTime }) => openTime < end)
      return continuous(closed, { interval: '1s', until: end - 1, limit })
    },
    clear: () => void list.splice(0),
  }
}
