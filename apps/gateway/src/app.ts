import type { FastifyInstance } from 'fastify'
import { SPOT_SYMBOLS } from './exchange/instruments/symbols.ts'
import { createGatewayMetrics } from './modules/health/gatewayMetrics.ts'
import { createHealthModule } from './modules/health/module.ts'
import {
  createIdentityModule,
  type IdentityModule,
  type IdentityOptions,
} from './modules/identity/module.ts'
import { createMarketData, type MarketSettings } from './modules/market-data/createMarketData.ts'
import { createMarketModule } from './modules/market-data/module.ts'
import { createOpenApiModule } from './modules/openapi/module.ts'
import { createSessionsModule } from './modules/sessions/module.ts'
import { createSiteModules, type SiteSettings } from './modules/site/module.ts'
import { openSpotModule, type SpotSettings } from './modules/spot/module.ts'
import { createAudit, type AuditFileOptions } from './platform/audit/createAudit.ts'
import type { GatewayModule } from './platform/http/route.ts'
import { createAdmissionLimits } from './platform/security/createAdmissionLimits.ts'
import { deriveSignRules, SIGN_MODES } from './platform/security/signRules.ts'
import { createServer, type ServerSettings } from './platform/server/createServer.ts'
import { createReplayStore, type ReplaySettings } from './platform/signing/createReplayStore.ts'
import { createVerification } from './platform/signing/createVerification.ts'
import { createSignModule, SIGN_ROUTES } from './platform/signing/signModule.ts'
import { createTtlStore } from './platform/ttl-store/createTtlStore.ts'

/** Ports of the process and the settings of each module. */
export interface GatewayOptions
  extends
    Omit<IdentityOptions, 'accounts' | 'sessions' | 'store'>,
    MarketSettings,
    ReplaySettings,
    ServerSettings,
    SiteSettings,
    SpotSettings {
  /** Folder of the built app; absent: the gateway serves its calls only. */
  readonly webRoot?: string | undefined
  /** Origins besides its own that images of the page may come from. */
  readonly imageOrigins?: readonly string[] | undefined
  /** How the files of the audit log are written. */
  readonly auditFiles?: AuditFileOptions | undefined
  /** Bearer token that `/metrics` asks for; absent: this machine alone may read them. */
  readonly metricsToken?: string | undefined
}

export interface Gateway {
  readonly app: FastifyInstance
  /**
   * Starts every module; afterwards the app may listen. Answers the demonstration account, in
   * development.
   */
  start(): ReturnType<IdentityModule['prepareDemoAccount']>
  /** Why trading has stopped until a restart. */
  halted(): Error | undefined
  /** From now on `/ready` answers 503, so that no new work comes. */
  drain(): void
  /** Ends every module and closes the app; the database stays open. */
  stop(): Promise<void>
}

/**
 * Opens the exchange of the data folder and composes the gateway around it.
 * @throws JournalError, LedgerError, MarketError
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { db, identity, isDevelopment, lease } = options
  const isShared = db.kind === 'server'
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
  const marketData = createMarketData({ ...options, symbols: SPOT_SYMBOLS })
  const { displayed, marketClock, dailyCloses } = marketData
  const spot = await openSpotModule({
    ...options,
    sessions,
    market: displayed,
    marketTime: marketClock.monotonic,
    dailyCloses,
    onSync: observeSync,
  })
  const { trading } = spot
  if (displayed.liveTrading()) trading.houseAccount.connectFeed(displayed)
  const market = createMarketModule({
    ...options,
    data: marketData,
    houseAccount: trading.houseAccount,
    isControllable: isDevelopment,
  })
  const health = createHealthModule({ ...options, metrics, trading, market, audit, replay })
  const accounts = await createIdentityModule({ ...options, store, sessions, accounts: trading })

  const business: readonly GatewayModule[] = [
    health,
    ...createSiteModules({ ...options, store }),
    spot,
    market,
    ...accounts.modules,
  ]
  const routes = [...business.flatMap((module) => module.routes), ...SIGN_ROUTES]
  const rules = deriveSignRules(routes)
  const modules = [
    ...business,
    createSignModule({ identity, rules, userCheckDeviceUrl: accounts.deviceCheckPath }),
    createOpenApiModule(),
  ]
  const { imageOrigins = [], webRoot } = options
  const app = createServer({
    ...options,
    ...createVerification({
      ...options,
      routes,
      rules,
      keys: audit.keeping(keys),
      replay,
      isShared,
    }),
    ...createAdmissionLimits({ store, replay }),
    modules,
    sessions,
    audit: audit.call,
    observe: observeRequest,
    staticApp:
      webRoot === undefined ? undefined : { root: webRoot, config: pageConfig(), imageOrigins },
  })
  watchServer(app.server)

  function pageConfig(): object {
    return {
      issuerCertificates: [identity.issuerCertificatePem],
      development: isDevelopment,
      imageOrigins,
      hasRegionNotice: options.region !== undefined,
      ...accounts.pageConfig,
    }
  }

  return {
    app,
    async start() {
      await audit.start()
      for (const module of modules) await module.start?.()
      await app.ready()
      return accounts.prepareDemoAccount()
    },
    halted: () => trading.health().halted,
    drain: health.drain,
    async stop() {
      // Closing waits for open sockets, which end with their modules.
      const closed = app.close()
      for (const module of modules.toReversed()) await module.stop?.()
      await closed
      await accounts.stop()
      await audit.stop()
      store.close()
      await replay.close()
    },
  }
}
