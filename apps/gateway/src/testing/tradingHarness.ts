import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Clock } from '@x/kit'
import { browserClock } from '@x/kit/browser'
import type { TierRequirements } from '@x/trading'
import type { Database } from '../platform/db/Database.ts'
import { openTestDatabase } from '../testing/openTestDatabase.ts'
import { silentLog, type Log } from '../platform/log/Log.ts'
import {
  GatewayError,
  type GatewayModule,
  type GatewayRequest,
  type RequestSession,
  type RouteSpec,
  type SocketPath,
} from '../platform/http/route.ts'
import { createContractCheck } from '../platform/http/contractCheck.ts'
import type { Realm } from '../exchange/accounts/accounts.ts'
import type { EventBus } from '../platform/event-bus/EventBus.ts'
import type { AllowanceRate } from '../platform/http/socketLimits.ts'
import type { SessionReader } from '../platform/http/SessionReader.ts'
import type { DailyCloses } from '../modules/market-data/ports/DisplayedMarket.ts'
import type { SliceOptions } from '../platform/event-loop/createSlices.ts'
import { createAccountStreamModule } from '../modules/account-stream/module.ts'
import { createAlgoOrdersModule } from '../modules/algo-orders/module.ts'
import { createAssetsModule } from '../modules/assets/module.ts'
import { createCopyModule } from '../modules/copy-trading/module.ts'
import { createEarnModule } from '../modules/earn/module.ts'
import type { EarnProductTerms } from '../modules/earn/earnProducts.ts'
import { DEVELOPMENT_NETWORKS } from '../modules/wallet/ports/networks.ts'
import { createFeeTiersModule } from '../modules/fee-tiers/module.ts'
import { createFuturesModule } from '../modules/futures/module.ts'
import type { MarginAccountSource } from '../modules/margin/ports/MarginAccountSource.ts'
import { createMarginModule } from '../modules/margin/module.ts'
import type { UserNotices } from '../modules/notices/ports/UserNotices.ts'
import { createNoticesModule } from '../modules/notices/module.ts'
import { createOrdersModule, type OrderService } from '../modules/orders/module.ts'
import { createP2pModule } from '../modules/p2p/module.ts'
import { createPaperModule } from '../modules/paper/module.ts'
import { createTrading, type Trading } from '../modules/trading/module.ts'
import { createPaymentsModule } from '../modules/payments/module.ts'
import { createPriceAlertsModule } from '../modules/price-alerts/module.ts'
import { createRedPacketsModule } from '../modules/red-packets/module.ts'
import { createStatementModule } from '../modules/statement/module.ts'
import { stoppedUntil } from '../modules/sessions/ports/withdrawalStop.ts'
import { createStepUp } from '../modules/sessions/stepUp.ts'
import type { TtlStore } from '../platform/ttl-store/TtlStore.ts'
import { createMemoryTtlStore } from '../platform/ttl-store/createMemoryTtlStore.ts'
import { createTradingRecordsModule } from '../modules/trading-records/module.ts'
import type { SecurityHold } from '../modules/p2p/ports/P2pPorts.ts'
import { createTransfersModule } from '../modules/transfers/module.ts'
import { CONTRACTS } from '../exchange/instruments/contracts.ts'
import { SPOT_SYMBOLS } from '../exchange/instruments/symbols.ts'
import {
  openTradingCore,
  type TradingCoreOptions,
} from '../exchange/trading-core/openTradingCore.ts'
import { type OrderLimits, WIDE_ORDER_LIMITS } from '../modules/trading/orderLimits.ts'
import { checkParams } from './checkParams.ts'
import { createTestMarket, type TestMarket } from './testMarket.ts'

/** Who decides appeals in tests. */
export const OPERATOR = '9000000001'

const WIDE_ALLOWANCE: AllowanceRate = { burst: 1_000_000, perSecond: 1_000_000 }

export interface HarnessOptions {
  readonly db?: Database
  readonly dataDir?: string
  readonly clock?: Clock
  readonly log?: Log
  readonly installation?: TradingCoreOptions['installation']
  /** On a database and a log that several processes reach. */
  readonly lease?: TradingCoreOptions['lease']
  readonly shared?: TradingCoreOptions['shared']
  readonly replica?: TradingCoreOptions['replica']
  readonly segmentBytes?: number
  readonly vipLevelOf?: (userId: string) => number | Promise<number>
  readonly sessions?: SessionReader
  readonly dailyCloses?: DailyCloses
  readonly tierRequirements?: TierRequirements
  /** Default: those of the reference gateway. */
  readonly earnProducts?: readonly EarnProductTerms[]
  readonly securityHold?: SecurityHold
  readonly earnPool?: Readonly<Record<string, string>>
  /** The store of step-ups and limits; default one in memory. */
  readonly store?: TtlStore
  /** Default 0 here: paper orders meet the book that the test set. */
  readonly paperLatencyMs?: number
  readonly userAllowance?: AllowanceRate
  /** Default here: more than any test asks. */
  readonly publicAllowance?: AllowanceRate
  /** Carries accounts to edges. */
  readonly bus?: EventBus
  /** Default here: higher than any test comes. */
  readonly orderLimits?: OrderLimits
  /** Default here: all that a market event brings is done in its turn. */
  readonly slices?: SliceOptions
}

