import type { PaperBroker } from './ports/PaperBroker.ts'
import type { Clock } from '@x/kit'
import { isOpen, leftLots } from '../../exchange/state/order.ts'
import type { Sql } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { SliceOptions } from '../../platform/event-loop/createSlices.ts'
import type { Trading } from '../trading/module.ts'
import { createPaperBroker } from './createPaperBroker.ts'
import { createPaperService } from './createPaperService.ts'
import { paperRoutes } from './routes.ts'

export { createPaperBroker }

export interface PaperOptions {
  readonly trading: Trading
  readonly db: Sql
  readonly clock: Clock
  readonly log: Log
  readonly market: DisplayedMarket
  /** Milliseconds of the market's own time, which may run faster or stand still. */
  readonly marketTime: () => number
  /** How the work of one market event is spread over turns of the event loop. */
  readonly slices?: SliceOptions | undefined
}

export interface PaperModule extends GatewayModule {
  /** Decides the fills of paper orders. */
  readonly broker: PaperBroker
}

/** The paper realm: the fill model over the displayed market, and the funds of paper accounts. */
export function createPaperModule({
  trading,
  db,
  clock,
  log,
  market,
  marketTime,
  slices,
}: PaperOptions): PaperModule {
  const { service, guard } = trading
  const { core } = service
  const broker = createPaperBroker({
    market,
    marketTime,
    resting: [...core.state.orders.values()].filter((order) => order.realm === 'paper'),
    fill(order, lots) {
      if (core.paused()) return
      core.execute({
        kind: 'paperFill',
        at: clock.now(),
        orderId: order.id,
        lots: Math.min(lots, leftLots(order)),
      })
    },
    clock,
    onError: (error) => log.error('A paper fill could not be booked', { error: String(error) }),
    slices,
  })
  const unsubscribe = core.onPublished((_seq, { orders }) => {
    for (const order of orders) if (order.realm === 'paper' && !isOpen(order)) broker.drop(order)
  })
  const paper = createPaperService({ trading: service, guard, clock, db })
  return {
    broker,
    routes: paperRoutes({ paper, trading: service }),
    async stop() {
      unsubscribe()
      broker.stop()
    },
  }
}
