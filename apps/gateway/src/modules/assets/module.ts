import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { DailyCloses, DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { MarginAccountSource } from '../margin/ports/MarginAccountSource.ts'
import type { Trading } from '../trading/module.ts'
import { createHoldings } from './createHoldings.ts'
import { assetRoutes } from './routes.ts'

export interface AssetsOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly market: DisplayedMarket
  readonly dailyCloses: DailyCloses
  /** Default: there are none. */
  readonly marginAccounts?: Pick<MarginAccountSource, 'of'> | undefined
}

/** Balances, holdings and the worth of accounts. */
export function createAssetsModule({ trading, ...options }: AssetsOptions): GatewayModule {
  const shared = { ...options, trading: trading.service }
  return { routes: assetRoutes({ ...shared, holdings: createHoldings(shared) }) }
}