/**
 * The whole trading side over a test market, called as the server calls it: session checked,
 * signature verified.
 */
export interface Harness {
  /** Of the run at this moment: `restart` replaces it. */
  readonly routes: readonly RouteSpec[]
  readonly sockets: readonly SocketPath[]
  readonly trading: Trading
  readonly orders: OrderService
  readonly userNotices: UserNotices
  readonly marginAccounts: MarginAccountSource
  readonly market: TestMarket
  readonly db: Database
  readonly dataDir: string
  /** `data` of the answer. @throws GatewayError */
  call<T = Record<string, unknown>>(path: string, options: CallOptions): Promise<T>
  /** The code of a refusal and its data; `'0'` for a success. */
  refusal(
    path: string,
    options: CallOptions,
  ): Promise<{ readonly code: string; readonly data: unknown }>
  /** Ends trading in order; `start` opens it again on the same data. */
  stop(): Promise<void>
  start(): Promise<void>
  /** `stop`, then `start`. */
  restart(): Promise<void>
  /** The same with what a killed process leaves behind: its journal, and no snapshot of its end. */
  restartFromJournal(): Promise<void>
  close(): Promise<void>
}

export interface CallOptions {
  readonly userId: string
  readonly realm?: Realm
  readonly keyId?: string | null
  readonly body?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
}

export const noSessions: SessionReader = {
  read: async () => ({ ok: false, code: '401', message: 'Please login to visit' }),
  onEnd: () => () => {},
}

export async function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  const contract = createContractCheck()
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'trading-')))
  const db = options.db ?? (await openTestDatabase())
  const market = createTestMarket()
  let starts = 0
  const open = () =>
    openTradingModules({
      epoch: ++starts,
      clock: browserClock(),
      sessions: noSessions,
      log: silentLog,
      paperLatencyMs: 0,
      orderLimits: WIDE_ORDER_LIMITS,
      slices: { ms: Infinity, steps: Infinity },
      dailyCloses: async () => [],
      ...options,
      db,
      dataDir,
      market,
    })
  let running = await open()
  const start = async () => void (running = await open())

  /** As a session knows it. */
  async function holderOf(userId: string): Promise<{ holder?: string }> {
    const [row] = await db.query<{ parent_id: string | null }>(
      'select parent_id from users where id = $1',
      [userId],
    )
    return row?.parent_id ? { holder: row.parent_id } : {}
  }

  async function call<T>(
    route: string,
    { userId, realm = 'live', keyId = 'key', body = {}, query = {} }: CallOptions,
  ): Promise<T> {
    const spec = running.routes.find((candidate) => candidate.path === route)
    if (!spec) throw new Error(`No route ${route}`)
    const session: RequestSession = {
      sessionId: `session-${userId}`,
      userId,
      realm,
      roles: ['trader'],
      keyId,
      ...(await holderOf(userId)),
    }
    const request: GatewayRequest = {
      path: route,
      query,
      body,
      rawBody: '',
      headers: {},
      address: '127.0.0.1',
      isProxied: false,
      session,
      clientKey: undefined,
      signKeyId: keyId,
      isSecure: true,
      setCookie() {},
    }
    if (spec.endpoint) checkParams(spec.endpoint, spec.method === 'GET' ? query : body)
    const answer = await spec.handler(request)
    const fault = spec.endpoint && contract.answerFault(spec.endpoint, answer)
    if (fault !== undefined) throw new Error(fault)
    return answer as T
  }

  return {
    get routes() {
      return running.routes
    },
    get sockets() {
      return running.sockets
    },
    get trading() {
      return running.trading
    },
    get orders() {
      return running.orders
    },
    get userNotices() {
      return running.userNotices
    },
    get marginAccounts() {
      return running.marginAccounts
    },
    stop: () => running.stop(),
    start,
    market,
    db,
    dataDir,
    call,
    refusal: (route, callOptions) =>
      call(route, callOptions).then(
        () => ({ code: '0', data: null }),
        (error: unknown) => {
          if (error instanceof GatewayError) return { code: error.code, data: error.data }
          throw error
        },
      ),
    async restart() {
      await running.stop()
      await start()
    },
    async restartFromJournal() {
      await running.stop()
      const dir = path.join(dataDir, 'journal')
      for (const name of await readdir(dir))
        if (name.startsWith('snapshot')) await rm(path.join(dir, name))
      await start()
    },
    async close() {
      await running.stop()
      if (!options.db) await db.close()
      if (!options.dataDir) await rm(dataDir, { recursive: true })
    },
  }
}

