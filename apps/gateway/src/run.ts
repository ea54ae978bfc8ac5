import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import type { Clock } from '@x/kit'
import { createGateway, type Gateway } from './app.ts'
import { loadIdentity } from './platform/signing/loadIdentity.ts'
import { openRedisReplayStore } from './platform/signing/openRedisReplayStore.ts'
import { HALT_DRAIN_MS, HALT_EXIT_CODE, watchHalt } from './modules/health/watchHalt.ts'
import { openInstallation } from './exchange/ledger/openInstallation.ts'
import { nodeClock, nodeRandom } from './platform/nodePorts.ts'
import { openNoticeSource } from './modules/notices/openNoticeSource.ts'
import { readDeviceScript } from './modules/device/ports/pageSettings.ts'
import { readProductTerms } from './modules/readProductTerms.ts'
import { readReferralConfig } from './modules/referral/module.ts'
import { createProxyRule } from './platform/http/clientAddress.ts'
import { listen } from './platform/server/listen.ts'
import { openStorage, type Storage } from './platform/db/openStorage.ts'
import { LEADER_CHANGES } from './edge/createLeaderFinder.ts'
import type { EventBus } from './platform/event-bus/EventBus.ts'
import { createLog, type Log } from './platform/log/Log.ts'
import type { Tracing } from './platform/tracing/Tracing.ts'
import { openStandBy, type StandBy } from './standBy.ts'
import { assertProductionReady, failedChecks } from './settings/productionChecks.ts'
import { readSettings, type Settings } from './settings/settings.ts'
import { readOrderLimits } from './modules/trading/orderLimits.ts'
import { type Operator, readOperators } from './modules/operators/Operator.ts'
import { openDevelopmentOperators } from './modules/operators/openDevelopmentOperators.ts'
import type { WalletSettings } from './modules/wallet/module.ts'
import { openConfiguredWallet } from './modules/wallet/openConfiguredWallet.ts'
import {
  networksOfThisMachine,
  openDevelopmentWallet,
} from './modules/wallet/openDevelopmentWallet.ts'
import { readValuationRates } from './modules/valuation/module.ts'

/** In this time every edge has asked whether a leader that ends is still ready. */
const HANDOVER_MS = 1_000
/** After a failed start. */
const CLOSE_LIMIT_MS = 3_000
/**
 * Ctrl-C reaches every process of a terminal and `npm start` passes it on: within a second it is
 * one stop, after that a second one means at once.
 */
const SAME_STOP_MS = 1_000

/** Starts the gateway from the environment and leads it to its end. */
export async function run(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const settings = readSettings(environment)
  assertProductionReady(ofProcess(settings))
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const clock = nodeClock()
  const log = createLog((line) => process.stderr.write(line), { clock })

  const standBy = await openStandBy({ settings, clock, log, say })
  const starting = { settings, clock, log, say, standBy }
  const prepare = once(() => prepareStart(starting))
  let storage: Storage | undefined
  try {
    storage = await openStorage({
      ...starting,
      standBy: standBy && {
        signal: standBy.signal,
        onBegin(holder) {
          standBy.onBegin(holder)
          // Clients wait for a takeover: what can be ready by then is made now. What fails fails
          // the start.
          prepare().catch(() => {})
        },
      },
    })
    await start(storage, { ...starting, ...(await prepare()) })
  } catch (error) {
    await withinLimit(Promise.all([storage?.close(), standBy?.close()]))
    if (standBy?.wasAskedToEnd()) process.exit(0)
    throw error
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** What a start left half open may never close. */
const withinLimit = (closing: Promise<unknown>): Promise<unknown> =>
  Promise.race([closing, new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS))])

const ofProcess = (settings: Settings) => ({ ...settings, userId: process.getuid?.() })

/** Those of a file; in development two are made with the data folder. */
async function openOperators({
  dataDir,
  isDevelopment,
  operatorsFile,
}: Settings): Promise<readonly Operator[]> {
  if (operatorsFile !== undefined) return readOperators(await readFile(operatorsFile, 'utf8'))
  return isDevelopment ? openDevelopmentOperators(dataDir) : []
}

