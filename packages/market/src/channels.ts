import { createBook } from './book/createBook.ts'
import { type Channel, createChannel } from './createChannel.ts'
import type { BookView, Candle, CandleInterval, RunningCandle, Ticker, TradeRow } from './model.ts'
import {
  type Address,
  BOOK_TOPIC,
  candleTopic,
  type MarketMessage,
  TICKER_TOPIC,
  TRADE_TOPIC,
} from './wire.ts'

/** Trades that a tape on screen can use. */
export const TRADES_KEPT = 100

export function bookChannel(
  symbol: string,
  onFault: (fault: 'gap' | 'checksum') => void,
): Channel<BookView> {
  const book = createBook(symbol)
  return createChannel<BookView>({
    topic: BOOK_TOPIC,
    symbol,
    initial: book.view(),
    read: book.view,
    take(message, receivedAt) {
      if (message.kind !== 'book') return 'unchanged'
      const outcome = book.apply(message, receivedAt)
      if (outcome === 'ignored') return 'unchanged'
      if (outcome === 'applied') return 'changed'
      onFault(outcome)
      return 'resync'
    },
    lost: book.connectionLost,
    back: book.connectionBack,
  })
}

export function tradeChannel(symbol: string, onGap: () => void): Channel<readonly TradeRow[]> {
  let rows: readonly TradeRow[] = []
  let seq = -1
  /** After a gap only a snapshot counts. */
  let isBroken = false
  return createChannel<readonly TradeRow[]>({
    topic: TRADE_TOPIC,
    symbol,
    initial: rows,
    read: () => rows,
    take(message) {
      if (message.kind !== 'trade') return 'unchanged'
      if (message.type === 'snapshot') {
        rows = newestFirst(message.trades).slice(0, TRADES_KEPT)
        seq = message.seq
        isBroken = false
        return 'changed'
      }
      if (isBroken || message.seq <= seq) return 'unchanged'
      isBroken = seq >= 0 && message.prevSeq !== seq
      if (isBroken) {
        onGap()
        return 'resync'
      }
      seq = message.seq
      rows = [...newestFirst(message.trades), ...rows].slice(0, TRADES_KEPT)
      return 'changed'
    },
  })
}

export function tickerChannel(symbol: string): Channel<Ticker | undefined> {
  return valueChannel({ topic: TICKER_TOPIC, symbol }, (message) =>
    message.kind === 'ticker' ? message.ticker : undefined,
  )
}

/**
 * The growing candle, and how the one before it ended: both are told within one frame, and a hidden
 * page draws a frame a second.
 */
export function candleChannel(
  symbol: string,
  interval: CandleInterval,
): Channel<RunningCandle | undefined> {
  let value: RunningCandle | undefined
  let seq = -1
  return createChannel<RunningCandle | undefined>({
    topic: candleTopic(interval),
    symbol,
    initial: undefined,
    read: () => value,
    take(message) {
      if (message.kind !== 'candle') return 'unchanged'
      const { candle, type } = message
      if (type === 'delta' && message.seq <= seq) return 'unchanged'
      const isNext = type === 'delta' && message.prevSeq === seq
      seq = message.seq
      value = withBefore(
        candle,
        candle.openTime === value?.openTime ? value.before : isNext ? value : undefined,
      )
      return 'changed'
    },
    // Another connection may count from the start.
    back: () => void (seq = -1),
  })
}

function withBefore(candle: Candle, ended: RunningCandle | undefined): RunningCandle {
  if (!ended) return candle
  const { before: _, ...before } = ended
  return { ...candle, before }
}

/**
 * A topic whose every message is the whole value: a lost one costs nothing, one that comes late or
 * twice is older than what is shown.
 */
function valueChannel<T>(
  address: Address,
  valueOf: (message: MarketMessage) => T | undefined,
): Channel<T | undefined> {
  let value: T | undefined
  let seq = -1
  return createChannel<T | undefined>({
    ...address,
    initial: undefined,
    read: () => value,
    take(message) {
      const next = valueOf(message)
      if (next === undefined || message.kind === 'control') return 'unchanged'
      if (message.type === 'delta' && message.seq <= seq) return 'unchanged'
      ;({ seq } = message)
      value = next
      return 'changed'
    },
    // Another connection may count from the start.
    back: () => void (seq = -1),
  })
}

/** The wire lists trades in the order in which they happened. */
function newestFirst(trades: readonly TradeRow[]): TradeRow[] {
  return [...trades].reverse()
}
