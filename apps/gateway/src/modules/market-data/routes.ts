import { api } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { GatewayError, type RouteSpec } from '../../platform/http/route.ts'
import type { AllowanceRate } from '../../platform/http/socketLimits.ts'
import type { CandleStore } from './candles/createCandleStore.ts'
import type { SpotInstrument } from '../../exchange/instruments/Instrument.ts'
import {
  createMarketAnswer,
  createPublicAllowance,
  depthAsked,
  readCandleRequest,
} from './marketAnswer.ts'
import type { DisplayedMarket } from './ports/DisplayedMarket.ts'
import { candleView, tickerView } from './publish/views.ts'

/** As long as a ticker of the stream stands. */
const VALID_MS = 250

export interface MarketRoutesOptions {
  readonly symbols: readonly SpotInstrument[]
  readonly market: Pick<DisplayedMarket, 'deepBook'>
  readonly candles: CandleStore
  readonly now: () => number
  /**
   * Rises when a pair's candles changed otherwise than by trades and time: answers of before are
   * not given any more.
   */
  readonly revision?: () => number
  /** Milliseconds that only rise. */
  readonly monotonic: () => number
  /** Default 200 at once, 20 a second. */
  readonly allowance?: AllowanceRate | undefined
  /** Whether orders of the live realm are taken. */
  readonly liveTrading: boolean
  /** The pair of the recording that is played. */
  readonly recordedSymbol: string | undefined
}

export function marketRoutes({
  symbols,
  market,
  candles,
  now,
  revision = () => 0,
  monotonic,
  allowance,
  liveTrading,
  recordedSymbol,
}: MarketRoutesOptions): RouteSpec[] {
  const spend = createPublicAllowance({ monotonic, allowance })
  const answer = createMarketAnswer({ now, revision, spend })
  const named = (name: string | undefined) => specsNamed(symbols, name)
  return [
    route(api.marketData.mode, async () => ({
      liveTrading,
      recordedSymbol: recordedSymbol ?? null,
    })),
    route(api.marketData.tickers, async (request) => {
      const specs = named(request.query['symbol'])
      const make = async () =>
        specs.flatMap(
          (spec) => tickerView(candles.day(spec.symbol, now()), { spec, now: now() }) ?? [],
        )
      return answer(request, {
        what: `tickers ${request.query['symbol'] ?? ''}`,
        validUntil: now() + VALID_MS,
        make,
      })
    }),
    route(api.marketData.depth, async (request) => {
      const { query } = request
      const [spec] = named(query['symbol'] ?? '')
      if (!spec) throw unknownSymbol()
      return answer(request, depthAsked(spec, { query, now: now(), market }))
    }),
    route(api.marketData.candles, async (request) => {
      const { query } = request
      const [spec] = named(query['symbol'] ?? '')
      if (!spec) throw unknownSymbol()
      const { interval, limit, before, page } = readCandleRequest(query, now())
      const make = async () =>
        (await candles.read(spec.symbol, { interval, before, limit, now: now() })).map((candle) =>
          candleView(candle, spec),
        )
      return answer(request, {
        what: `${spec.symbol} ${page.what}`,
        validUntil: page.validUntil,
        make,
      })
    }),
  ]
}

const unknownSymbol = () => new GatewayError('40401', 'Unknown symbol')

/** All instruments where none is named. @throws GatewayError 40401 */
function specsNamed(
  symbols: readonly SpotInstrument[],
  name: string | undefined,
): readonly SpotInstrument[] {
  if (name === undefined) return symbols
  const found = symbols.filter(({ symbol }) => symbol === name)
  if (found.length === 0) throw unknownSymbol()
  return found
}
