import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { RequestSession } from '../../platform/http/route.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import type { Trading } from '../trading/module.ts'

export interface PaymentsOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly store: TtlStore
  readonly market: DisplayedMarket
  readonly stepUp: Pick<StepUp, 'spend'>
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

export interface Asked<Params> {
  readonly session: RequestSession
  readonly params: Params
}
