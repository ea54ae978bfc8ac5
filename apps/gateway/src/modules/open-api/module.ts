import type { Clock, Random } from '@x/kit'
import type { EventBus } from '../../platform/event-bus/EventBus.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { ApiKeys } from '../api-keys/module.ts'
import type { CandleStore } from '../market-data/module.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { OrderService } from '../orders/module.ts'
import type { Trading } from '../trading/module.ts'
import type { FuturesModule } from '../futures/module.ts'
import { USDT_CONTRACTS } from '../../exchange/instruments/contracts.ts'
import type { Effects } from '../../exchange/state/effects.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import { publishStreams } from './bus/publishStreams.ts'
import { createDispatcher } from './createDispatcher.ts'
import type { DialectRoute } from './dialectRoute.ts'
import { createOrderReader } from './createOrderReader.ts'
import { contractAccountRoutes, type ContractAccountOptions } from './futures/accountRoutes.ts'
import { algoOrderRoutes, type AlgoRouteOptions } from './futures/algoRoutes.ts'
import { contractMarketRoutes, type ContractMarketOptions } from './futures/marketRoutes.ts'
import { contractOrderRoutes } from './futures/orderRoutes.ts'
import { contractRecordRoutes, type ContractRecordOptions } from './futures/recordRoutes.ts'
import { createLimits } from './limits.ts'
import { mountDocs } from './docs/mountDocs.ts'
import { mountRoutes, quickReads } from './mountRoutes.ts'
import { createRecentOrders } from './recentOrders.ts'
import { spotAccountRoutes, type SpotAccountOptions } from './spot/accountRoutes.ts'
import { spotMarketRoutes, type SpotMarketOptions } from './spot/marketRoutes.ts'
import { orderListRoutes } from './spot/orderListRoutes.ts'
import { spotOrderRoutes, type SpotOrderOptions } from './spot/orderRoutes.ts'
import { createStreamHub } from './streams/createStreamHub.ts'
import { createUserStreams } from './streams/createUserStreams.ts'
import { createSocketCalls } from './streams/createSocketCalls.ts'
import { socketApi } from './streams/socketApi.ts'
import { streamSockets } from './streams/streamSockets.ts'
import { userDataRoutes } from './streams/userDataRoutes.ts'
import { createMarketLog, type MarketLog } from './tradeLog.ts'
import { marginRoutes, type MarginRouteOptions } from './wallet/marginRoutes.ts'
import type { PageCalls } from './pageCalls.ts'
import type { WithdrawalsModule } from '../withdrawals/module.ts'
import { walletRoutes, type WalletRouteOptions } from './wallet/walletRoutes.ts'

export { createPageCalls } from './pageCalls.ts'

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
  readonly futures: FuturesModule
  readonly withdrawals: Pick<WithdrawalsModule, 'service' | 'book'>
  /** Calls of the page that the dialect makes for the holder of a key. */
  readonly page: PageCalls
  readonly vipLevelOf: (userId: string) => number | Promise<number>
  /** Of all gateways of an installation: connections that log on prove it by this. */
  readonly logonSecret: Uint8Array
  /** Carries streams and calls to edges; absent: there is none. */
  readonly bus?: EventBus | undefined
  /** Of the right to trade. */
  readonly epoch?: number | undefined
}

type RouteOptions = SpotMarketOptions &
  SpotOrderOptions &
  SpotAccountOptions &
  WalletRouteOptions &
  MarginRouteOptions &
  ContractMarketOptions &
  AlgoRouteOptions &
  ContractAccountOptions &
  ContractRecordOptions &
  Parameters<typeof userDataRoutes>[0]

/** Every call of the dialect. */
export function dialectRoutes(options: RouteOptions): DialectRoute[] {
  return [
    ...spotMarketRoutes(options),
    ...spotOrderRoutes(options),
    ...orderListRoutes(options),
    ...spotAccountRoutes(options),
    ...userDataRoutes(options),
    ...contractMarketRoutes(options),
    ...contractOrderRoutes(options),
    ...algoOrderRoutes(options),
    ...contractRecordRoutes(options),
    ...contractAccountRoutes(options),
    ...walletRoutes(options),
    ...marginRoutes(options),
  ]
}

/** The interface that trading programs already speak, over the services of the page. */
export function createOpenApiDialect(options: OpenApiOptions): GatewayModule {
  const { clock, market, trading, log } = options
  const marketLog = createMarketLog({ market, now: clock.now })
  const limits = createLimits({ ...options, orderLimits: trading.orderLimits })
  const recent = createRecentOrders()
  const onError = (error: unknown) =>
    log.error('A stream of the Open API failed', { error: String(error) })
  const users = createUserStreams({ ...options, recent, view: trading.service.core.state, onError })
  // What an order was before is asked of the recent ones: they come last.
  const forget = trading.service.core.onPublished((seq, effects) => {
    users.publish(seq, effects)
    recent.publish(seq, effects)
  })
  const sources = { ...options, trading: trading.service, recent }
  const reader = createOrderReader(sources)
  const marginReaders = {
    cross: createOrderReader({ ...sources, funds: 'cross' }),
    isolated: createOrderReader({ ...sources, funds: 'isolated' }),
  }
  const shared = {
    ...options,
    trading: trading.service,
    orderLimits: trading.orderLimits,
    marketLog,
    limits,
    reader,
    marginReaders,
    recent,
  }
  const dispatcher = createDispatcher({
    ...shared,
    routes: dialectRoutes({ ...shared, users }),
  })
  const hubs = createHubs({ ...options, marketLog, onError })
  const calls = createSocketCalls({ ...options, dispatcher })
  const sockets = [
    ...streamSockets({ clock, hubs, users }),
    socketApi('spot', { clock, calls, users }),
    socketApi('futures', { clock, calls, users }),
  ]
  let leaveBus = () => {}
  return {
    routes: [],
    sockets,
    quick: quickReads(dispatcher),
    mount(app) {
      mountRoutes(app, dispatcher)
      mountDocs(app, { routes: dispatcher.routes, orderLimits: trading.orderLimits })
    },
    async start() {
      for (const hub of Object.values(hubs)) hub.start()
      const { bus, epoch = 0 } = options
      if (bus) leaveBus = publishStreams({ bus, epoch, clock, hubs, users, calls })
    },
    async stop() {
      leaveBus()
      for (const socket of sockets) socket.close()
      for (const hub of Object.values(hubs)) hub.stop()
      forget()
      marketLog.stop()
    },
  }
}

type HubOptions = Pick<OpenApiOptions, 'clock' | 'market' | 'candles' | 'futures' | 'trading'> & {
  readonly marketLog: MarketLog
  readonly onError: (error: unknown) => void
}

/** The market streams of both products. */
function createHubs({ clock, market, candles, futures, trading, marketLog, onError }: HubOptions) {
  const shared = { clock, market, candles, marketLog, onError }
  const { core } = trading.service
  const contracts = {
    prices: futures.prices,
    onEffects: (listener: (effects: Effects) => void) =>
      core.onPublished((_seq, effects) => listener(effects)),
  }
  return {
    spot: createStreamHub({ ...shared, product: 'spot', instruments: SPOT_SYMBOLS }),
    futures: createStreamHub({
      ...shared,
      product: 'futures',
      instruments: USDT_CONTRACTS,
      contracts,
    }),
  }
}
