import { createVerifier } from '@x/gateway-sign/server'
import type { Clock, Random } from '@x/kit'
import type { FastifyInstance } from 'fastify'
import { createAudit, type AuditFileOptions } from './platform/audit/createAudit.ts'
import { createCaptchaCapability } from './modules/captcha/module.ts'
import { buildChallengeScript } from './modules/captcha/challengeScript.ts'
import type { WorkSize } from './modules/captcha/proofOfWork.ts'
import { createClientErrorCapability } from './modules/client-errors/module.ts'
import { createCspCapability } from './modules/csp/module.ts'
import type { Database } from './platform/db/Database.ts'
import { createGatewayDecryptor } from './platform/signing/createGatewayDecryptor.ts'
import { derivedSecret, type GatewayIdentity } from './platform/signing/derivedSecret.ts'
import { createDeviceCapability } from './modules/device/module.ts'
import { createDeviceGuard, type DevicePolicy } from './modules/device/deviceGuard.ts'
import { createDeviceTokens } from './modules/device/deviceTokens.ts'
import { createMemoryExpiringStore } from './platform/ttl-store/createMemoryTtlStore.ts'
import { createPostgresExpiringStore } from './platform/ttl-store/createPostgresTtlStore.ts'
import type { ClosableReplayStore } from './platform/signing/ClosableReplayStore.ts'
import { createJournalledReplayStore } from './platform/signing/createJournalledReplayStore.ts'
import { createHealth } from './modules/health/module.ts'
import { createPostgresReplayStore } from './platform/signing/createPostgresReplayStore.ts'
import { createSignCapability } from './platform/signing/signModule.ts'
import { createNotBefore } from './platform/signing/createReplayHorizon.ts'
import { gatewayProfile } from './platform/signing/gatewayProfile.ts'
import { requireProof } from './platform/signing/requireReplayProof.ts'
import { createImageDomainCapability } from './modules/image-domain/module.ts'
import { createDevelopmentMailbox } from './modules/mailbox/module.ts'
import { createOauthStandin } from './modules/demo-identity-provider/module.ts'
import type { Installation } from './exchange/ledger/openInstallation.ts'
import type { WriterLease } from './platform/db/lease/WriterLease.ts'
import { createMarketCapability } from './modules/market-data/module.ts'
import type { ScenarioName } from './modules/market-data/generator/scenario.ts'
import { createNoticesCapability } from './modules/notices/module.ts'
import { demonstrationNotices, type NoticeSource } from './modules/notices/openNoticeSource.ts'
import { createOpenApiCapability } from './modules/openapi/module.ts'
import { createReferralConfigCapability, type ReferralConfig } from './modules/referral/module.ts'
import { createRegionCapability } from './modules/region/module.ts'
import type { RegionSettings } from './modules/region/regionSettings.ts'
import { createOpeningLimit } from './platform/security/createDecryptLimit.ts'
import { createSealBudget } from './platform/security/createReplayQuota.ts'
import { createServer } from './platform/server/createServer.ts'
import type { Log } from './platform/log/Log.ts'
import type { Capability } from './platform/http/route.ts'
import { deriveSignRules } from './platform/security/signRules.ts'
import { createKeyLookup } from './modules/sessions/clientKeys.ts'
import { createSessions } from './modules/sessions/createSessions.ts'
import { createTradingCapability } from './modules/spot/module.ts'
import type { OrderLimits } from './modules/trading/orderLimits.ts'
import { SPOT_SYMBOLS } from './exchange/instruments/symbols.ts'
import { createThirdProviders } from './modules/third-party-login/createThirdPartyProviders.ts'
import { offeredThirdParties } from './modules/third-party-login/offeredThirdParties.ts'
import type { ThirdSettings } from './modules/third-party-login/thirdPartySettings.ts'
import { DEVICE_CHECK_PATH } from './modules/account/routes.ts'
import { createUsersCapability } from './modules/identity/module.ts'
import { retireDemoAccount } from './modules/demo-account/retireDemoAccount.ts'
import { ensureDemoAccount, type DemoAccount } from './modules/demo-account/demoAccount.ts'
import { createHashWorkers, HASH_DEADLINE_MS } from './modules/passwords/hashWorkers.ts'
import { createKnownLogins } from './modules/login/knownLogins.ts'
import { createLoginGuard, type LoginLimits } from './modules/login/loginGuard.ts'
import { loginNameKey, readLoginName } from './modules/users/loginName.ts'
import { createPasswords } from './modules/passwords/passwords.ts'
import {
  createValuationCapability,
  DEMONSTRATION_RATES,
  type ValuationRates,
} from './modules/valuation/module.ts'

