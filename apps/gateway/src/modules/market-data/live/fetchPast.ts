import type { Candle } from '../candles/candle.ts'
import { INTERVALS, openTimeOf, type Interval } from '../candles/interval.ts'
import type { SpotInstrument } from '../../../exchange/instruments/Instrument.ts'
import { scaled } from '../tape/parseTape.ts'
import { lotsOf } from './createLiveBook.ts'
import type { FeedAdapter, FeedCandle } from './FeedAdapter.ts'

/** Candles of each interval, ascending. An interval that is missing could not be had. */
export type Past = Readonly<Partial<Record<Interval, readonly Candle[]>>>

export interface FetchPastOptions {
  readonly adapter: FeedAdapter
  readonly fetchJson: (url: string) => Promise<unknown>
  /**
   * Notified of each interval that the exchange did not give, or gave in a form that does not fit.
   */
  readonly onMissing: (interval: Interval, error: unknown) => void
}

/**
 * What the exchange itself says of a pair's past, the span that is under way last
 * (docs/adr/market.md). Never rejects.
 */
export async function fetchPast(
  spec: SpotInstrument,
  { adapter, fetchJson, onMissing }: FetchPastOptions,
): Promise<Past> {
  const found = await Promise.all(
    INTERVALS.map(async (interval) => {
      try {
        const rows = adapter.candles.read(
          await fetchJson(adapter.candles.url(spec.symbol, interval)),
        )
        const candles = rows
          .map((row) => candleOf(row, spec))
          .sort((a, b) => a.openTime - b.openTime)
        const odd = candles.find(({ openTime }) => openTimeOf(interval, openTime) !== openTime)
        if (odd)
          throw new RangeError(
            `A candle opens at ${odd.openTime}, where no span of ${interval} begins`,
          )
        return [[interval, candles] as const]
      } catch (error) {
        onMissing(interval, error)
        return []
      }
    }),
  )
  return Object.fromEntries(found.flat())
}

function candleOf(
  { openTime, open, high, low, close, size, turnover }: FeedCandle,
  { pricePlace, quantityPlace }: SpotInstrument,
): Candle {
  const ticks = (text: string) => scaled(text, pricePlace)
  return {
    openTime,
    open: ticks(open),
    high: ticks(high),
    low: ticks(low),
    close: ticks(close),
    lots: lotsOf(size, quantityPlace),
    turnover: unitsOf(turnover, pricePlace + quantityPlace),
  }
}

/** Whole units of a text that may be finer and larger than a float holds. */
function unitsOf(text: string, places: number): bigint {
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text)
  if (!match) throw new RangeError(`${text} is no amount`)
  return BigInt((match[1] ?? '') + (match[2] ?? '').slice(0, places).padEnd(places, '0'))
}
