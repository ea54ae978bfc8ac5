import type { Clock, Random } from '@x/kit'
import type { Database } from '../../../platform/db/Database.ts'
import type { TtlStore } from '../../../platform/ttl-store/TtlStore.ts'
import type { DisplayedMarket } from '../../market-data/ports/DisplayedMarket.ts'
import type { StepUp } from '../../sessions/ports/StepUp.ts'
import type { OrderGuard } from '../../trading/ports/OrderGuard.ts'
import type { TradingService } from '../../trading/ports/TradingService.ts'
import type { Network } from '../../wallet/ports/networks.ts'
import type { OwnAddresses } from './OwnAddresses.ts'

/** What withdrawals are made of. */
export interface WithdrawalServiceOptions {
  readonly trading: TradingService
  readonly guard: Pick<OrderGuard, 'takeTransfer'>
  readonly db: Database
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: Random
  readonly store: TtlStore
  readonly stepUp: StepUp
  readonly networks: readonly Network[]
  readonly own: OwnAddresses
  readonly market: Pick<DisplayedMarket, 'lastTicks'>
  readonly vipLevelOf: (userId: string) => number | Promise<number>
  /** Whether withdrawals of the network wait. */
  readonly isSuspended: (network: string) => boolean
}
