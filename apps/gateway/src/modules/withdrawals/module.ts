import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule, RouteSpec } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import type { Trading } from '../trading/module.ts'
import type { Network } from '../wallet/ports/networks.ts'
import { createAddressBook } from './createAddressBook.ts'
import { judge } from './createWithdrawalRequests.ts'
import { createWithdrawalService } from './createWithdrawalService.ts'
import type { OwnAddresses } from './ports/OwnAddresses.ts'
import { withdrawalRoutes } from './routes.ts'

export interface WithdrawalsOptions {
  readonly trading: Trading
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly store: TtlStore
  readonly stepUp: StepUp
  /** Device check and log line of each route. */
  readonly guardRoutes: (routes: readonly RouteSpec[]) => RouteSpec[]
  readonly market: DisplayedMarket
  readonly vipLevelOf: (userId: string) => number | Promise<number>
  readonly networks: readonly Network[]
  readonly own: OwnAddresses
  readonly isSuspended: (network: string) => boolean
}

/** Withdrawals and the address book (wallet 4). */
export function createWithdrawalsModule(options: WithdrawalsOptions): GatewayModule {
  const { trading, clock } = options
  const { service, guard } = trading
  const shared = { ...options, trading: service, guard }
  return {
    routes: options.guardRoutes(
      withdrawalRoutes({
        withdrawals: createWithdrawalService(shared),
        book: createAddressBook(options),
        trading: service,
      }),
    ),
    async start() {
      // Those that a crash left between their request and their rules.
      for (const withdrawal of service.core.state.withdrawals.open.values())
        if (withdrawal.state === 'pending') judge(service, { withdrawal, now: clock.now() })
    },
  }
}
