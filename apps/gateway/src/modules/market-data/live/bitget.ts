import type { Interval } from '../candles/interval.ts'
import type { FeedAdapter, FeedMessage, FeedTrade, MakeAdapter } from './FeedAdapter.ts'
import { candleRows, count, levels, list, record, text } from './readJson.ts'

const STREAM = 'wss://ws.bitget.com/v2/ws/public'
const REST = 'https://api.bitget.com'
const CANDLES = 1_000
/** Days and weeks of its own begin at 16:00 UTC; these do at midnight. */
const GRANULARITY: Readonly<Record<Interval, string>> = {
  '1m': '1min',
  '5m': '5min',
  '15m': '15min',
  '30m': '30min',
  '1h': '1h',
  '4h': '4h',
  '1d': '1Dutc',
  '1w': '1Wutc',
}

/**
 * Bitget spot: a snapshot at subscribe, then differences, each with the CRC32 of the best 25 where
 * the server sends one, and a `seq` that only rises. Without `seq` (version 1) a lost change below
 * the best 25 shows only once its level is among them. Reads both forms of its trades: objects
 * (version 2) and rows (version 1, the recorded one).
 */
export const bitget: MakeAdapter = (symbols, url): FeedAdapter => {
  const command = (
    op: 'subscribe' | 'unsubscribe',
    channels: readonly string[],
    names: readonly string[],
  ) =>
    JSON.stringify({
      op,
      args: names.flatMap((instId) =>
        channels.map((channel) => ({ instType: 'SPOT', channel, instId })),
      ),
    })
  const rest = url?.replace(/^ws/, 'http') ?? REST
  return {
    exchange: 'bitget',
    url: url ?? STREAM,
    opening: [
      command(
        'subscribe',
        ['books', 'trade'],
        symbols.map(({ symbol }) => symbol),
      ),
    ],
    keepAlive: 'ping',
    again: (symbol) => [
      command('unsubscribe', ['books'], [symbol]),
      command('subscribe', ['books'], [symbol]),
    ],
    candles: {
      url: (symbol, interval) =>
        `${rest}/api/v2/spot/market/candles?symbol=${symbol}` +
        `&granularity=${GRANULARITY[interval]}&limit=${CANDLES}`,
      read: (body) => candleRows(record(body)['data'], { turnover: 7 }),
    },
    read: readMessage,
  }
}

function readMessage(message: string): readonly FeedMessage[] {
  if (message === 'pong') return []
  const { action, arg, data } = record(JSON.parse(message))
  if (action !== 'snapshot' && action !== 'update') return []
  const { channel, instId } = record(arg)
  const symbol = text(instId)
  if (channel === 'books') {
    return list(data).map((each) => {
      const { bids, asks, checksum, seq } = record(each)
      // Without `seq` the checksum alone proves that nothing is missing.
      return {
        kind: 'book',
        type: action,
        symbol,
        bids: levels(bids),
        asks: levels(asks),
        ...proof(checksum),
        ...(seq === undefined ? {} : { last: count(seq) }),
      }
    })
  }
  // The trades of the snapshot are those before we came.
  return channel === 'trade' && action === 'update'
    ? list(data).map((each) => trade(symbol, each))
    : []
}

/** Servers that have given up the checksum leave it out, or send 0. */
export const proof = (checksum: unknown): { checksum?: number } =>
  checksum === undefined || checksum === 0 ? {} : { checksum: count(checksum) }

function trade(symbol: string, value: unknown): FeedTrade {
  const { price, size, side } = Array.isArray(value)
    ? { price: value[1] as unknown, size: value[2] as unknown, side: value[3] as unknown }
    : record(value)
  return {
    kind: 'trade',
    symbol,
    price: text(price),
    size: text(size),
    takerSide: side === 'sell' ? 'sell' : 'buy',
  }
}