export interface GatewayOptions {
  readonly db: Database
  /** Journal, replay log and the demonstration account's password live here. */
  readonly dataDir: string
  readonly identity: GatewayIdentity
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly isDevelopment: boolean
  /** Whether encrypted endpoints take sensitive fields in clear. Default: no. */
  readonly allowsPlaintext?: boolean
  /** Whether encrypted bodies may come without a client key. Default: yes. */
  readonly allowsKeyless?: boolean
  /** What protected endpoints make of device tokens; default `observe`. */
  readonly deviceTokens?: DevicePolicy
  readonly marketSource: string
  /** Recorded seconds per second of a tape; default 1. */
  readonly marketSpeed?: number
  /** What the generated market does; default `normal`. */
  readonly marketScenario?: ScenarioName
  /** Another address for a live feed. */
  readonly marketUrl?: string | undefined
  readonly referral: ReferralConfig
  /** Rates of the valuation currencies; default those of the demonstration. */
  readonly valuation?: ValuationRates
  /** Announcements; default those of the demonstration. */
  readonly notices?: NoticeSource
  readonly allowedOrigins?: readonly string[]
  /** Host names beside those of this machine that a development gateway answers under. */
  readonly allowedHosts?: readonly string[]
  readonly trustProxy?: string | undefined
  /** Open web sockets of one address group; default 100. */
  readonly connectionsPerAddress?: number | undefined
  /** Where the platform is not offered, or not all of it; default: nowhere is. */
  readonly region?: RegionSettings | undefined
  /** Folder of the built app; absent: the gateway serves its calls only. */
  readonly webRoot?: string | undefined
  readonly imageOrigins?: readonly string[]
  /** The site's own origin, that passkeys and wallets are bound to; in development the page's. */
  readonly publicOrigin?: string | undefined
  /**
   * Registrations with third parties; in development a stand-in takes the place of those that are
   * missing.
   */
  readonly third?: ThirdSettings
  /** Work factor of password hashes and of the captcha's calculation; tests lower both. */
  readonly passwordCost?: number
  readonly captchaWork?: WorkSize
  /** How many log-ins of a minute succeed without a captcha. */
  readonly loginLimits?: LoginLimits
  /** How long a paper order travels before it meets the book, in milliseconds; default 30. */
  readonly paperLatencyMs?: number
  /** How many orders an account may have open and send; default those of the reference gateway. */
  readonly orderLimits?: OrderLimits
  /** How the files of the audit log are written. */
  readonly auditFiles?: AuditFileOptions
  /**
   * Where it is remembered which requests were seen. Default `file`: memory and a file in
   * `dataDir`, for one gateway alone may trade.
   */
  readonly replayStore?: 'file' | 'database'
  /** Which signed requests were seen, instead of either. */
  readonly replay?: ClosableReplayStore | undefined
  /** Who reads /metrics must send it; absent: this machine alone may read them. */
  readonly metricsToken?: string | undefined
  /** On a database that several gateways can reach: the right to trade on it. */
  readonly lease?: WriterLease | undefined
  /**
   * Binds data folder and database to each other. Default: nothing looks whether they belong
   * together but their contents.
   */
  readonly installation?: Installation | undefined
}

