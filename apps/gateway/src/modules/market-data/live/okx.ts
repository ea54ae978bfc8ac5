import type { Interval } from '../candles/interval.ts'
import type { SpotInstrument } from '../../../exchange/instruments/Instrument.ts'
import { proof } from './bitget.ts'
import type { FeedAdapter, FeedMessage, MakeAdapter } from './FeedAdapter.ts'
import { candleRows, count, levels, list, record, text } from './readJson.ts'

const STREAM = 'wss://ws.okx.com:8443/ws/v5/public'
const REST = 'https://www.okx.com'
/** As many as it gives at once, the latest first. */
const CANDLES = 300
/** Days and weeks of its own begin at 16:00 UTC; these do at midnight. */
const BAR: Readonly<Record<Interval, string>> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '1h': '1H',
  '4h': '4H',
  '1d': '1Dutc',
  '1w': '1Wutc',
}

/**
 * OKX spot: a snapshot at subscribe, then differences whose `prevSeqId` is the `seqId` before. Its
 * checksum is always 0 since June 2026 and proved only where it is not; with a checksum of 0 the
 * numbers prove that no message is missing, not that its levels are right. Messages of before the
 * numbers have the checksum alone. Names are with a dash: BTC-USDT.
 */
export const okx: MakeAdapter = (symbols, url): FeedAdapter => {
  const nameOf = ({ base, quote }: SpotInstrument) => `${base}-${quote}`
  const symbolOf = new Map(symbols.map((spec) => [nameOf(spec), spec.symbol]))
  const specOf = new Map(symbols.map((spec) => [spec.symbol, spec]))
  const command = (
    op: 'subscribe' | 'unsubscribe',
    channels: readonly string[],
    names: readonly string[],
  ) =>
    JSON.stringify({
      op,
      args: names.flatMap((instId) => channels.map((channel) => ({ channel, instId }))),
    })
  const rest = url?.replace(/^ws/, 'http') ?? REST
  return {
    exchange: 'okx',
    url: url ?? STREAM,
    opening: [command('subscribe', ['books', 'trades'], [...symbolOf.keys()])],
    keepAlive: 'ping',
    again(symbol) {
      const spec = specOf.get(symbol)
      return spec
        ? [
            command('unsubscribe', ['books'], [nameOf(spec)]),
            command('subscribe', ['books'], [nameOf(spec)]),
          ]
        : []
    },
    candles: {
      url: (symbol, interval) =>
        `${rest}/api/v5/market/candles?instId=${nameOf(specOf.get(symbol)!)}` +
        `&bar=${BAR[interval]}&limit=${CANDLES}`,
      read: (body) => candleRows(record(body)['data'], { turnover: 7 }),
    },
    read: (message) => readMessage(message, { symbolOf }),
  }
}

function readMessage(
  message: string,
  { symbolOf }: { readonly symbolOf: ReadonlyMap<string, string> },
): readonly FeedMessage[] {
  if (message === 'pong') return []
  const { action, arg, data, event } = record(JSON.parse(message))
  if (event !== undefined) return []
  const { channel, instId } = record(arg)
  const symbol = symbolOf.get(text(instId))
  if (symbol === undefined) return []
  if (channel === 'books') {
    return list(data).map((each) => {
      const { bids, asks, checksum, seqId, prevSeqId } = record(each)
      const isSnapshot = action === 'snapshot'
      // Without `seqId` the checksum alone proves that nothing is missing.
      if (seqId === undefined && (checksum === undefined || checksum === 0))
        throw new TypeError('Expected a seqId or a checksum')
      const last = seqId === undefined ? {} : { last: count(seqId) }
      const previous = isSnapshot || prevSeqId === undefined ? {} : { previous: count(prevSeqId) }
      return {
        kind: 'book',
        type: isSnapshot ? 'snapshot' : 'update',
        symbol,
        bids: levels(bids),
        asks: levels(asks),
        ...last,
        ...previous,
        ...proof(checksum),
      }
    })
  }
  if (channel !== 'trades') return []
  return list(data).map((each) => {
    const { px, sz, side } = record(each)
    return {
      kind: 'trade',
      symbol,
      price: text(px),
      size: text(sz),
      takerSide: side === 'sell' ? 'sell' : 'buy',
    }
  })
}