/** The chains of a file; in development those of this machine. */
async function openWallet(
  { walletFile, isDevelopment, dataDir, developmentChains }: Settings,
  {
    clock,
    log,
    operators,
  }: Pick<Starting, 'clock' | 'log'> & { readonly operators: readonly Operator[] },
): Promise<WalletSettings | undefined> {
  if (walletFile !== undefined) return openConfiguredWallet({ file: walletFile, clock })
  return isDevelopment
    ? openDevelopmentWallet({
        dataDir,
        clock,
        log,
        signs: true,
        operators,
        networks: networksOfThisMachine(developmentChains),
      })
    : undefined
}

interface Starting {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly say: (line: string) => void
  /** Where the log is one that other gateways follow. */
  readonly standBy: StandBy | undefined
}

/** What a start needs and no database has. */
type Prepared = Awaited<ReturnType<typeof prepareStart>>

async function prepareStart(starting: Starting) {
  const { settings, clock } = starting
  return {
    identity: await loadIdentity({
      dataDir: settings.dataDir,
      masterSecretFile: settings.masterSecretFile,
      now: clock.now(),
    }),
    operators: await openOperators(settings),
    configured: await readConfigured(settings, starting),
    tracing: await openConfiguredTracing(starting),
    bus: await openConfiguredBus(starting),
  }
}

async function start(storage: Storage, starting: Starting & Prepared): Promise<void> {
  const { settings, clock, log, say, standBy, operators, configured, ...prepared } = starting
  const { dataDir } = settings
  const { db, lease } = storage
  const replica = await standBy?.takeOver()
  const installation = await openInstallation({
    db,
    dataDir,
    createId: randomUUID,
    epoch: lease?.epoch,
    shared: standBy?.shared,
  })
  say('Opening the market …')
  const gateway = await createGateway({
    ...settings,
    allowedHosts: [...settings.allowedHosts, hostname()],
    ...configured,
    ...prepared,
    wallet: await openWallet(settings, { clock, log, operators }),
    operators:
      operators.length > 0
        ? {
            list: operators,
            dir: dataDir,
            port: settings.operatorPort,
            onListening: (url) => say(`Operators: ${url}`),
          }
        : undefined,
    db,
    lease,
    installation,
    shared: standBy?.shared,
    replica,
    clock,
    log,
    random: nodeRandom(),
  })
  try {
    await serve(gateway, { ...starting, storage, isTakeover: replica !== undefined })
  } catch (error) {
    // Before the log and the database, to which it still writes.
    await withinLimit(gateway.stop().catch(() => {}))
    throw error
  }
}

async function serve(
  gateway: Gateway,
  {
    storage,
    isTakeover,
    ...starting
  }: Starting & Pick<Prepared, 'bus'> & { readonly storage: Storage; readonly isTakeover: boolean },
): Promise<void> {
  const { settings, log, say, bus } = starting
  await gateway.start()
  const mayComeLater = isTakeover && settings.isDevelopment
  const demo = mayComeLater ? undefined : await gateway.prepareDemoAccount()
  const { port, close } = await listen(gateway.app, {
    ...settings,
    isStrict: settings.isPortStrict,
    isTrusted: createProxyRule(settings.trustProxy),
    onTaken: (taken) =>
      settings.isPortStrict || say(`Port ${taken} is taken; trying ${taken + 1}.`),
  })
  bus?.publish(LEADER_CHANGES, '')
  endWhenAsked(starting, { gateway, closeServer: close, storage })
  announce({ ...starting, port })
  // Clients wait for a takeover, which finds the account as it was.
  const account = mayComeLater
    ? await gateway.prepareDemoAccount().catch((error: unknown) => {
        log.warn('The demonstration account could not be looked at', { error: String(error) })
        return undefined
      })
    : demo
  if (account) say(`Demo account: ${account.loginName} ${account.password}`)
}

/** Loaded only where traces are exported. */
async function openConfiguredTracing({
  settings: { traceExport },
  clock,
  log,
}: Pick<Starting, 'settings' | 'clock' | 'log'>): Promise<Tracing | undefined> {
  if (traceExport === undefined) return undefined
  const { openTracing } = await import('./platform/tracing/openTracing.ts')
  return openTracing(traceExport, { clock, log })
}

