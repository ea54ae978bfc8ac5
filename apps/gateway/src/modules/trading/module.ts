import type { OrderGuard } from './ports/OrderGuard.ts'
import type { TradingService } from './ports/TradingService.ts'
import { parseUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import { accountAsIs } from '../../exchange/futures/judge.ts'
import { SPOT_ASSETS, scaleOf } from '../../exchange/instruments/symbols.ts'
import { JournalError } from '../../exchange/journal/JournalError.ts'
import { PAPER_FUNDS } from '../../exchange/paper/paperFunds.ts'
import { grantKey } from '../../exchange/funds/grants.ts'
import { unboundOrders } from '../../exchange/state/holders.ts'
import type { ExchangeCommand, Funds } from '../../exchange/state/command.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { TradingHealth } from '../health/ports/TradingHealth.ts'
import type { TradingAccounts } from '../users/ports/TradingAccounts.ts'
import type { Log } from '../../platform/log/Log.ts'
import { createHouseAccount, type HouseAccount } from './createHouseAccount.ts'
import { createOrderGuard } from './createOrderGuard.ts'
import { createTradingService } from './createTradingService.ts'
import { DEFAULT_ORDER_LIMITS, type OrderLimits } from './orderLimits.ts'

export { limitsOf, type AccountLimits, type OrderLimits } from './orderLimits.ts'

export interface TradingOptions {
  readonly core: TradingCore
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** How many orders an account may have open and send. Default: those of the reference gateway. */
  readonly orderLimits?: OrderLimits | undefined
}

/** What the modules share of the running exchange. */
export interface Trading extends TradingAccounts {
  readonly service: TradingService
  readonly guard: OrderGuard
  readonly orderLimits: OrderLimits
  readonly houseAccount: HouseAccount
  /** For supervisors. */
  health(): TradingHealth
  /** Settles, takes a snapshot and closes; every command is refused from here on. */
  stop(): Promise<void>
}

const DEMO_FUNDS: Readonly<Record<string, string>> = {
  USDT: '100000',
  BTC: '2',
  ETH: '20',
  SOL: '500',
  XRP: '20000',
  DOGE: '100000',
  ADA: '50000',
  LTC: '200',
  LINK: '1000',
  SHIB: '1000000000',
}

/** Trading over a core that has just been opened, and that is stopped with it. */
export async function createTrading({
  core,
  db,
  clock,
  log,
  orderLimits = DEFAULT_ORDER_LIMITS,
}: TradingOptions): Promise<Trading> {
  // Holders are bound before anything may trade.
  const subAccounts = await subAccountsOf(
    db,
    new Set([...core.state.orders.values()].map(({ userId }) => userId)),
  )
  bindHolders(core, { at: clock.now(), subAccounts })
  const service = createTradingService({ core, clock })
  const guard = createOrderGuard({
    state: core.state,
    limits: orderLimits,
    clock,
    subAccounts,
  })
  let isRunning = true
  log.info('Trading is open', { orders: core.state.orders.size })

  function execute(command: ExchangeCommand): Promise<void> {
    service.run(command)
    return service.confirm(undefined)
  }

  return {
    service,
    guard,
    orderLimits,
    houseAccount: createHouseAccount({ core, clock }),
    openAccounts: (userId) =>
      execute({ kind: 'open', at: clock.now(), userId, assets: SPOT_ASSETS }),
    seedDemo: (userId) => seedDemoFunds({ core, db, clock }, { userId, execute }),
    cancelOrders: (userId) => cancelAll({ core, clock }, { userId, execute }),
    health() {
      const halted = isRunning ? core.halted() : undefined
      return {
        isRunning,
        halted,
        isJournalSound: isRunning && !(halted instanceof JournalError),
        openOrders: core.state.orders.size,
        backlog: core.backlog(),
        snapshot: core.snapshotState(),
      }
    },
    stop() {
      isRunning = false
      return core.stop()
    },
  }
}

type Execute = (command: ExchangeCommand) => Promise<void>

/** Cancels each order of a user in both realms, of pairs and of contracts. */
async function cancelAll(
  { core, clock }: Pick<TradingOptions, 'core' | 'clock'>,
  { userId, execute }: { readonly userId: string; readonly execute: Execute },
): Promise<void> {
  for (const realm of ['live', 'paper'] as const) {
    for (const { id } of core.state.ordersOf(realm, userId))
      await execute({ kind: 'cancel', at: clock.now(), orderId: id })
    const contracts = [...accountAsIs(core.state, { realm, userId }).orders]
    for (const { id } of contracts)
      await execute({ kind: 'futuresCancel', at: clock.now(), orderIds: [id] })
  }
}

/** Pays the demonstration funds in, on either realm once. */
async function seedDemoFunds(
  { core, db, clock }: Pick<TradingOptions, 'core' | 'db' | 'clock'>,
  { userId, execute }: { userId: string; execute(command: ExchangeCommand): Promise<void> },
): Promise<void> {
  const grant = { realm: 'live', key: `demo:${userId}` } as const
  // A data folder from before grants were part of the state has them in the ledger only.
  const isGranted = core.state.grants.has(grantKey(grant)) || (await isGrantSettled(db, grant))
  if (!isGranted)
    await execute({
      kind: 'grant',
      at: clock.now(),
      userId,
      ...grant,
      funds: atomsOf(DEMO_FUNDS),
    })
  if (!core.state.paper.has(userId))
    await execute({ kind: 'paperOpen', at: clock.now(), userId, funds: PAPER_FUNDS })
}

async function isGrantSettled(
  db: Database,
  { realm, key }: { realm: string; key: string },
): Promise<boolean> {
  const rows = await db.query(
    "select 1 from ledger_transaction where realm = $1 and scope = 'grant' and " +
      'idempotency_key = $2',
    [realm, key],
  )
  return rows.length > 0
}

interface Holders {
  readonly at: number
  readonly subAccounts: readonly (readonly [userId: string, holder: string])[]
}

/** Binds open orders from journals that did not record the holder of an account. */
function bindHolders(core: TradingCore, { at, subAccounts }: Holders): void {
  const { parties } = core.state
  const { users, hasUnprevented } = unboundOrders(core.state)
  const rows = subAccounts.filter(
    ([userId, holder]) =>
      users.has(userId) &&
      (parties.get(userId) === undefined || parties.get(userId) !== parties.get(holder)),
  )
  if (rows.length > 0 || hasUnprevented) core.execute({ kind: 'holders', at, rows })
}

/** The sub-accounts among the accounts, each with its main account. */
async function subAccountsOf(
  db: Database,
  userIds: ReadonlySet<string>,
): Promise<readonly (readonly [userId: string, holder: string])[]> {
  const rows = await db.query<{ id: string; parent_id: string }>(
    'select id, parent_id from users where parent_id is not null and id = any($1)',
    [[...userIds]],
  )
  return rows.map(({ id, parent_id }) => [id, parent_id] as const)
}

function atomsOf(amounts: Readonly<Record<string, string>>): Funds {
  return Object.fromEntries(
    Object.entries(amounts).map(([asset, text]) => [
      asset,
      String(parseUnits(text, scaleOf(asset))),
    ]),
  )
}
