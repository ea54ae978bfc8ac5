import type { FeedAdapter, FeedMessage, MakeAdapter } from './FeedAdapter.ts'
import { candleRows, count, levels, record, text } from './readJson.ts'

const STREAM = 'wss://data-stream.binance.vision'
const REST = 'https://data-api.binance.vision'
const DEPTH = 1_000
const CANDLES = 1_000

/**
 * Binance spot: differences by socket, the snapshot by HTTP. After the snapshot the first
 * difference has U <= lastUpdateId + 1 <= u, then each U is the previous u + 1.
 */
export const binance: MakeAdapter = (symbols, url): FeedAdapter => {
  const streams = symbols.flatMap(({ symbol }) => [
    `${symbol.toLowerCase()}@depth@100ms`,
    `${symbol.toLowerCase()}@trade`,
  ])
  const rest = url?.replace(/^ws/, 'http') ?? REST
  return {
    exchange: 'binance',
    url: `${url ?? STREAM}/stream?streams=${streams.join('/')}`,
    opening: [],
    snapshot: {
      url: (symbol) => `${rest}/api/v3/depth?symbol=${symbol}&limit=${DEPTH}`,
      read(symbol, body) {
        const { lastUpdateId, bids, asks } = record(body)
        return {
          kind: 'book',
          type: 'snapshot',
          symbol,
          last: count(lastUpdateId),
          bids: levels(bids),
          asks: levels(asks),
        }
      },
    },
    candles: {
      url: (symbol, interval) =>
        `${rest}/api/v3/klines?symbol=${symbol}&interval=${interval}&limit=${CANDLES}`,
      read: (body) => candleRows(body, { turnover: 7 }),
    },
    read: readMessage,
  }
}

function readMessage(message: string): readonly FeedMessage[] {
  const { data } = record(JSON.parse(message))
  if (data === undefined) return []
  const event = record(data)
  if (event['e'] === 'depthUpdate') {
    const { s, U, u, b, a } = event
    return [
      {
        kind: 'book',
        type: 'update',
        symbol: text(s),
        first: count(U),
        last: count(u),
        bids: levels(b),
        asks: levels(a),
      },
    ]
  }
  if (event['e'] !== 'trade') return []
  // `m`: the buyer was the maker, so the taker sold.
  return [
    {
      kind: 'trade',
      symbol: text(event['s']),
      price: text(event['p']),
      size: text(event['q']),
      takerSide: event['m'] === true ? 'sell' : 'buy',
    },
  ]
}
