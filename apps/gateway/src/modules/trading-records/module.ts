import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Trading } from '../trading/module.ts'
import { recordRoutes } from './routes.ts'

export { passes, readRecordFilter, type RecordFilter, type RecordsRequest } from './recordFilter.ts'

export interface TradingRecordsOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
}

/** Open and past orders, and fills. */
export function createTradingRecordsModule({
  trading,
  db,
  clock,
}: TradingRecordsOptions): GatewayModule {
  return { routes: recordRoutes({ db, clock, trading: trading.service }) }
}
