import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule, RouteSpec } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import type { Trading } from '../trading/module.ts'
import type { Network } from '../wallet/ports/networks.ts'
import { createAddressBook, type AddressBook } from './createAddressBook.ts'
import { createBroadcaster, type PaidNetwork } from './createBroadcaster.ts'
import { createReturns } from './createReturns.ts'
import { createWithdrawalService, type WithdrawalService } from './createWithdrawalService.ts'
import type { DepositReturns } from './ports/DepositReturns.ts'
import type { OwnAddresses } from './ports/OwnAddresses.ts'
import type { PaymentRound } from './payments/PaymentRound.ts'
import type { Signer } from '../wallet/ports/Signer.ts'
import { withdrawalRoutes } from './routes.ts'

export { dailyCap } from './rules.ts'

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
  /** The networks as they run, and who signs; absent: withdrawals wait. */
  readonly running?: readonly PaidNetwork[] | undefined
  readonly signer?: Signer | undefined
  /** Deposit addresses, whose coins pay withdrawals on UTXO networks. */
  readonly addresses?: PaymentRound['addresses']
  readonly reserved?: PaymentRound['reserved']
}

export interface WithdrawalsModule extends GatewayModule {
  readonly service: WithdrawalService
  readonly book: AddressBook
  /** For operators. */
  readonly returns: DepositReturns
}

/** Withdrawals and the address book (wallet 4). */
export function createWithdrawalsModule(options: WithdrawalsOptions): WithdrawalsModule {
  const { trading, signer } = options
  const { service, guard } = trading
  const shared = { ...options, trading: service, guard }
  const broadcaster =
    signer && createBroadcaster({ ...shared, signer, networks: options.running ?? [] })
  const withdrawals = createWithdrawalService(shared)
  const book = createAddressBook(options)
  return {
    service: withdrawals,
    book,
    returns: createReturns(shared),
    routes: options.guardRoutes(withdrawalRoutes({ withdrawals, book, trading: service })),
    async start() {
      broadcaster?.start()
    },
    async stop() {
      await broadcaster?.stop()
    },
  }
}
