import { api } from '@x/api'
import type { Clock } from '@x/kit'
import type { TierRequirements } from '@x/trading'
import type { Database } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { DailyCloses } from '../market-data/ports/DisplayedMarket.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import type { Trading } from '../trading/module.ts'
import type { Network } from '../wallet/ports/networks.ts'
import { createFeeTiers } from './createFeeTiers.ts'
import { createVipLevels } from './createVipLevels.ts'
import { feeSchedule, vipDetailOf } from './vipDetail.ts'

export interface FeeTiersModuleOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly dailyCloses: DailyCloses
  /** Where coins are withdrawn, and for how much. */
  readonly networks: readonly Network[]
  /** What VIP levels ask for. Default: the reference gateway's. */
  readonly requirements?: TierRequirements | undefined
}

export interface FeeTiersModule extends GatewayModule {
  /** The VIP level of a user, by which its fees go. */
  readonly vipLevelOf: (userId: string) => Promise<number>
}

/** Assesses the VIP level of every user once a day, and says what fees and levels are. */
export function createFeeTiersModule({
  trading,
  networks,
  requirements,
  ...options
}: FeeTiersModuleOptions): FeeTiersModule {
  const asked = requirements ? { requirements } : {}
  const tiers = createFeeTiers({
    ...options,
    db: options.db.maintenance ?? options.db,
    settled: trading.service.core.settled,
    ...asked,
  })
  const { read } = createPrivateRoutes(trading.service)
  const schedule = feeSchedule({ networks, requirements })
  return {
    routes: [
      route(api.fees.schedule, async () => schedule),
      read(api.fees.vip, (session) =>
        vipDetailOf(session.userId, {
          db: options.db,
          dailyCloses: options.dailyCloses,
          now: options.clock.now(),
          ...asked,
        }),
      ),
    ],
    vipLevelOf: createVipLevels(options).of,
    stop: tiers.stop,
  }
}