export interface Gateway {
  readonly app: FastifyInstance
  /**
   * Starts every capability; afterwards the app may listen. Answers the demonstration account, in
   * development.
   */
  start(): Promise<DemoAccount | undefined>
  /** Why trading has stopped until a restart. */
  halted(): Error | undefined
  /** From now on /ready says that no new work should come. */
  drain(): void
  /** Ends every capability and closes the app; the database stays open. */
  stop(): Promise<void>
}

/** Builds the gateway from its capabilities: the one place where they meet. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { db, dataDir, identity, clock, random, log, isDevelopment } = options
  // Several nodes on one server share what one of them learnt; alone, memory is enough.
  const shared = db.kind === 'server' ? createPostgresExpiringStore({ db, clock, log }) : undefined
  const store = shared ?? createMemoryExpiringStore({ clock })
  const replay = requireProof(
    options.replay ??
      (options.replayStore === 'database'
        ? createPostgresReplayStore({ db, clock, log })
        : createJournalledReplayStore({ dir: dataDir, clock })),
  )
  const sessions = createSessions({ db, clock, random, isDevelopment })
  const hashWorkers = createHashWorkers()
  const passwords = createPasswords({
    workers: hashWorkers,
    ...(options.passwordCost === undefined ? {} : { cost: options.passwordCost }),
  })
  const isBusy = (address: string) =>
    hashWorkers.expectedWaitMs({ address, standing: 'unproved' }) > HASH_DEADLINE_MS / 2
  const guard = createLoginGuard({ store, clock, limits: options.loginLimits, isBusy })
  const known = createKnownLogins({ db, clock, secret: derivedSecret(identity, 'known-logins') })
  const audit = createAudit({
    db,
    dataDir,
    clock,
    random,
    log,
    epoch: options.lease?.epoch,
    signModes: () => rules.signModes,
    files: options.auditFiles,
  })
  const script = await buildChallengeScript()

  const market = createMarketCapability({
    db,
    clock,
    random,
    log,
    symbols: SPOT_SYMBOLS,
    source: options.marketSource,
    speed: options.marketSpeed,
    scenario: options.marketScenario,
    url: options.marketUrl,
    isControllable: isDevelopment,
  })
  const health = createHealth({
    clock,
    db,
    lease: options.lease,
    trading: () => trading.health(),
    isMarketRunning: () => market.isRunning(),
    isAuditWritable: () => audit.isWritable(),
    isReplayReachable: replay.isReachable?.bind(replay),
    metricsToken: options.metricsToken,
  })
  const trading = createTradingCapability({
    db,
    clock,
    dataDir,
    onSync: health.observeSync,
    lease: options.lease,
    installation: options.installation,
    sessions,
    market: market.displayed,
    marketTime: market.time,
    dailyCloses: market.dailyCloses,
    random,
    log,
    ...(options.paperLatencyMs === undefined ? {} : { paperLatencyMs: options.paperLatencyMs }),
    ...(options.orderLimits ? { orderLimits: options.orderLimits } : {}),
  })
  market.connectHouse(trading.house)
  if (market.displayed.liveTrading()) trading.connectFeed(market.feed)

  const mailbox = createDevelopmentMailbox({ clock })
  const captcha = createCaptchaCapability({
    store,
    clock,
    random,
    script,
    secret: derivedSecret(identity, 'captcha'),
    isDevelopment,
    needsLoginChallenge: ({ bizParam, areaCode, address }) =>
      guard.needsCaptcha({
        account: loginNameKey(readLoginName(bizParam ?? '', areaCode)),
        address,
      }),
    ...(options.captchaWork ? { work: options.captchaWork } : {}),
  })
  const standin = isDevelopment ? createOauthStandin({ clock, random, store }) : undefined
  const providers = {
    ...standin?.providers,
    ...createThirdProviders({ settings: options.third ?? {}, store, clock }),
  }
  const tokens = createDeviceTokens({ clock, random, secret: derivedSecret(identity, 'device') })
  const deviceGuard = createDeviceGuard({ tokens, policy: options.deviceTokens ?? 'observe', log })
  const users = createUsersCapability({
    deviceGuard,
    db,
    clock,
    random,
    store,
    sessions,
    accounts: trading,
    captcha: captcha.gate,
    guard,
    known,
    passwords,
    sender: isDevelopment ? mailbox : undefined,
    providers,
    publicOrigin: options.publicOrigin,
    region: options.region,
    isDevelopment,
    log,
    sealKey: derivedSecret(identity, 'second-factor'),
    codeKey: derivedSecret(identity, 'verification-codes'),
  })

  // In the order of their start: the market's generator trades through the engine.
  const capabilities: readonly Capability[] = [
    health,
    createSignCapability({ identity, rules: () => rules, userCheckDeviceUrl: DEVICE_CHECK_PATH }),
    createReferralConfigCapability(options.referral),
    createValuationCapability(options.valuation ?? DEMONSTRATION_RATES),
    createImageDomainCapability(),
    createRegionCapability(options.region),
    createNoticesCapability({ source: options.notices ?? demonstrationNotices, clock }),
    createDeviceCapability({ clock, tokens, isDevelopment }),
    createCspCapability({ log, store }),
    createClientErrorCapability({ log, store }),
    captcha,
    mailbox,
    trading,
    market,
    users,
    ...(standin ? [standin] : []),
    createOpenApiCapability({ routes: () => capabilities.flatMap(({ routes }) => routes) }),
  ]
  const routes = capabilities.flatMap((capability) => capability.routes)
  const rules = deriveSignRules(routes)
  const decryptor = createGatewayDecryptor({ identity, clock, profile: gatewayProfile(routes) })
  decryptor.selfTest()
  const verifier = createVerifier({
    rules,
    keys: audit.keeping(createKeyLookup({ db, sessions })),
    replay,
    clock,
    notBefore: createNotBefore({ clock, replay, isShared: db.kind === 'server' }),
  })
  const pageConfig = {
    issuerCertificates: [identity.issuerCertificatePem],
    development: isDevelopment,
    captchaScript: { src: script.main.path, integrity: script.main.integrity },
    imageOrigins: options.imageOrigins ?? [],
    tellsRegion: options.region !== undefined,
    ...offeredThirdParties(options, { standin, providers }),
  }
  const app = createServer({
    ...options,
    audit: audit.call,
    capabilities,
    observe: health.observe,
    sessions,
    verifier,
    decryptor,
    openingLimit: createOpeningLimit({ store }),
    sealBudget: createSealBudget({ store, fill: replay.fill?.bind(replay) }),
    staticApp:
      options.webRoot === undefined
        ? undefined
        : { root: options.webRoot, config: pageConfig, imageOrigins: options.imageOrigins ?? [] },
  })
  health.watch(app.server)

  return {
    app,
    async start() {
      await audit.start()
      for (const capability of capabilities) await capability.start?.()
      await app.ready()
      if (isDevelopment) {
        const demo = await ensureDemoAccount({
          db,
          clock,
          random,
          passwords,
          accounts: trading,
          dataDir,
        })
        if (!demo)
          log.warn(
            "The demonstration account has the password of another data folder; remove this one's demo-account.json to draw a new one",
          )
        return demo
      }
      if (await retireDemoAccount({ db, sessions, accounts: trading }))
        log.warn('The demonstration account of this data folder was closed')
      return undefined
    },
    halted: () => trading.health().halted,
    drain: health.drain,
    async stop() {
      // Nothing new is taken from here on; the open sockets, for which closing waits, end with
      // their capabilities.
      const closed = app.close()
      for (const capability of capabilities.toReversed()) await capability.stop?.()
      await closed
      await hashWorkers.close()
      await audit.stop()
      shared?.close()
      await replay.close()
    },
  }
}
