import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { ApiKeys } from '../api-keys/module.ts'
import type { CandleStore } from '../market-data/module.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { OrderService } from '../orders/module.ts'
import type { Trading } from '../trading/module.ts'
import { createDispatcher } from './createDispatcher.ts'
import { createOrderReader } from './createOrderReader.ts'
import { createLimits } from './limits.ts'
import { mountRoutes } from './mountRoutes.ts'
import { createRecentOrders } from './recentOrders.ts'
import { spotAccountRoutes } from './spot/accountRoutes.ts'
import { spotMarketRoutes } from './spot/marketRoutes.ts'
import { orderListRoutes } from './spot/orderListRoutes.ts'
import { spotOrderRoutes } from './spot/orderRoutes.ts'
import { createMarketLog } from './tradeLog.ts'

export interface OpenApiOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly apiKeys: ApiKeys
  readonly trading: Trading
  readonly orders: OrderService
  readonly market: DisplayedMarket
  readonly candles: CandleStore
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

/** The interface that trading programs already speak, over the services of the page. */
export function createOpenApiDialect(options: OpenApiOptions): GatewayModule {
  const { clock, market, trading } = options
  const marketLog = createMarketLog({ market, now: clock.now })
  const limits = createLimits({ clock })
  const recent = createRecentOrders()
  const forget = trading.service.core.onPublished(recent.publish)
  const reader = createOrderReader({ ...options, trading: trading.service, recent })
  const shared = {
    ...options,
    trading: trading.service,
    orderLimits: trading.orderLimits,
    marketLog,
    limits,
    reader,
    recent,
  }
  const dispatcher = createDispatcher({
    ...shared,
    routes: [
      ...spotMarketRoutes(shared),
      ...spotOrderRoutes(shared),
      ...orderListRoutes(shared),
      ...spotAccountRoutes(shared),
    ],
  })
  return {
    routes: [],
    mount: (app) => mountRoutes(app, dispatcher),
    async stop() {
      forget()
      marketLog.stop()
    },
  }
}
