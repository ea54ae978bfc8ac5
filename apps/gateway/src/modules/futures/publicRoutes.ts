import { api, type FuturesIndex } from '@x/api'
import type { AllowanceRate } from '../../platform/http/socketLimits.ts'
import { route } from '../../platform/http/contractRoute.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import type { RouteSpec } from '../../platform/http/route.ts'
import type { FuturesInstrument } from '../../exchange/instruments/Instrument.ts'
import {
  candleView,
  createMarketAnswer,
  readCandleRequest,
  type CandleStore,
} from '../market-data/module.ts'
import type { Trading } from '../trading/module.ts'
import type { PriceDriver } from './createPriceDriver.ts'
import { priceOrNull } from './createPriceChannels.ts'
import { contractNamed } from './ports/contracts.ts'
import type { PriceCandles } from './prices/priceCandles.ts'
import { judgeQuotes } from './prices/priceIndex.ts'

export interface PublicRoutesOptions {
  readonly trading: Trading
  readonly candles?: CandleStore | undefined
  readonly priceCandles: PriceCandles | undefined
  readonly driver: Pick<PriceDriver, 'quotes'>
  readonly now: () => number
  readonly monotonic: () => number
  readonly publicAllowance?: AllowanceRate | undefined
}

/** Public data of contracts by HTTP (futures 11). */
export function publicRoutes(options: PublicRoutesOptions): RouteSpec[] {
  const { marketData } = api.futures
  const { now, monotonic, publicAllowance: allowance } = options
  const answer = createMarketAnswer({ now, monotonic, allowance })
  return [
    route(marketData.candles, async (request) => {
      const { query } = request
      const contract = contractNamed(query['symbol'] ?? '')
      const kind = query['kind'] || 'last'
      if (kind !== 'last' && kind !== 'mark' && kind !== 'index')
        throw malformedParameter('kind', 'kind must be last, mark or index')
      const { page, ...wanted } = readCandleRequest(query, now())
      const asked = { ...wanted, now: now() }
      const make = async () =>
        ((await readCandles(options, { contract, kind, asked })) ?? []).map((candle) =>
          candleView(candle, contract),
        )
      const what = `${contract.id} ${kind} ${page.what}`
      return answer(request, { what, validUntil: page.validUntil, make })
    }),
    route(marketData.index, async ({ query }) =>
      indexView(contractNamed(query['symbol'] ?? ''), options),
    ),
  ]
}

function readCandles(
  { candles, priceCandles }: PublicRoutesOptions,
  {
    contract,
    kind,
    asked,
  }: {
    readonly contract: FuturesInstrument
    readonly kind: 'last' | 'mark' | 'index'
    readonly asked: Parameters<CandleStore['read']>[1]
  },
) {
  return kind === 'last'
    ? candles?.read(contract.id, asked)
    : priceCandles?.read(contract, kind, asked)
}

function indexView(
  contract: FuturesInstrument,
  { trading, driver, now }: PublicRoutesOptions,
): FuturesIndex {
  const price = trading.service.core.state.futures.prices.get(contract.id)
  const at = now()
  return {
    symbol: contract.symbol,
    index: priceOrNull(price?.isFresh ? price.index : undefined, contract),
    at: price?.at ?? at,
    constituents: judgeQuotes(driver.quotes(contract.id, at), at).map((quote) => ({
      source: quote.name,
      price: quote.price,
      weight: quote.weight,
      ts: quote.at,
      state: quote.state,
    })),
  }
}
