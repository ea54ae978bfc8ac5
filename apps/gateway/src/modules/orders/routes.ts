import { api, type SpotSymbol } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import type { SpotInstrument } from '../../exchange/instruments/Instrument.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { RouteSpec } from '../../platform/http/route.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import type { OrderService } from './createOrderService.ts'

/** Placing, amending and cancelling spot orders, and the list of pairs (wire 10). */
export function orderRoutes({
  orders,
  trading,
}: {
  readonly orders: OrderService
  readonly trading: TradingService
}): RouteSpec[] {
  const { write } = createPrivateRoutes(trading)
  return [
    write(api.spot.orders.place, (session, params) => orders.place(session, params)),
    write(api.spot.orders.cancel, (session, params) => orders.cancel(session, params)),
    write(api.spot.orders.amend, (session, params) => orders.amend(session, params)),
    write(api.spot.orders.cancelAll, (session, params) => orders.cancelAll(session, params)),
    route(api.marketData.symbols, async () => SPOT_SYMBOLS.map(symbolView)),
  ]
}

function symbolView({
  symbol,
  base,
  quote,
  tickSize,
  stepSize,
  minNotional,
  pricePlace,
  quantityPlace,
}: SpotInstrument): SpotSymbol {
  return { symbol, base, quote, tickSize, stepSize, minNotional, pricePlace, quantityPlace }
}
