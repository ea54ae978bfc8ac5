import type { FastifyInstance } from 'fastify'
import { CONTRACTS } from './exchange/instruments/contracts.ts'
import { isListed } from './exchange/instruments/isListed.ts'
import { SPOT_SYMBOLS } from './exchange/instruments/symbols.ts'
import { createRulesUpgrade } from './exchange/trading-core/createRulesUpgrade.ts'
import {
  openTradingCore,
  type TradingCoreOptions,
} from './exchange/trading-core/openTradingCore.ts'
import { createModules, type ModuleOptions, type Modules } from './modules/createModules.ts'
import { createGatewayMetrics } from './modules/health/gatewayMetrics.ts'
import { createMarketData, type MarketSettings } from './modules/market-data/createMarketData.ts'
import { createSessionsModule } from './modules/sessions/module.ts'
import { createTrading, type TradingOptions } from './modules/trading/module.ts'
import { createAudit, type AuditFileOptions } from './platform/audit/createAudit.ts'
import { createBackgroundTurns } from './platform/event-loop/createBackgroundTurns.ts'
import { createAdmissionLimits } from './platform/security/createAdmissionLimits.ts'
import { SIGN_MODES } from './platform/security/signRules.ts'
import { createServer, type ServerSettings } from './platform/server/createServer.ts'
import { createReplayStore, type ReplaySettings } from './platform/signing/createReplayStore.ts'
import { createSigning } from './platform/signing/createSigning.ts'
import type { Tracing } from './platform/tracing/Tracing.ts'
import { createTtlStore } from './platform/ttl-store/createTtlStore.ts'

/** What the gateway makes of its options itself. */
type Made =
  | 'audit'
  | 'marketData'
  | 'metrics'
  | 'replay'
  | 'rules'
  | 'sessions'
  | 'slices'
  | 'store'
  | 'trading'

/** Ports of the process and the settings of each module. */
export interface GatewayOptions
  extends
    Omit<ModuleOptions, Made | 'epoch' | 'lease'>,
    MarketSettings,
    ReplaySettings,
    ServerSettings,
    Pick<TradingCoreOptions, 'installation' | 'knownRules' | 'lease' | 'replica' | 'shared'>,
    Pick<TradingOptions, 'orderLimits'> {
  /** Folder of the built app; absent: the gateway serves its calls only. */
  readonly webRoot?: string | undefined
  /** Origins besides its own that images of the page may come from. */
  readonly imageOrigins?: readonly string[] | undefined
  /** A process with the role `ledger` settles the shared log once this one has started. */
  readonly isLedgerApart?: boolean | undefined
  /** Exports spans of requests; absent: none. */
  readonly tracing?: Tracing | undefined
  /** How the files of the audit log are written. */
  readonly auditFiles?: AuditFileOptions | undefined
}

export interface Gateway {
  readonly app: FastifyInstance
  /** Starts every module; afterwards the app may listen. */
  start(): Promise<void>
  /** In development the demonstration account; in production it is closed. */
  prepareDemoAccount: Modules['identity']['prepareDemoAccount']
  /** Why trading has stopped until a restart. */
  halted(): Error | undefined
  /** From now on `/ready` answers 503, so that no new work comes. */
  drain(): void
  /** Ends every module and closes the app; the database stays open. */
  stop(): Promise<void>
}

