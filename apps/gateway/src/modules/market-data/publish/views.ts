import { decimal, formatDecimal, mul } from '@x/decimal'
import type { Candle } from '../candles/candle.ts'
import type {
  FuturesInstrument,
  Instrument,
  Level,
} from '../../../exchange/instruments/Instrument.ts'
import type { Levels } from '../ports/DisplayedMarket.ts'
import { unitsText } from './text.ts'

/** A candle as the wire shows it: decimal strings at the pair's places. */
export function candleView(candle: Candle, spec: Pick<Instrument, 'pricePlace' | 'quantityPlace'>) {
  const price = (ticks: number) => unitsText(ticks, spec.pricePlace)
  return {
    openTime: candle.openTime,
    open: price(candle.open),
    high: price(candle.high),
    low: price(candle.low),
    close: price(candle.close),
    volume: unitsText(candle.lots, spec.quantityPlace),
  }
}

/** A book as the wire shows it. */
export function depthView(
  { bids, asks }: Levels,
  {
    spec: { pricePlace, quantityPlace },
    now,
  }: {
    readonly spec: Pick<Instrument, 'pricePlace' | 'quantityPlace'>
    readonly now: number
  },
) {
  const row = ([ticks, lots]: Level): [string, string] => [
    unitsText(ticks, pricePlace),
    unitsText(lots, quantityPlace),
  ]
  return { bids: bids.map(row), asks: asks.map(row), ts: now }
}

type TickerSpec = Pick<Instrument, 'symbol' | 'pricePlace' | 'quantityPlace'> &
  Partial<Pick<FuturesInstrument, 'settlement'>>

/** The last 24 hours out of one-minute candles; `undefined` before there are any. */
export function tickerView(
  day: readonly Candle[],
  { spec, now }: { readonly spec: TickerSpec; readonly now: number },
) {
  const first = day[0]
  const last = day.at(-1)
  if (!first || !last) return undefined
  const traded = day.filter(({ lots }) => lots > 0)
  const price = (ticks: number) => unitsText(ticks, spec.pricePlace)
  const lots = traded.reduce((sum, candle) => sum + candle.lots, 0)
  return {
    symbol: spec.symbol,
    last: price(last.close),
    open24h: price(first.open),
    high24h: price(traded.reduce((high, candle) => Math.max(high, candle.high), last.close)),
    low24h: price(traded.reduce((low, candle) => Math.min(low, candle.low), last.close)),
    volumeBase: unitsText(lots, spec.quantityPlace),
    volumeQuote:
      spec.settlement?.kind === 'inverse'
        ? formatDecimal(mul(decimal(spec.settlement.contractValue), decimal(String(lots))))
        : unitsText(
            traded.reduce((sum, candle) => sum + candle.turnover, 0n),
            spec.pricePlace + spec.quantityPlace,
          ),
    changePercent: percentChange(first.open, last.close),
    ts: now,
  }
}

/** Signed, two decimals, half away from zero. Integers only: hundredths of a percent. */
export function percentChange(from: number, to: number): string {
  const scaled = BigInt(to - from) * 100_000n
  const base = BigInt(from)
  const rounded = (scaled < 0n ? -1n : 1n) * (((scaled < 0n ? -scaled : scaled) / base + 5n) / 10n)
  const text = unitsText(rounded < 0n ? -rounded : rounded, 2)
  return rounded < 0n ? `-${text}` : text
}
