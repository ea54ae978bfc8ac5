import { malformedParameter } from '../server/envelope.ts'
import { GatewayError, type RouteSpec } from '../server/route.ts'
import type { CandleStore } from './candles/createCandleStore.ts'
import { INTERVALS, isInterval } from './candles/interval.ts'
import type { SymbolSpec } from './ports.ts'
import { candleView, tickerView } from './publish/views.ts'

const MOST_CANDLES = 1_000
const DEFAULT_CANDLES = 500

export interface MarketRoutesOptions {
  readonly symbols: readonly SymbolSpec[]
  readonly candles: CandleStore
  readonly now: () => number
  /** Whether orders of the live realm are taken. */
  readonly liveTrading: boolean
  /** The pair of the recording that is played. */
  readonly recordedSymbol: string | undefined
}

export function marketRoutes({ symbols, candles, now, liveTrading, recordedSymbol }: MarketRoutesOptions): RouteSpec[] {
  const unknownSymbol = () => new GatewayError('40401', 'Unknown symbol')
  const named = (name: string | undefined): readonly SymbolSpec[] => {
    if (name === undefined) return symbols
    const found = symbols.filter(({ symbol }) => symbol === name)
    if (found.length === 0) throw unknownSymbol()
    return found
  }
  return [
    {
      method: 'GET',
      path: '/v1/spot/public/market',
      access: 'public',
      summary: 'Whether orders of the live realm are taken; while a recording or an exchange is shown they are not, and of a recording only its pair moves.',
      handler: async () => ({ liveTrading, recordedSymbol: recordedSymbol ?? null }),
    },
    {
      method: 'GET',
      path: '/v1/spot/public/tickers',
      access: 'public',
      summary: 'The last day of all pairs, or of the one that `symbol` names.',
      handler: async ({ query }) => named(query['symbol']).flatMap((spec) => tickerView(candles.day(spec.symbol, now()), { spec, now: now() }) ?? []),
    },
    {
      method: 'GET',
      path: '/v1/spot/public/candles',
      access: 'public',
      summary: 'The candles of one pair and interval, the latest last; `endTime` asks for those that opened before it, `limit` for how many.',
      async handler({ query }) {
        const [spec] = named(query['symbol'] ?? '')
        if (!spec) throw unknownSymbol()
        const { interval = '' } = query
        if (!isInterval(interval)) throw invalid('interval', `interval must be one of ${INTERVALS.join(', ')}`)
        const limit = countOf(query['limit'], { field: 'limit', fallback: DEFAULT_CANDLES, most: MOST_CANDLES })
        const before = countOf(query['endTime'], { field: 'endTime', fallback: Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER })
        const list = await candles.read(spec.symbol, { interval, before, limit, now: now() })
        return list.map((candle) => candleView(candle, spec))
      },
    },
  ]
}

function countOf(text: string | undefined, { field, fallback, most }: { field: string; fallback: number; most: number }): number {
  if (text === undefined || text === '') return fallback
  const count = Number(text)
  if (!/^\d{1,16}$/.test(text) || count < 1 || count > most) throw invalid(field, `${field} must be a whole number from 1 to ${most}`)
  return count
}

function invalid(field: string, message: string): GatewayError {
  return malformedParameter(field, message)
}
