import type { CandleStore } from '../candles/createCandleStore.ts'
import { isInterval } from '../candles/interval.ts'
import type { DisplayedMarket, DisplayedTrade } from '../ports/DisplayedMarket.ts'
import type { Instrument } from '../../../exchange/instruments/Instrument.ts'
import { BOOK, bookChannel, DEEP_BOOK } from './bookChannel.ts'
import { headOf, type Channel } from './Channel.ts'
import type { Address } from './createPublisher.ts'
import { tradeChannel, TRADE_TOPIC } from './tradeChannel.ts'
import { valueChannel } from './valueChannel.ts'
import { candleView, tickerView } from './views.ts'

export const TICKER_TOPIC = 'ticker@250ms'
const TICKER_PERIOD = 250

export interface ChannelSources {
  /** Pairs and contracts. */
  readonly symbols: readonly Instrument[]
  readonly market: DisplayedMarket
  readonly candles: CandleStore
  readonly now: () => number
  /** Whether a paper trader holds the market (docs/adr/paper.md). */
  readonly isHeld: () => boolean
}

/**
 * Every topic of the market socket, by name. Trades are kept from the start, so that a first
 * subscriber sees the last hundred.
 */
export function openChannels({ symbols, market, candles, now, isHeld }: ChannelSources) {
  const trades = new Map(symbols.map((spec) => [spec.id, tradeChannel({ spec, now })]))

  const ticker = (spec: Instrument): Channel => {
    const head = headOf(spec, TICKER_TOPIC)
    let shownAt = 0
    let shown: readonly object[] = []
    const read = () => {
      if (now() - shownAt < TICKER_PERIOD) return shown
      shownAt = now()
      const day = tickerView(candles.day(spec.id, shownAt), { spec, now: shownAt })
      const view = day && isHeld() ? { ...day, paused: true } : day
      // A ticker that differs in its time alone is no news.
      const { ts: _ts, ...facts } = view ?? { ts: 0 }
      const { ts: _old, ...before } = (shown[0] ?? {}) as { ts?: number }
      if (view && JSON.stringify(facts) !== JSON.stringify(before)) shown = [view]
      return shown
    }
    return valueChannel({ head, field: 'ticker', read, now })
  }

  const candle = (spec: Instrument, topic: string): Channel | undefined => {
    const interval = topic.slice('candle_'.length)
    if (!isInterval(interval)) return undefined
    let published = candles.running(spec.id, interval)?.openTime ?? 0
    const read = () => {
      // A candle that has closed since is sent once more, as it ended: its last trades came after
      // what was sent of it.
      const fresh = candles.since(spec.id, { interval, openTime: published })
      published = fresh.at(-1)?.openTime ?? published
      return fresh.map((each) => candleView(each, spec))
    }
    return valueChannel({ head: headOf(spec, topic), field: 'candle', read, now })
  }

  return {
    addTrade: (trade: DisplayedTrade) => trades.get(trade.symbol)?.add(trade),
    open({ topic, symbol, product = 'spot' }: Address): Channel | undefined {
      const id = product === 'spot' ? symbol : `${product}/${symbol}`
      const spec = symbols.find((candidate) => candidate.id === id)
      if (!spec) return undefined
      const book = [BOOK, DEEP_BOOK].find((one) => one.topic === topic)
      if (book) return bookChannel({ spec, market, now, topic: book })
      if (topic === TRADE_TOPIC) return trades.get(id)
      if (topic === TICKER_TOPIC) return ticker(spec)
      return topic.startsWith('candle_') ? candle(spec, topic) : undefined
    },
  }
}
