import { api } from '@x/api'
import type { Clock } from '@x/kit'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { OrderService } from '../orders/module.ts'
import type { Trading } from '../trading/module.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import { createAlgoRunner } from './createAlgoRunner.ts'
import { createAlgoService } from './createAlgoService.ts'

export interface AlgoOrdersOptions {
  readonly trading: Trading
  readonly orders: OrderService
  readonly clock: Clock
  readonly log: Log
}

/** Iceberg, time-weighted and scaled orders of both realms. */
export function createAlgoOrdersModule({
  trading: { service, guard },
  orders,
  clock,
  log,
}: AlgoOrdersOptions): GatewayModule {
  const algos = createAlgoService({ trading: service, orders, guard, clock })
  const runner = createAlgoRunner({
    trading: service,
    orders,
    clock,
    onError: (error) =>
      log.error('An order of an algo order could not be placed', { error: String(error) }),
  })
  const unsubscribe = service.core.onPublished((_seq, { algos: changed = [] }) => {
    for (const { id, status } of changed) if (status === 'running') runner.wake(id)
  })
  const { read, write } = createPrivateRoutes(service)
  return {
    routes: [
      write(api.spot.algoOrders.place, (session, params) => algos.place(session, params)),
      write(api.spot.algoOrders.stop, (session, params) => algos.stop(session, params)),
      read(api.spot.algoOrders.list, async (session) => ({ items: [...algos.list(session)] })),
    ],
    start: async () => runner.start(),
    async stop() {
      unsubscribe()
      runner.stop()
    },
  }
}
