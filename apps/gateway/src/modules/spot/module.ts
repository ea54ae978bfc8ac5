import type { Clock, Random } from '@x/kit'
import { parseUnits } from '@x/decimal'
import type { TierRequirements } from '@x/trading'
import type { Database } from '../../platform/db/Database.ts'
import type { TradingHealth } from '../health/TradingHealth.ts'
import { JournalError } from '../../exchange/journal/JournalError.ts'
import type {
  DisplayedMarket,
  EngineFeed,
  HouseOrderPort,
} from '../market-data/ports/DisplayedMarket.ts'
import { createPaperBroker } from '../paper/createPaperBroker.ts'
import { createPaperDesk } from '../paper/createPaperService.ts'
import { PAPER_FUNDS } from '../../exchange/paper/paperFunds.ts'
import type { Log } from '../../platform/log/Log.ts'
import { GatewayError, type Capability } from '../../platform/http/route.ts'
import type { AllowanceRate } from '../../platform/http/socketLimits.ts'
import type { SessionReader } from '../../platform/http/SessionReader.ts'
import { createUserStream, type UserStream } from '../account-stream/createAccountStream.ts'
import type { DailyCloses } from '../assets/assetHistory.ts'
import { createDesk } from '../trading/createTradingService.ts'
import { createFeeTiers, type FeeTiers } from '../fee-tiers/createFeeTiers.ts'
import { createHoldings } from '../assets/createHoldings.ts'
import { createHouse } from '../trading/createHouseOrders.ts'
import { createOrderDesk } from '../orders/createOrderService.ts'
import { createOrderGuard } from '../trading/createOrderGuard.ts'
import type { SliceOptions } from '../trading/createSlices.ts'
import { createTriggerWatch } from '../orders/createTriggerWatch.ts'
import type { ExchangeCommand, Funds } from '../../exchange/state/command.ts'
import { grantKey } from '../../exchange/spot/funds.ts'
import { unboundOrders } from '../../exchange/spot/holders.ts'
import { isOpen, leftLots } from '../../exchange/state/order.ts'
import {
  openTradingCore,
  type TradingCore,
  type TradingCoreOptions,
} from '../../exchange/trading-core/openTradingCore.ts'
import { DEFAULT_ORDER_LIMITS, type OrderLimits } from '../trading/orderLimits.ts'
import { spotRoutes } from '../orders/routes.ts'
import { ASSET_SCALES, SPOT_ASSETS, SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { TradingDesks } from './TradingServices.ts'
import { createTransferDesk } from '../transfers/createTransferService.ts'
import { createVipLevels } from '../fee-tiers/createVipLevels.ts'

export interface TradingOptions {
  readonly db: Database
  readonly clock: Clock
  readonly dataDir: string
  readonly sessions: SessionReader
  readonly market: DisplayedMarket
  /**
   * Milliseconds of the market's own time, which may run faster or stand still (docs/adr/paper.md).
   * Default: the clock's.
   */
  readonly marketTime?: () => number
  readonly random: Random
  readonly log: Log
  /** Fees go by it. Default: what the users' table says. */
  readonly vipLevelOf?: (userId: string) => number | Promise<number>
  /** What VIP levels ask for. Default: the reference gateway's. */
  readonly tierRequirements?: TierRequirements
  /** The closes of past days, in ticks. Default none: only what is quoted has a worth. */
  readonly dailyCloses?: DailyCloses
  /** How long a paper order travels before it meets the book. Default 30. */
  readonly paperLatencyMs?: number
  /** What a user may spend on the private socket. Default: that of `SOCKET_LIMITS`. */
  readonly userAllowance?: AllowanceRate | undefined
  /**
   * Of a database that several gateways can reach. Default: none, the data folder's lock decides.
   */
  readonly lease?: TradingCoreOptions['lease']
  readonly installation?: TradingCoreOptions['installation']
  /** How many orders an account may have open and send. Default: those of the reference gateway. */
  readonly orderLimits?: OrderLimits
  /** How work that one market event brings is spread over turns of the event loop. */
  readonly slices?: SliceOptions | undefined
  /** How many milliseconds each write of the journal took that ended on disk. */
  readonly onSync?: (ms: number) => void
  /** Size of a journal segment. Default 8 MiB. */
  readonly segmentBytes?: number
}

export interface TradingCapability extends Capability {
  start(): Promise<void>
  stop(): Promise<void>
  /** Opens a new customer's accounts. */
  openAccounts(userId: string): Promise<void>
  /** Demonstration funds in both realms, once. */
  seedDemo(userId: string): Promise<void>
  /** Takes back every open order of a user who may trade no longer. */
  cancelOrders(userId: string): Promise<void>
  readonly house: HouseOrderPort
  /** For supervisors; trading has halted for good where it says so. */
  health(): TradingHealth
  /**
   * The displayed book's source in the live realm: every level that stands, then every change.
   * Before the start it waits for it.
   */
  connectFeed(feed: EngineFeed): void
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

const PAPER_LATENCY_MS = 30

interface Running extends TradingDesks {
  readonly core: TradingCore
  readonly house: ReturnType<typeof createHouse>
  readonly stream: UserStream
  readonly tiers: FeeTiers
  readonly stop: () => void
}

/**
 * Spot trading in both realms: engine, journal, ledger, paper broker, routes and the private
 * socket.
 */
export function createTradingCapability(options: TradingOptions): TradingCapability {
  const { clock, market, log } = options
  const feeds: EngineFeed[] = []
  let running: Running | undefined

  async function open(): Promise<Running> {
    const core = await openTradingCore({ ...options, symbols: SPOT_SYMBOLS })
    // Before anything may trade.
    const subAccounts = await subAccountsOf(
      options.db,
      new Set([...core.state.orders.values()].map(({ userId }) => userId)),
    )
    bindHolders(core, { at: clock.now(), subAccounts })
    const desk = createDesk({ core, clock })
    const broker = createPaperBroker({
      market,
      marketTime: options.marketTime ?? clock.now,
      resting: [...core.state.orders.values()].filter((order) => order.realm === 'paper'),
      fill: (order, lots) =>
        void (
          core.paused() ??
          core.execute({
            kind: 'paperFill',
            at: clock.now(),
            orderId: order.id,
            lots: Math.min(lots, leftLots(order)),
          })
        ),
      clock,
      onError: (error) => log.error('A paper fill could not be booked', { error: String(error) }),
      slices: options.slices,
    })
    const stream = createUserStream({ ...options, desk })
    const unsubscribe = core.onPublished((seq, effects) => {
      for (const order of effects.orders)
        if (order.realm === 'paper' && !isOpen(order)) broker.drop(order)
      stream.publish(seq, effects)
    })
    const watch = createTriggerWatch({
      core,
      market,
      broker,
      clock,
      slices: options.slices,
      onError: (error) => log.error('A trigger could not be carried out', { error: String(error) }),
    })
    const guard = createOrderGuard({
      state: core.state,
      limits: options.orderLimits ?? DEFAULT_ORDER_LIMITS,
      clock,
      subAccounts,
    })
    const orders = createOrderDesk({
      ...options,
      desk,
      broker,
      guard,
      paperLatencyMs: options.paperLatencyMs ?? PAPER_LATENCY_MS,
      vipLevelOf: options.vipLevelOf ?? createVipLevels(options).of,
    })
    const dailyCloses = options.dailyCloses ?? (async () => [])
    const tiers = createFeeTiers({
      ...options,
      db: options.db.maintenance ?? options.db,
      dailyCloses,
      settled: core.settled,
      ...(options.tierRequirements ? { requirements: options.tierRequirements } : {}),
    })
    const stop = () => [unsubscribe, watch.stop, broker.stop, stream.stop].forEach((end) => end())
    return {
      core,
      desk,
      db: options.db,
      orders,
      paper: createPaperDesk({ desk, guard, clock, db: options.db }),
      transfers: createTransferDesk({ desk, guard, clock, db: options.db }),
      market,
      clock,
      holdings: createHoldings(options),
      dailyCloses,
      house: createHouse({ core, clock }),
      stream,
      tiers,
      stop,
    }
  }

  function opened(): Running {
    if (!running) throw new GatewayError('00006', 'Trading has not started yet, please try again')
    return running
  }

  function carryOut(command: ExchangeCommand): Promise<void> {
    const { desk } = opened()
    desk.run(command)
    return desk.confirm(undefined)
  }

  return {
    routes: spotRoutes(opened),
    sockets: [
      {
        path: '/v1/user/stream',
        upgrade: (request, socket, head) =>
          running
            ? running.stream.upgrade(request, socket, head)
            : void socket.end(
                'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
              ),
      },
    ],
    async start() {
      running = await open()
      for (const feed of feeds) running.house.connectFeed(feed)
      log.info('Trading is open', { orders: running.core.state.orders.size })
    },
    async stop() {
      running?.stop()
      const { tiers, core } = running ?? {}
      running = undefined
      await tiers?.stop()
      await core?.stop()
    },
    openAccounts: (userId) =>
      carryOut({ kind: 'open', at: clock.now(), userId, assets: SPOT_ASSETS }),
    async seedDemo(userId) {
      const { core } = opened()
      const grant = { realm: 'live', key: `demo:${userId}` } as const
      // A folder from before grants were kept for good has them in the ledger only.
      const isGranted =
        core.state.grants.has(grantKey(grant)) || (await isGrantSettled(options.db, grant))
      if (!isGranted)
        await carryOut({
          kind: 'grant',
          at: clock.now(),
          userId,
          ...grant,
          funds: atomsOf(DEMO_FUNDS),
        })
      if (!core.state.paper.has(userId))
        await carryOut({ kind: 'paperOpen', at: clock.now(), userId, funds: PAPER_FUNDS })
    },
    async cancelOrders(userId) {
      const { state } = opened().core
      for (const realm of ['live', 'paper'] as const) {
        for (const { id } of state.ordersOf(realm, userId))
          await carryOut({ kind: 'cancel', at: clock.now(), orderId: id })
      }
    },
    house: {
      submit: (commands) => opened().house.submit(commands),
      resting: (symbol) => opened().house.resting(symbol),
    },
    health() {
      const core = running?.core
      const halted = core?.halted()
      return {
        isRunning: core !== undefined,
        halted,
        isJournalSound: core !== undefined && !(halted instanceof JournalError),
        openOrders: core?.state.orders.size,
        backlog: core?.backlog(),
        snapshot: core?.snapshotState(),
      }
    },
    connectFeed(feed) {
      feeds.push(feed)
      running?.house.connectFeed(feed)
    },
  }
}

async function isGrantSettled(
  db: Database,
  { realm, key }: { realm: string; key: string },
): Promise<boolean> {
  const rows = await db.query(
    "select 1 from ledger_transaction where realm = $1 and scope = 'grant' and idempotency_key = $2",
    [realm, key],
  )
  return rows.length > 0
}

/** Orders of today's journals know their holder; those that stand from before get theirs once. */
function bindHolders(
  core: TradingCore,
  {
    at,
    subAccounts,
  }: {
    readonly at: number
    readonly subAccounts: readonly (readonly [userId: string, holder: string])[]
  },
): void {
  const { owners } = core.state
  const { users, hasUnprevented } = unboundOrders(core.state)
  const rows = subAccounts.filter(
    ([userId, holder]) =>
      users.has(userId) &&
      (owners.get(userId) === undefined || owners.get(userId) !== owners.get(holder)),
  )
  if (rows.length > 0 || hasUnprevented) core.execute({ kind: 'holders', at, rows })
}

/** Which of the accounts are sub-accounts, and of which main account. */
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
      String(parseUnits(text, ASSET_SCALES[asset]!)),
    ]),
  )
}