/** Loaded only where edges are served over NATS. */
async function openConfiguredBus({
  settings: { natsServers },
  clock,
  log,
}: Pick<Starting, 'settings' | 'clock' | 'log'>): Promise<EventBus | undefined> {
  if (natsServers === undefined) return undefined
  const { openNatsBus } = await import('./platform/event-bus/openNatsBus.ts')
  return openNatsBus({ servers: natsServers, clock, log, name: `gateway ${hostname()}` })
}

/** What files and other servers hold, by the settings that name them. */
async function readConfigured(settings: Settings, { clock, log }: Pick<Starting, 'clock' | 'log'>) {
  const { redisUrl } = settings
  return {
    referral: await readReferralConfig(settings.referralFile),
    productTerms: await readProductTerms(settings.productTermsFile),
    deviceScript: await readDeviceScript(settings.deviceScriptFile),
    valuation: await readValuationRates(settings.valuationFile, settings),
    orderLimits: await readOrderLimits(settings.orderLimitsText),
    notices: await openNoticeSource(settings.noticesFile, { log }),
    replay:
      redisUrl === undefined
        ? undefined
        : await openRedisReplayStore({ url: redisUrl, log, clock }),
  }
}

/** Ends in order on a signal, and where the settings say so once trading has halted. */
function endWhenAsked(
  { settings, clock, log, say, standBy, bus }: Starting & Pick<Prepared, 'bus'>,
  {
    gateway,
    closeServer,
    storage,
  }: {
    readonly gateway: Gateway
    readonly closeServer: () => Promise<unknown>
    readonly storage: Storage
  },
): void {
  let phase: 'serving' | 'signalled' | 'ending' = 'serving'
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (phase === 'signalled') return
    // A second signal stops the process as it is: nothing acknowledged is lost by that.
    if (phase === 'ending') process.exit(1)
    phase = 'signalled'
    // Signals that came while the process was busy are seen before the immediate.
    clock.after(SAME_STOP_MS, () => setImmediate(() => (phase = 'ending')))
    say(`Stopping on ${signal} …`)
    if (standBy) {
      // Edges see that it takes nothing more, and hold what comes for the next leader.
      gateway.drain()
      bus?.publish(LEADER_CHANGES, '')
      await new Promise<void>((resolve) => void clock.after(HANDOVER_MS, resolve))
    }
    await end(0)
  }
  const end = async (code: number): Promise<void> => {
    // Trading that has halted may have nothing to close in order: its own code says more than that
    // this took too long.
    setTimeout(() => process.exit(code === 0 ? 1 : code), settings.stopSeconds * 1000).unref()
    await Promise.all([closeServer(), gateway.stop()])
    await Promise.all([storage.close(), standBy?.close()])
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal))
  if (settings.endsWhenHalted) {
    watchHalt({
      halted: gateway.halted,
      clock,
      onHalt(error) {
        log.error('Trading has halted; the gateway ends so that it can be started again', {
          code: HALT_EXIT_CODE,
          reason: error.message,
        })
        gateway.drain()
        clock.after(HALT_DRAIN_MS, () => {
          if (phase !== 'serving') return
          phase = 'ending'
          void end(HALT_EXIT_CODE).catch(() => process.exit(HALT_EXIT_CODE))
        })
      },
    })
  }
}

function announce({
  settings,
  log,
  say,
  port,
}: Pick<Starting, 'settings' | 'log' | 'say'> & { readonly port: number }): void {
  if (!existsSync(path.join(settings.webRoot, 'index.html')))
    say(
      'The app is not built: only the calls under /v1 are served. npm start in the ' +
        'repository builds it.',
    )
  say(`URL: http://${shownHost(settings.host)}:${port}`)
  for (const { text } of failedChecks(ofProcess(settings))) {
    log.warn(text)
    say(`Warning: ${text}.`)
  }
  if (!settings.isDevelopment)
    say('Production mode: no demonstration account, no mailbox, no list of routes.')
}

const ALL_INTERFACES: readonly (string | undefined)[] = [undefined, '0.0.0.0', '::']
const shownHost = (host: string | undefined) => (ALL_INTERFACES.includes(host) ? 'localhost' : host)