/**
 * Opens the exchange of the data folder, with the instruments of every product, and the gateway's
 * modules and server around it.
 * @throws JournalError, LedgerError, MarketError
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { lease } = options
  const store = createTtlStore(options)
  const replay = createReplayStore(options)
  const { metrics, observeRequest, observeSync, watchServer } = createGatewayMetrics()
  const audit = createAudit({
    ...options,
    epoch: lease?.epoch,
    signModes: SIGN_MODES,
    files: options.auditFiles,
  })
  const { sessions, keys } = createSessionsModule(options)
  await whenHeld(lease)
  const { trading, background } = await openTrading(options, { onSync: observeSync })
  metrics.gauge(
    'gateway_rules_version',
    'The version of the rules in force.',
    () => trading.service.core.state.rules.version,
  )
  await whenHeld(lease)
  const { list, health, identity } = await createModules({
    ...options,
    epoch: lease?.epoch,
    audit,
    marketData: createMarketData({ ...options, symbols: SPOT_SYMBOLS, contracts: CONTRACTS }),
    metrics,
    replay,
    rules: createRulesUpgrade({ ...options, core: trading.service.core }),
    sessions,
    slices: { nextTurn: background.nextTurn },
    store,
    trading,
  })
  const { app, modules } = createGatewayServer(options, {
    list,
    accounts: identity,
    sessions,
    keys,
    store,
    replay,
    audit,
    observe: observeRequest,
  })
  watchServer(app.server)

  return {
    app,
    async start() {
      await audit.start()
      for (const module of modules) {
        await whenHeld(lease)
        await module.start?.()
      }
      if (options.isLedgerApart) await trading.service.core.leaveLedger()
      await app.ready()
    },
    prepareDemoAccount: identity.prepareDemoAccount,
    halted: () => trading.health().halted,
    drain: health.drain,
    async stop() {
      // Closing waits for open sockets, which end with their modules.
      const closed = app.close()
      for (const module of modules.toReversed()) await module.stop?.()
      await trading.stop()
      await closed
      await identity.stop()
      await Promise.all([audit.stop(), options.tracing?.close(), options.bus?.close()])
      store.close()
      await replay.close()
    },
  }
}

/**
 * On a busy machine a start may stand still for longer than the lease lasts: what it executes would
 * be refused.
 * @throws the error of a lease that another gateway has taken
 */
function whenHeld(lease: GatewayOptions['lease']): Promise<void> {
  return new Promise((resolve, reject) => {
    if (lease === undefined || lease.isHeld()) return resolve()
    lease.onRegained(resolve)
    lease.onLost(reject)
  })
}

/** A reader that must see what was done before waits for the ledger, which takes it at once. */
const EMBEDDED_DELAY_MS = 500

async function openTrading(
  options: GatewayOptions,
  { onSync }: Pick<TradingCoreOptions, 'onSync'>,
) {
  const background = createBackgroundTurns({ monotonic: options.clock.monotonic })
  const core = await openTradingCore({
    ...options,
    instruments: [...SPOT_SYMBOLS, ...CONTRACTS],
    onSync,
    trace: options.tracing?.commands,
    restAfterBatch: background.rest,
    embeddedDelayMs: EMBEDDED_DELAY_MS,
  })
  return { background, trading: await createTrading({ ...options, core }) }
}

/** The server with the routes of every module and of the sign configuration. */
function createGatewayServer(
  options: GatewayOptions,
  made: Pick<Modules, 'list'> &
    ReturnType<typeof createSessionsModule> & {
      readonly accounts: Modules['identity']
      readonly store: ReturnType<typeof createTtlStore>
      readonly replay: ReturnType<typeof createReplayStore>
      readonly audit: ReturnType<typeof createAudit>
      readonly observe: ReturnType<typeof createGatewayMetrics>['observeRequest']
    },
) {
  const { list, accounts, sessions, store, replay, audit } = made
  const { module, ...verification } = createSigning({
    ...options,
    routes: list.flatMap(({ routes }) => routes),
    replay,
    keys: audit.keeping(made.keys),
    // Who has followed the former gateway shares its replay set too: the settings see to it.
    isShared: options.db.kind === 'server' && options.replica === undefined,
    userCheckDeviceUrl: accounts.deviceCheckPath,
  })
  const modules = [...list, module]
  const app = createServer({
    ...options,
    ...verification,
    ...createAdmissionLimits({ store, replay }),
    modules,
    sessions,
    audit: audit.call,
    observe: made.observe,
    staticApp: staticAppOf(options, accounts),
  })
  return { app, modules }
}

/** The built app and what its page reads from its configuration. */
function staticAppOf(
  { webRoot, imageOrigins = [], identity, isDevelopment, region }: GatewayOptions,
  accounts: Modules['identity'],
) {
  if (webRoot === undefined) return undefined
  const config = {
    issuerCertificates: [identity.issuerCertificatePem],
    development: isDevelopment,
    imageOrigins,
    hasRegionNotice: region !== undefined,
    ...accounts.pageConfig,
  }
  return { root: webRoot, config, imageOrigins, isListed }
}
