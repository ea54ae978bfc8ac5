import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Trading } from '../trading/module.ts'
import { createTransferService } from './createTransferService.ts'
import { transferRoutes } from './routes.ts'

export interface TransfersOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
}

/** Transfers between the accounts of one customer. */
export function createTransfersModule({ trading, db, clock }: TransfersOptions): GatewayModule {
  const { service, guard } = trading
  const transfers = createTransferService({ trading: service, guard, clock, db })
  return { routes: transferRoutes({ transfers, trading: service }) }
}
