import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Trading } from '../trading/module.ts'
import { statementRoutes } from './routes.ts'

export interface StatementOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
}

/** The account statement: every ledger line of every account of a user. */
export function createStatementModule({ trading, db, clock }: StatementOptions): GatewayModule {
  return { routes: statementRoutes({ db, clock, trading: trading.service }) }
}
