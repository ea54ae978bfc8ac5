import { isRecord } from '@x/kit'
import type {
  Candle,
  CandleInterval,
  CandlePrice,
  MarkPrice,
  Side,
  Ticker,
  TradeRow,
} from './model.ts'

/**
 * The only file with the server's names (wire 10, market socket). Every message is validated here.
 */

export const BOOK_TOPIC = 'books50@100ms'
export const DEEP_BOOK_TOPIC = 'books1000@1s'
export const TRADE_TOPIC = 'trade'
export const TICKER_TOPIC = 'ticker@250ms'
export const MARK_TOPIC = 'mark@1s'
export const candleTopic = (interval: CandleInterval, price: CandlePrice = 'last'): string =>
  price === 'last' ? `candle_${interval}` : `candle_${price}_${interval}`

export type WireLevel = readonly [price: string, size: string]

interface Sequenced {
  readonly topic: string
  readonly symbol: string
  readonly type: 'snapshot' | 'delta'
  readonly seq: number
  readonly prevSeq: number
  readonly ts: number
}

export interface BookMessage extends Sequenced {
  readonly kind: 'book'
  readonly bids: readonly WireLevel[]
  readonly asks: readonly WireLevel[]
  /** Signed CRC-32 of the best 25 levels per side after this message. */
  readonly checksum: number
}
export interface TradeMessage extends Sequenced {
  readonly kind: 'trade'
  readonly trades: readonly TradeRow[]
}
export interface TickerMessage extends Sequenced {
  readonly kind: 'ticker'
  readonly ticker: Ticker
}
export interface CandleMessage extends Sequenced {
  readonly kind: 'candle'
  readonly candle: Candle
}
export interface MarkMessage extends Sequenced {
  readonly kind: 'mark'
  readonly price: MarkPrice
}
export interface ControlMessage {
  readonly kind: 'control'
  readonly op: string
  readonly message: string
}
export type MarketMessage =
  | BookMessage
  | TradeMessage
  | TickerMessage
  | CandleMessage
  | MarkMessage
  | ControlMessage

/**
 * A topic of a symbol: a spot pair, or `usdt/BTCUSDT` for the contract of that name that is settled
 * in USDT.
 */
export interface Address {
  readonly topic: string
  readonly symbol: string
}

/** Topic and symbol as one string, for maps. */
export const keyOf = ({ topic, symbol }: Address): string => `${topic} ${symbol}`

/** The address of a key; topics and symbols contain no space. */
export function addressOf(key: string): Address {
  const space = key.indexOf(' ')
  return { topic: key.slice(0, space), symbol: key.slice(space + 1) }
}

/** The key of a message without parsing all of it; `undefined` for a message without a topic. */
export function keyOfText(text: string): string | undefined {
  const head = HEAD.exec(text)
  if (head) return `${head[1]} ${head[3] ? `${head[3]}/` : ''}${head[2]}`
  const message = parseMessage(text)
  return message && message.kind !== 'control' ? keyOf(message) : undefined
}

/** The gateway's order of names; a message in another order is parsed. */
const HEAD = /^\{"topic":"([^"\\]+)","symbol":"([^"\\]+)",(?:"product":"([^"\\]+)",)?"type":/

export function subscribeText(op: 'subscribe' | 'unsubscribe', topics: readonly Address[]): string {
  return JSON.stringify({ op, args: topics.map(wireAddress) })
}

/** On the wire the product of a contract has a field of its own (futures 11). */
function wireAddress({ topic, symbol }: Address) {
  const slash = symbol.indexOf('/')
  return slash < 0
    ? { topic, symbol }
    : { topic, symbol: symbol.slice(slash + 1), product: symbol.slice(0, slash) }
}

export const PING_TEXT = '{"op":"ping"}'

/**
 * The message, or `undefined` for a text that is none of the protocol: a malicious or newer server
 * must not break the page.
 */
export function parseMessage(text: string): MarketMessage | undefined {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(raw)) return undefined
  if (typeof raw['op'] === 'string')
    return {
      kind: 'control',
      op: raw['op'],
      message: typeof raw['msg'] === 'string' ? raw['msg'] : '',
    }
  const head = readHead(raw)
  return head && readBody(head, raw)
}

