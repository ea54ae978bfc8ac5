import type { Instrument } from '../../../exchange/instruments/Instrument.ts'
import { INTERVAL_MS, type Candle, type Interval } from '../../market-data/module.ts'
import { depthView } from '../spot/depthView.ts'
import { aggregateView } from '../spot/marketRoutes.ts'
import { createTickers, type MarketSources, type Tickers } from '../spot/tickers.ts'
import { priceText, quoteText, sizeText } from '../texts.ts'
import { aggregate, type LoggedTrade } from '../tradeLog.ts'
import { openContractSource, type ContractSources } from './contractSources.ts'
import type { StreamSpec } from './streamName.ts'
import type { StreamSource } from './StreamSource.ts'

const [TICK_MS, SECOND_MS] = [100, 1_000]

/** Where streams come from; contracts have prices that pairs have not. */
export interface SourceOptions extends MarketSources {
  /** The instruments that the streams of all symbols show. */
  readonly instruments: readonly Instrument[]
  readonly contracts?: ContractSources | undefined
}

/** Opens the source of a stream: it reports what happens from now on. */
export function openSource(stream: StreamSpec, sources: SourceOptions): StreamSource {
  const tickers = createTickers(sources)
  const { clock } = sources
  switch (stream.kind) {
    case 'trade':
      return tradeSource(stream.spec, sources, (trades) =>
        trades.map((trade) => tradeEvent(trade, { spec: stream.spec, now: clock.now() })),
      )
    case 'aggTrade':
      return tradeSource(stream.spec, sources, (trades) =>
        aggregate(trades).map((each) => ({
          e: 'aggTrade',
          E: clock.now(),
          s: stream.spec.symbol,
          ...aggregateView(each, stream.spec),
        })),
      )
    case 'kline':
      return klineSource(stream, sources)
    case 'depth':
      return depthSource(stream, sources)
    case 'partialDepth':
      return partialDepthSource(stream, sources)
    case 'bookTicker':
      return bookTickerSource(stream.spec, { tickers, sources })
    case 'avgPrice':
      return { everyMs: SECOND_MS, next: () => [averageEvent(stream.spec, { tickers, sources })] }
    case 'miniTicker':
    case 'ticker': {
      const event = stream.kind === 'ticker' ? tickerEvent : miniTickerEvent
      return { everyMs: SECOND_MS, next: () => event(stream.spec, { tickers, now: clock.now() }) }
    }
    case 'allMiniTickers':
    case 'allTickers': {
      const event = stream.kind === 'allTickers' ? tickerEvent : miniTickerEvent
      const all = () =>
        sources.instruments.flatMap((spec) => event(spec, { tickers, now: clock.now() }))
      return { everyMs: SECOND_MS, next: () => [all()] }
    }
    case 'markPrice':
    case 'allMarkPrices':
    case 'forceOrder':
    case 'allForceOrders':
      return openContractSource(stream, sources)
  }
}

function tradeSource(
  { id }: Instrument,
  { marketLog }: Pick<MarketSources, 'marketLog'>,
  view: (trades: readonly LoggedTrade[]) => readonly object[],
): StreamSource {
  let pending: LoggedTrade[] = []
  const stop = marketLog.onTrade((trade) => {
    if (trade.symbol === id) pending.push(trade)
  })
  return {
    everyMs: TICK_MS,
    stop,
    next() {
      const trades = pending
      pending = []
      return trades.length === 0 ? [] : view(trades)
    },
  }
}

function tradeEvent(
  { id, ticks, lots, at, takerSide }: LoggedTrade,
  { spec, now }: { readonly spec: Instrument; readonly now: number },
) {
  return {
    e: 'trade',
    E: now,
    s: spec.symbol,
    t: id,
    p: priceText(ticks, spec),
    q: sizeText(lots, spec),
    T: at,
    m: takerSide === 'sell',
    M: true,
  }
}

function klineSource(
  { spec, interval }: { readonly spec: Instrument; readonly interval: Interval },
  { candles, clock }: Pick<MarketSources, 'candles' | 'clock'>,
): StreamSource {
  let last: Candle | undefined
  return {
    everyMs: SECOND_MS,
    next() {
      const running = candles.running(spec.id, interval)
      if (!running) return []
      const closed =
        last && last.openTime < running.openTime
          ? candles
              .since(spec.id, { interval, openTime: last.openTime })
              .filter(({ openTime }) => openTime < running.openTime)
          : []
      const isSame = last?.openTime === running.openTime && last.turnover === running.turnover
      last = running
      const now = clock.now()
      return [
        ...closed.map((candle) => klineEvent(candle, { spec, interval, now, isClosed: true })),
        ...(isSame ? [] : [klineEvent(running, { spec, interval, now, isClosed: false })]),
      ]
    },
  }
}

interface KlineOptions {
  readonly spec: Instrument
  readonly interval: Interval
  readonly now: number
  readonly isClosed: boolean
}

/** Trades are not counted, nor what takers bought. */
function klineEvent(candle: Candle, { spec, interval, now, isClosed }: KlineOptions) {
  return {
    e: 'kline',
    E: now,
    s: spec.symbol,
    k: {
      t: candle.openTime,
      T: candle.openTime + INTERVAL_MS[interval] - 1,
      s: spec.symbol,
      i: interval,
      f: -1,
      L: -1,
      o: priceText(candle.open, spec),
      c: priceText(candle.close, spec),
      h: priceText(candle.high, spec),
      l: priceText(candle.low, spec),
      v: sizeText(candle.lots, spec),
      n: 0,
      x: isClosed,
      q: quoteText(candle.turnover, spec),
      V: sizeText(0, spec),
      Q: quoteText(0n, spec),
      B: '0',
    },
  }
}