type Opening = Required<
  Pick<
    HarnessOptions,
    | 'clock'
    | 'dailyCloses'
    | 'dataDir'
    | 'db'
    | 'log'
    | 'orderLimits'
    | 'paperLatencyMs'
    | 'sessions'
    | 'slices'
  >
> &
  HarnessOptions & { readonly market: TestMarket; readonly epoch: number }

/** The modules that trade, over a core of their own. */
async function openTradingModules(options: Opening) {
  const { market, clock, tierRequirements } = options
  const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) }
  const core = await openTradingCore({ ...options, instruments: [...SPOT_SYMBOLS, ...CONTRACTS] })
  const trading = await createTrading({ ...options, core })
  const shared = { ...options, random, trading }
  const store = options.store ?? createMemoryTtlStore({ clock })
  const paper = createPaperModule({ ...shared, marketTime: clock.now })
  const feeTiers = createFeeTiersModule({
    ...shared,
    networks: DEVELOPMENT_NETWORKS,
    requirements: tierRequirements,
  })
  const notices = createNoticesModule(shared)
  const p2p = createP2pModule({
    ...shared,
    store,
    rates: { at: 0, rates: { USD: '1', EUR: '0.5' } },
    stepUp: createStepUp({ store, random }),
    sealKey: new Uint8Array(32),
    guardRoutes: (routes) => [...routes],
    isOperator: ({ userId }) => userId === OPERATOR,
    securityHold: options.securityHold ?? ((userId) => stoppedUntil(options.db, userId)),
  })
  const vipLevelOf = options.vipLevelOf ?? feeTiers.vipLevelOf
  const orders = createOrdersModule({ ...shared, broker: paper.broker, vipLevelOf })
  const algoOrders = createAlgoOrdersModule({ ...shared, orders: orders.service })
  const margin = createMarginModule({
    ...shared,
    vipLevelOf,
    userNotices: notices.userNotices,
  })
  const modules: readonly GatewayModule[] = [
    feeTiers,
    notices,
    createAccountStreamModule({
      ...shared,
      userNotices: notices.userNotices,
      p2pMessages: p2p.messages,
      marginAccounts: margin.marginAccounts,
    }),
    paper,
    createTransfersModule(shared),
    createRedPacketsModule({
      ...shared,
      store,
      stepUp: createStepUp({ store, random }),
      // The solved captcha of a test is named `solved`.
      captcha: { spend: async (bizId) => bizId === 'solved' },
      guardRoutes: (routes) => [...routes],
    }),
    p2p,
    createEarnModule({ ...shared, products: options.earnProducts, pool: options.earnPool }),
    createCopyModule({
      ...shared,
      broker: paper.broker,
      vipLevelOf,
    }),
    createAssetsModule({ ...shared, marginAccounts: margin.marginAccounts }),
    createStatementModule(shared),
    createPaymentsModule({
      ...shared,
      store,
      random,
      stepUp: createStepUp({ store, random }),
      vipLevelOf,
      guardRoutes: (routes) => [...routes],
    }),
    createTradingRecordsModule(shared),
    createPriceAlertsModule({
      ...shared,
      symbols: SPOT_SYMBOLS,
      contracts: CONTRACTS,
      notices: notices.userNotices,
    }),
    orders,
    algoOrders,
    margin,
    createFuturesModule({
      ...shared,
      marketTime: clock.now,
      vipLevelOf,
      publicAllowance: options.publicAllowance ?? WIDE_ALLOWANCE,
    }),
  ]
  trading.houseAccount.connectFeed(market)
  for (const module of [orders, algoOrders]) await module.start?.()
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    for (const module of modules.toReversed()) await module.stop?.()
    await trading.stop()
  }
  return {
    trading,
    orders: orders.service,
    userNotices: notices.userNotices,
    marginAccounts: margin.marginAccounts,
    routes: modules.flatMap(({ routes }) => routes),
    sockets: modules.flatMap(({ sockets = [] }) => sockets),
    stop: () => (stopped ??= stop()),
  }
}
