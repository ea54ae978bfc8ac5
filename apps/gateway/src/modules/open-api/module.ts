import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { ApiKeys } from '../api-keys/module.ts'
import type { CandleStore } from '../market-data/module.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { OrderService } from '../orders/module.ts'
import type { Trading } from '../trading/module.ts'
import { createDispatcher } from './createDispatcher.ts'
import type { DialectRoute } from './dialectRoute.ts'
import { createOrderReader } from './createOrderReader.ts'
import { createLimits } from './limits.ts'
import { mountRoutes } from './mountRoutes.ts'
import { createRecentOrders } from './recentOrders.ts'
import { spotAccountRoutes, type SpotAccountOptions } from './spot/accountRoutes.ts'
import { spotMarketRoutes, type SpotMarketOptions } from './spot/marketRoutes.ts'
import { orderListRoutes } from './spot/orderListRoutes.ts'
import { spotOrderRoutes, type SpotOrderOptions } from './spot/orderRoutes.ts'
import { createStreamHub } from './streams/createStreamHub.ts'
import { createUserStreams } from './streams/createUserStreams.ts'
import { socketApi } from './streams/socketApi.ts'
import { streamSockets } from './streams/streamSockets.ts'
import { userDataRoutes } from './streams/userDataRoutes.ts'
import { createMarketLog } from './tradeLog.ts'
import { walletRoutes, type WalletRouteOptions } from './wallet/walletRoutes.ts'

export interface OpenApiOptions {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly store: TtlStore
  readonly log: Log
  readonly apiKeys: ApiKeys
  readonly trading: Trading
  readonly orders: OrderService
  readonly market: DisplayedMarket
  readonly candles: CandleStore
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

type RouteOptions = SpotMarketOptions &
  SpotOrderOptions &
  SpotAccountOptions &
  WalletRouteOptions &
  Parameters<typeof userDataRoutes>[0]

/** Every call of the dialect. */
export function dialectRoutes(options: RouteOptions): DialectRoute[] {
  return [
    ...spotMarketRoutes(options),
    ...spotOrderRoutes(options),
    ...orderListRoutes(options),
    ...spotAccountRoutes(options),
    ...userDataRoutes(options),
    ...walletRoutes(options),
  ]
}

/** The interface that trading programs already speak, over the services of the page. */
export function createOpenApiDialect(options: OpenApiOptions): GatewayModule {
  const { clock, market, candles, trading, log } = options
  const marketLog = createMarketLog({ market, now: clock.now })
  const limits = createLimits({ clock })
  const recent = createRecentOrders()
  const onError = (error: unknown) =>
    log.error('A stream of the Open API failed', { error: String(error) })
  const users = createUserStreams({ ...options, recent, onError })
  // What an order was before is asked of the recent ones: they come last.
  const forget = trading.service.core.onPublished((seq, effects) => {
    users.publish(seq, effects)
    recent.publish(seq, effects)
  })
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
    routes: dialectRoutes({ ...shared, users }),
  })
  const hub = createStreamHub({ clock, market, candles, marketLog, onError })
  const sockets = [
    ...streamSockets({ clock, hub, users }),
    socketApi({ ...options, dispatcher, users }),
  ]
  return {
    routes: [],
    sockets,
    mount: (app) => mountRoutes(app, dispatcher),
    start: async () => hub.start(),
    async stop() {
      for (const socket of sockets) socket.close()
      hub.stop()
      forget()
      marketLog.stop()
    },
  }
}