/**
 * Changes of a book: `U` follows the `u` before it, and who has a snapshot of `lastUpdateId`
 * between them goes on from there.
 */
function depthSource(
  { spec, everyMs }: { readonly spec: Instrument; readonly everyMs: number },
  { market, marketLog, clock }: Pick<MarketSources, 'market' | 'marketLog' | 'clock'>,
): StreamSource {
  const { id, symbol } = spec
  const isContract = spec.product === 'futures'
  const whole = market.book(id, Number.MAX_SAFE_INTEGER)
  const present = {
    buy: new Set(whole.bids.map(([ticks]) => ticks)),
    sell: new Set(whole.asks.map(([ticks]) => ticks)),
  }
  let changed = { buy: new Map<number, number>(), sell: new Map<number, number>() }
  let last = marketLog.updateId(id)
  const stop = market.subscribe({
    level(of, side, ticks, lots) {
      if (of !== id) return
      changed[side].set(ticks, lots)
      if (lots > 0) present[side].add(ticks)
      else present[side].delete(ticks)
    },
    rebuilt(of) {
      if (of !== id) return
      for (const side of ['buy', 'sell'] as const) {
        for (const ticks of present[side]) changed[side].set(ticks, 0)
        present[side].clear()
      }
    },
  })
  const level = ([ticks, lots]: readonly [number, number]) => [
    priceText(ticks, spec),
    sizeText(lots, spec),
  ]
  return {
    everyMs,
    stop,
    next() {
      const update = marketLog.updateId(id)
      if (update === last) return []
      const [before, { buy, sell }] = [last, changed]
      const now = clock.now()
      last = update
      changed = { buy: new Map(), sell: new Map() }
      return [
        {
          e: 'depthUpdate',
          E: now,
          ...(isContract ? { T: now } : {}),
          s: symbol,
          U: before + 1,
          u: update,
          // Of a contract, the number that the event before ended with.
          ...(isContract ? { pu: before } : {}),
          b: [...buy].map(level),
          a: [...sell].map(level),
        },
      ]
    },
  }
}

function partialDepthSource(
  {
    spec,
    levels,
    everyMs,
  }: { readonly spec: Instrument; readonly levels: number; readonly everyMs: number },
  sources: Pick<MarketSources, 'market' | 'marketLog' | 'clock'>,
): StreamSource {
  let last = -1
  return {
    everyMs,
    next() {
      const update = sources.marketLog.updateId(spec.id)
      if (update === last) return []
      const before = last
      last = update
      const { lastUpdateId, bids, asks } = depthView(spec, { ...sources, limit: levels })
      if (spec.product === 'spot') return [{ lastUpdateId, bids, asks }]
      const now = sources.clock.now()
      const numbers = { U: before + 1, u: update, pu: before }
      return [{ e: 'depthUpdate', E: now, T: now, s: spec.symbol, ...numbers, b: bids, a: asks }]
    },
  }
}

interface TickerOptions {
  readonly tickers: Tickers
  readonly sources: MarketSources
}

function bookTickerSource(spec: Instrument, { tickers, sources }: TickerOptions): StreamSource {
  let last = ''
  return {
    everyMs: TICK_MS,
    next() {
      const { bidPrice, bidQty, askPrice, askQty } = tickers.book(spec)
      const best = { b: bidPrice, B: bidQty, a: askPrice, A: askQty }
      const text = JSON.stringify(best)
      if (text === last) return []
      last = text
      const head = { u: sources.marketLog.updateId(spec.id), s: spec.symbol }
      if (spec.product === 'spot') return [{ ...head, ...best }]
      const now = sources.clock.now()
      return [{ e: 'bookTicker', E: now, T: now, ...head, ...best }]
    },
  }
}

function averageEvent(spec: Instrument, { tickers, sources }: TickerOptions) {
  const { price, closeTime } = tickers.average(spec)
  return { e: 'avgPrice', E: sources.clock.now(), s: spec.symbol, i: '5m', w: price, T: closeTime }
}

interface EventOptions {
  readonly tickers: Tickers
  readonly now: number
}

function miniTickerEvent(spec: Instrument, { tickers, now }: EventOptions): object[] {
  const day = tickers.day(spec)
  if (!day) return []
  return [
    {
      e: '24hrMiniTicker',
      E: now,
      s: spec.symbol,
      c: day.lastPrice,
      o: day.openPrice,
      h: day.highPrice,
      l: day.lowPrice,
      v: day.volume,
      q: day.quoteVolume,
    },
  ]
}

function tickerEvent(spec: Instrument, { tickers, now }: EventOptions): object[] {
  const day = tickers.day(spec)
  if (!day) return []
  return [
    {
      e: '24hrTicker',
      E: now,
      s: spec.symbol,
      p: day.priceChange,
      P: day.priceChangePercent,
      w: day.weightedAvgPrice,
      x: day.prevClosePrice,
      c: day.lastPrice,
      Q: day.lastQty,
      b: day.bidPrice,
      B: day.bidQty,
      a: day.askPrice,
      A: day.askQty,
      o: day.openPrice,
      h: day.highPrice,
      l: day.lowPrice,
      v: day.volume,
      q: day.quoteVolume,
      O: day.openTime,
      C: day.closeTime,
      F: day.firstId,
      L: day.lastId,
      n: day.count,
    },
  ]
}
