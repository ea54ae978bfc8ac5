import { createBook } from './book/createBook.ts'
import { type Channel, createChannel } from './createChannel.ts'
import type {
  BookView,
  Candle,
  CandleInterval,
  CandlePrice,
  MarkPrice,
  RunningCandle,
  Ticker,
  TradeRow,
} from './model.ts'
import {
  type Address,
  BOOK_TOPIC,
  candleTopic,
  MARK_TOPIC,
  type MarketMessage,
  TICKER_TOPIC,
  TRADE_TOPIC,
} from './wire.ts'

/** The number of trades that a list on screen can use. */
export const MAX_TRADES = 100

interface BookChannelOptions {
  readonly onFault: (fault: 'gap' | 'checksum') => void
  /** Default `BOOK_TOPIC`, with 50 levels a side. */
  readonly topic?: string
  readonly depth?: number
}

/** The order book of a symbol. */
export function bookChannel(
  symbol: string,
  { onFault, topic = BOOK_TOPIC, depth }: BookChannelOptions,
): Channel<BookView> {
  const book = createBook(symbol, depth)
  return createChannel<BookView>({
    topic,
    symbol,
    initial: book.view(),
    read: book.view,
    apply(message, receivedAt) {
      if (message.kind !== 'book') return 'unchanged'
      const outcome = book.apply(message, receivedAt)
      if (outcome === 'ignored') return 'unchanged'
      if (outcome === 'applied') return 'changed'
      onFault(outcome)
      return 'resync'
    },
    onDisconnect: book.onDisconnect,
    onReconnect: book.onReconnect,
  })
}

/** The latest trades of a symbol, newest first. */
export function tradeChannel(symbol: string, onGap: () => void): Channel<readonly TradeRow[]> {
  let rows: readonly TradeRow[] = []
  let seq = -1
  /** After a gap every delta is ignored until the next snapshot. */
  let hasGap = false
  return createChannel<readonly TradeRow[]>({
    topic: TRADE_TOPIC,
    symbol,
    initial: rows,
    read: () => rows,
    apply(message) {
      if (message.kind !== 'trade') return 'unchanged'
      if (message.type === 'snapshot') {
        rows = newestFirst(message.trades).slice(0, MAX_TRADES)
        seq = message.seq
        hasGap = false
        return 'changed'
      }
      if (hasGap || message.seq <= seq) return 'unchanged'
      hasGap = seq >= 0 && message.prevSeq !== seq
      if (hasGap) {
        onGap()
        return 'resync'
      }
      seq = message.seq
      rows = [...newestFirst(message.trades), ...rows].slice(0, MAX_TRADES)
      return 'changed'
    },
  })
}

/** The 24-hour figures of a symbol. */
export function tickerChannel(symbol: string): Channel<Ticker | undefined> {
  return valueChannel({ topic: TICKER_TOPIC, symbol }, (message) =>
    message.kind === 'ticker' ? message.ticker : undefined,
  )
}

/** Mark and index price of a contract with its funding. */
export function markChannel(symbol: string): Channel<MarkPrice | undefined> {
  return valueChannel({ topic: MARK_TOPIC, symbol }, (message) =>
    message.kind === 'mark' ? message.price : undefined,
  )
}

/**
 * The current candle with the final state of the previous one: both may change within one frame,
 * because a hidden page draws one frame a second.
 */
export function candleChannel(
  symbol: string,
  interval: CandleInterval,
  price?: CandlePrice,
): Channel<RunningCandle | undefined> {
  let value: RunningCandle | undefined
  let seq = -1
  return createChannel<RunningCandle | undefined>({
    topic: candleTopic(interval, price),
    symbol,
    initial: undefined,
    read: () => value,
    apply(message) {
      if (message.kind !== 'candle') return 'unchanged'
      const { candle, type } = message
      if (type === 'delta' && message.seq <= seq) return 'unchanged'
      const isNext = type === 'delta' && message.prevSeq === seq
      seq = message.seq
      value = withPrevious(
        candle,
        candle.openTime === value?.openTime ? value.before : isNext ? value : undefined,
      )
      return 'changed'
    },
    // Another connection may number its messages from the start.
    onReconnect: () => void (seq = -1),
  })
}

function withPrevious(candle: Candle, ended: RunningCandle | undefined): RunningCandle {
  if (!ended) return candle
  const { before: _, ...before } = ended
  return { ...candle, before }
}

/**
 * A topic whose every message is the whole value: a lost message needs no repair, and a late or
 * repeated one is ignored.
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
    apply(message) {
      const next = valueOf(message)
      if (next === undefined || message.kind === 'control') return 'unchanged'
      if (message.type === 'delta' && message.seq <= seq) return 'unchanged'
      ;({ seq } = message)
      value = next
      return 'changed'
    },
    // Another connection may number its messages from the start.
    onReconnect: () => void (seq = -1),
  })
}

/** The wire protocol lists trades in the order of execution. */
function newestFirst(trades: readonly TradeRow[]): TradeRow[] {
  return [...trades].reverse()
}
