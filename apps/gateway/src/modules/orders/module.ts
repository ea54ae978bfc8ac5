import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { PaperBroker } from '../paper/ports/PaperBroker.ts'
import type { SliceOptions } from '../../platform/event-loop/createSlices.ts'
import type { Trading } from '../trading/module.ts'
import { createListReleases } from './createListReleases.ts'
import { createOrderService, type OrderService } from './createOrderService.ts'
import { createTriggerWatch } from './createTriggerWatch.ts'
import { orderRoutes } from './routes.ts'

export interface OrdersOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly market: DisplayedMarket
  readonly broker: PaperBroker
  /** How long a paper order travels before it meets the book, in milliseconds. Default 30. */
  readonly paperLatencyMs?: number | undefined
  readonly vipLevelOf: (userId: string) => number | Promise<number>
  /** How the work of one market event is spread over turns of the event loop. */
  readonly slices?: SliceOptions | undefined
}

export type { OrderService, PendingOrder } from './createOrderService.ts'

export interface OrdersModule extends GatewayModule {
  readonly service: OrderService
}

const PAPER_LATENCY_MS = 30

/** Placing, amending and cancelling spot orders, their triggers, and lists of orders. */
export function createOrdersModule(options: OrdersOptions): OrdersModule {
  const { trading, clock, market, broker, log } = options
  const watch = createTriggerWatch({
    core: trading.service.core,
    market,
    broker,
    clock,
    slices: options.slices,
    onError: (error) => log.error('A trigger could not be carried out', { error: String(error) }),
  })
  const releases = createListReleases({
    core: trading.service.core,
    market,
    broker,
    clock,
    slices: options.slices,
    onError: (error) =>
      log.error('The second order of a list could not be placed', { error: String(error) }),
  })
  const orders = createOrderService({
    ...options,
    trading: trading.service,
    guard: trading.guard,
    paperLatencyMs: options.paperLatencyMs ?? PAPER_LATENCY_MS,
  })
  return {
    service: orders,
    routes: orderRoutes({ orders, trading: trading.service }),
    start: async () => releases.start(),
    async stop() {
      releases.stop()
      watch.stop()
    },
  }
}