function readHead(raw: Record<string, unknown>): Sequenced | undefined {
  const { topic, symbol: name, product, type, seq, prevSeq, ts } = raw
  if (typeof topic !== 'string' || typeof name !== 'string') return undefined
  if (type !== 'snapshot' && type !== 'delta') return undefined
  if (!isCount(seq) || !isCount(prevSeq) || !isCount(ts)) return undefined
  const symbol = typeof product === 'string' && product !== 'spot' ? `${product}/${name}` : name
  return { topic, symbol, type, seq, prevSeq, ts }
}

function readBody(head: Sequenced, raw: Record<string, unknown>): MarketMessage | undefined {
  if (head.topic === BOOK_TOPIC || head.topic === DEEP_BOOK_TOPIC) {
    const { b, a, cs } = raw
    if (!isLevels(b) || !isLevels(a) || !Number.isInteger(cs)) return undefined
    return { ...head, kind: 'book', bids: b, asks: a, checksum: cs as number }
  }
  if (head.topic === TRADE_TOPIC) {
    const { trades } = raw
    return Array.isArray(trades) && trades.every(isTrade)
      ? { ...head, kind: 'trade', trades }
      : undefined
  }
  if (head.topic === TICKER_TOPIC)
    return isTicker(raw['ticker']) ? { ...head, kind: 'ticker', ticker: raw['ticker'] } : undefined
  if (head.topic.startsWith('candle_'))
    return isCandle(raw['candle']) ? { ...head, kind: 'candle', candle: raw['candle'] } : undefined
  if (head.topic === MARK_TOPIC) {
    // The figures are a field of their own, or stand in the message itself.
    const price = isRecord(raw['price']) ? raw['price'] : raw
    return isMarkPrice(price) ? { ...head, kind: 'mark', price } : undefined
  }
  return undefined
}

const DECIMAL = /^\d{1,30}(\.\d{1,30})?$/
const SIGNED_DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0
const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && DECIMAL.test(value)
const isSide = (value: unknown): value is Side => value === 'buy' || value === 'sell'
const isLevels = (value: unknown): value is WireLevel[] =>
  Array.isArray(value) &&
  value.every(
    (level) =>
      Array.isArray(level) && level.length === 2 && isDecimal(level[0]) && isDecimal(level[1]),
  )

function isTrade(value: unknown): value is TradeRow {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    isDecimal(value['price']) &&
    isDecimal(value['size']) &&
    isSide(value['takerSide']) &&
    isCount(value['ts'])
  )
}

function isTicker(value: unknown): value is Ticker {
  if (!isRecord(value) || typeof value['symbol'] !== 'string' || !isCount(value['ts'])) return false
  const amounts = ['last', 'open24h', 'high24h', 'low24h', 'volumeBase', 'volumeQuote']
  return (
    amounts.every((name) => isDecimal(value[name])) &&
    typeof value['changePercent'] === 'string' &&
    SIGNED_DECIMAL.test(value['changePercent'])
  )
}

function isCandle(value: unknown): value is Candle {
  return (
    isRecord(value) &&
    isCount(value['openTime']) &&
    ['open', 'high', 'low', 'close', 'volume'].every((name) => isDecimal(value[name]))
  )
}

function isMarkPrice(value: unknown): value is MarkPrice {
  if (!isRecord(value)) return false
  const { mark, index, rate, nextAt, openInterest } = value
  return (
    [mark, index].every((price) => price === null || isDecimal(price)) &&
    (rate === null || (typeof rate === 'string' && SIGNED_DECIMAL.test(rate))) &&
    isCount(nextAt) &&
    isDecimal(openInterest)
  )
}
