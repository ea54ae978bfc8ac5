import type { Instrument } from '../../../exchange/instruments/Instrument.ts'
import type { Clock } from '@x/kit'
import type { Candle, CandleStore } from '../../market-data/module.ts'
import type { DisplayedMarket } from '../../market-data/ports/DisplayedMarket.ts'
import type { MarketLog } from '../tradeLog.ts'
import { averageText, priceText, quoteText, ratioText, sizeText } from '../texts.ts'

/** Where market data comes from. */
export interface MarketSources {
  readonly market: DisplayedMarket
  readonly candles: CandleStore
  readonly marketLog: MarketLog
  readonly clock: Pick<Clock, 'now'>
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Prices and figures of one pair; `undefined` before it has a price. */
export function createTickers({ market, candles, marketLog, clock }: MarketSources) {
  function best({ id }: Instrument) {
    const { bids, asks } = market.book(id, 1)
    return { bid: bids[0] ?? ([0, 0] as const), ask: asks[0] ?? ([0, 0] as const) }
  }

  /** Of the minutes from `since` on. */
  function figures(spec: Instrument, since: number) {
    const now = clock.now()
    const all = candles.day(spec.id, now)
    const minutes = all.filter(({ openTime }) => openTime >= since)
    const [first, last] = [minutes[0], minutes.at(-1)]
    if (!first || !last) return undefined
    return { ...sumOf(minutes, { first, last }), before: beforeOf(all, first), now }
  }

  /** Figures from `since` on. */
  function windowFrom(spec: Instrument, since: number) {
    const found = figures(spec, since)
    if (!found) return undefined
    const { open, close, high, low, lots, turnover, now } = found
    const trades = tradesSince(spec, since)
    return {
      symbol: spec.symbol,
      priceChange: signedPrice(close - open, spec),
      priceChangePercent: ratioText(BigInt(close - open) * 100n, BigInt(open), 3),
      weightedAvgPrice: averageText(turnover, lots, spec),
      openPrice: priceText(open, spec),
      highPrice: priceText(high, spec),
      lowPrice: priceText(low, spec),
      lastPrice: priceText(close, spec),
      volume: sizeText(lots, spec),
      quoteVolume: quoteText(turnover, spec),
      openTime: since,
      closeTime: now,
      firstId: trades[0]?.id ?? -1,
      lastId: trades.at(-1)?.id ?? -1,
      count: trades.length,
    }
  }

  function tradesSince({ id }: Instrument, since: number) {
    return marketLog.trades(id).filter(({ at }) => at >= since)
  }

  function day(spec: Instrument) {
    const found = windowFrom(spec, clock.now() - DAY_MS)
    if (!found) return undefined
    const { bid, ask } = best(spec)
    const last = marketLog.trades(spec.id).at(-1)
    return {
      ...found,
      prevClosePrice: found.openPrice,
      lastQty: sizeText(last?.lots ?? 0, spec),
      bidPrice: priceText(bid[0], spec),
      bidQty: sizeText(bid[1], spec),
      askPrice: priceText(ask[0], spec),
      askQty: sizeText(ask[1], spec),
    }
  }

  return {
    /** It begins with a minute, so that it is up to a minute longer than it was asked for. */
    window(spec: Instrument, minutes: number) {
      const since = clock.now() - minutes * MINUTE_MS
      return windowFrom(spec, since - (since % MINUTE_MS))
    },
    day,
    /** Since midnight UTC. */
    today: (spec: Instrument) => windowFrom(spec, clock.now() - (clock.now() % DAY_MS)),
    price(spec: Instrument) {
      const last = market.lastTicks(spec.id)
      return last === undefined ? undefined : { symbol: spec.symbol, price: priceText(last, spec) }
    },
    book(spec: Instrument) {
      const { bid, ask } = best(spec)
      return {
        symbol: spec.symbol,
        bidPrice: priceText(bid[0], spec),
        bidQty: sizeText(bid[1], spec),
        askPrice: priceText(ask[0], spec),
        askQty: sizeText(ask[1], spec),
      }
    },
    average(spec: Instrument) {
      const found = figures(spec, clock.now() - 5 * MINUTE_MS)
      const last = market.lastTicks(spec.id) ?? 0
      return {
        mins: 5,
        price:
          found && found.lots > 0
            ? averageText(found.turnover, found.lots, spec)
            : priceText(last, spec),
        closeTime: clock.now(),
      }
    },
  }
}

export type Tickers = ReturnType<typeof createTickers>

function sumOf(
  minutes: readonly Candle[],
  { first, last }: { readonly first: Candle; readonly last: Candle },
) {
  const traded = minutes.filter(({ lots }) => lots > 0)
  return {
    open: first.open,
    close: last.close,
    high: traded.reduce((high, candle) => Math.max(high, candle.high), last.close),
    low: traded.reduce((low, candle) => Math.min(low, candle.low), last.close),
    lots: traded.reduce((sum, { lots }) => sum + lots, 0),
    turnover: traded.reduce((sum, { turnover }) => sum + turnover, 0n),
  }
}

const beforeOf = (all: readonly Candle[], first: Candle): number =>
  all.findLast(({ openTime }) => openTime < first.openTime)?.close ?? first.open

function signedPrice(ticks: number, spec: Instrument): string {
  return (ticks < 0 ? '-' : '') + priceText(Math.abs(ticks), spec)
}
