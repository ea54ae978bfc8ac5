import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFAULT_WORK, type WorkSize } from '../modules/captcha/proofOfWork.ts'
import type { DevicePolicy } from '../modules/device/deviceGuard.ts'
import { readAppSchemes, readLegacyTerminalCode } from '../modules/device/ports/pageSettings.ts'
import {
  DEFAULT_LEASE_SECONDS,
  LEAST_LEASE_SECONDS,
  MOST_LEASE_SECONDS,
} from '../platform/db/lease/acquireWriterLease.ts'
import {
  isScenario,
  SCENARIO_NAMES,
  type ScenarioName,
} from '../modules/market-data/generator/scenario.ts'
import { DEVELOPMENT_NETWORKS, LITECOIN_NETWORK } from '../modules/wallet/ports/networks.ts'
import { readRegionSettings, type RegionSettings } from '../modules/region/regionSettings.ts'
import {
  readDeliverySettings,
  type DeliverySettings,
} from '../modules/delivery/ports/deliverySettings.ts'
import {
  readPublicOrigin,
  readThirdPartySettings,
  type ThirdPartySettings,
} from '../modules/third-party-login/thirdPartySettings.ts'
import { FIRST_RULES, LATEST_RULES } from '../exchange/state/rules.ts'
import { readNatsServers } from './natsServers.ts'
import { withSecretFiles } from './secretFiles.ts'
import { readTracingSettings } from './tracingSettings.ts'
import type { TracingSettings } from '../platform/tracing/Tracing.ts'
import { DEFAULT_LOGIN_LIMITS, type LoginLimits } from '../modules/login/loginGuard.ts'

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url))
const LARGEST_PORT = 65_535
const LARGEST_SPEED = 1_000_000
/** Of the lease, which a takeover after a crash waits for, and of an orderly end. */
const MOST_SECONDS = MOST_LEASE_SECONDS
const DEFAULT_STOP_SECONDS = 10
/** A try of a tenth of a second on a desktop. */
const LARGEST_CAPTCHA_COST = 1_000_000

/** What the environment says about this run. */
export interface Settings {
  readonly port: number
  readonly isPortStrict: boolean
  readonly host: string | undefined
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** A Postgres server whose log several gateways follow, instead of one in the data folder. */
  readonly commandLogUrl: string | undefined
  /** As a program of an earlier version knows the rules; absent: all that this one has. */
  readonly knownRules: number | undefined
  /** A process with the role `ledger` settles what is in the shared log. */
  readonly isLedgerApart: boolean
  /** NATS servers that carry the market to edges; absent: edges pass market sockets on. */
  readonly natsServers: readonly string[] | undefined
  /** Where the master secret is kept instead of the data folder. */
  readonly masterSecretFile: string | undefined
  /** How long the right to trade on a Postgres server lasts without a renewal. */
  readonly leaseSeconds: number
  /** A Redis server that keeps the replay set of several nodes. */
  readonly redisUrl: string | undefined
  /** Where it is remembered which requests were seen when there is no such server. */
  readonly replayStore: 'file' | 'database'
  readonly marketSource: string
  /** Recorded seconds per second of a tape. */
  readonly marketSpeed: number
  readonly marketScenario: ScenarioName
  readonly marketUrl: string | undefined
  /** Other exchanges that an index reads beside the market's own. */
  readonly marketIndexFeeds: readonly string[]
  readonly isDevelopment: boolean
  /** Failed production checks that a start takes: see `productionChecks.ts`. */
  readonly acceptedRisks: readonly string[]
  /** Whether sensitive fields of encrypted endpoints may come in clear. */
  readonly allowsPlaintext: boolean
  /** Whether encrypted bodies may come without a client key. */
  readonly allowsKeyless: boolean
  /** What an anonymous caller's browser calculates before a code is mailed. */
  readonly captchaWork: WorkSize
  /** How many log-ins of a minute succeed without a captcha. */
  readonly loginLimits: LoginLimits
  /** What protected endpoints make of device tokens. */
  readonly deviceTokens: DevicePolicy
  readonly webRoot: string
  readonly allowedOrigins: readonly string[]
  /** Host names beside those of this machine that a development gateway answers under. */
  readonly allowedHosts: readonly string[]
  readonly imageOrigins: readonly string[]
  /** Schemes of apps that links in texts of others may open. */
  readonly appSchemes: readonly string[]
  /** A terminal code that counts as none. */
  readonly legacyTerminalCode: string | undefined
  /** A file: the script of the device service. */
  readonly deviceScriptFile: string | undefined
  readonly trustProxy: string | undefined
  /** Connections in all; absent: what the process's descriptors allow. */
  readonly maxConnections: number | undefined
  /** Connections of one address group; absent: 100. */
  readonly connectionsPerAddress: number | undefined
  /** Where the platform is not offered, or not all of it. */
  readonly region: RegionSettings | undefined
  readonly referralFile: string | undefined
  /** Earn products and rebates. */
  readonly productTermsFile: string | undefined
  readonly valuationFile: string | undefined
  readonly publicOrigin: string | undefined
  readonly third: ThirdPartySettings
  /** Where mail and text messages leave in production. */
  readonly delivery: DeliverySettings
  readonly noticesFile: string | undefined
  /** Who reviews withdrawals; absent in production: nobody. */
  readonly operatorsFile: string | undefined
  /** Of their pages, on 127.0.0.1; 0: any that is free. */
  readonly operatorPort: number
  /** Chains and signer; absent: those of development, in production none. */
  readonly walletFile: string | undefined
  /** Networks of a development gateway; absent: those whose node is installed. */
  readonly developmentChains: readonly string[] | undefined
  /** Who reads /metrics must send it. */
  readonly metricsToken: string | undefined
  /** Where traces go; absent: nowhere. */
  readonly traceExport: TracingSettings | undefined
  /** Whether the process ends once trading has halted, so that a supervisor starts it again. */
  readonly endsWhenHalted: boolean
  /** How long an orderly end may take before the process stops as it is. */
  readonly stopSeconds: number
  /** JSON, or a file of it. */
  readonly orderLimitsText: string | undefined
}

/** @throws Error that names the variable that cannot be used. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = withSecretFiles(environment)
  const value = (name: string) => given[name]?.trim() || undefined
  const list = (name: string) =>
    value(name)
      ?.split(',')
      .map((item) => item.trim())
      .filter(Boolean) ?? []
  const mode = readMode(value)
  const publicOrigin = readPublicOrigin(value('PUBLIC_ORIGIN'))
  return {
    port: readPort(value('PORT') ?? '8080'),
    isPortStrict: value('STRICT_PORT') === '1',
    host: value('HOST'),
    dataDir: path.resolve(REPOSITORY, value('DATA_DIR') ?? '.data/gateway'),
    ...readServers(value),
    isLedgerApart: readLedger(value),
    knownRules: readKnownRules(value('KNOWN_RULES')),
    masterSecretFile: value('MASTER_SECRET_FILE'),
    leaseSeconds: readSeconds(value, 'LEASE_SECONDS', {
      otherwise: DEFAULT_LEASE_SECONDS,
      least: LEAST_LEASE_SECONDS,
    }),
    stopSeconds: readSeconds(value, 'STOP_SECONDS', { otherwise: DEFAULT_STOP_SECONDS, least: 2 }),
    redisUrl: readRedisUrl(value('REDIS_URL')),
    replayStore: readReplayStore(value('REPLAY_STORE') ?? 'file'),
    marketSource: value('MARKET_SOURCE') ?? 'generator',
    marketSpeed: readSpeed(value('MARKET_SPEED') ?? '1'),
    marketScenario: readScenario(value('MARKET_SCENARIO') ?? 'normal'),
    marketUrl: value('MARKET_URL'),
    marketIndexFeeds: list('MARKET_INDEX_FEEDS'),
    isDevelopment: mode === 'development',
    acceptedRisks: list('ACCEPTED_RISKS'),
    allowsPlaintext: readSwitch('ALLOW_PLAINTEXT_LOGIN', value('ALLOW_PLAINTEXT_LOGIN')) ?? false,
    allowsKeyless: readSwitch('ALLOW_KEYLESS_LOGIN', value('ALLOW_KEYLESS_LOGIN')) ?? true,
    captchaWork: {
      ...DEFAULT_WORK,
      cost: readCaptchaCost(
        value('CAPTCHA_COST') ?? String(DEFAULT_WORK.cost),
        mode === 'development' ? 1 : DEFAULT_WORK.cost,
      ),
    },
    loginLimits: readLoginLimits(value),
    deviceTokens: readDevicePolicy(value('DEVICE_TOKENS') ?? 'observe'),
    webRoot: path.resolve(REPOSITORY, value('WEB_ROOT') ?? 'apps/web/dist'),
    allowedOrigins: list('CORS_ORIGINS'),
    allowedHosts: [
      ...list('ALLOWED_HOSTS'),
      ...[value('HOST') ?? []].flat(),
      ...(publicOrigin === undefined ? [] : [new URL(publicOrigin).hostname]),
    ],
    imageOrigins: list('IMAGE_ORIGINS'),
    ...readPageSettings(value, list('APP_SCHEMES')),
    trustProxy: value('TRUST_PROXY'),
    maxConnections: readLimit('MAX_CONNECTIONS', value('MAX_CONNECTIONS')),
    connectionsPerAddress: readLimit('CONNECTIONS_PER_ADDRESS', value('CONNECTIONS_PER_ADDRESS')),
    region: readRegionSettings(value),
    referralFile: value('REFERRAL_CONFIG'),
    productTermsFile: value('PRODUCT_TERMS'),
    valuationFile: value('VALUATION_RATES'),
    publicOrigin,
    third: readThirdPartySettings(value),
    delivery: readDeliverySettings(value),
    noticesFile: value('NOTICES'),
    ...readWalletSettings(value),
    developmentChains: value('DEVELOPMENT_CHAINS') === undefined ? undefined : readChains(list),
    metricsToken: value('METRICS_TOKEN'),
    traceExport: readTracingSettings(value),
    endsWhenHalted: readSwitch('HALT_EXIT', value('HALT_EXIT')) ?? true,
    orderLimitsText: value('ORDER_LIMITS'),
  }
}

type ReadValue = (name: string) => string | undefined

function readMode(value: ReadValue): 'development' | 'production' {
  const mode =
    value('GATEWAY_MODE') ?? (value('NODE_ENV') === 'production' ? 'production' : 'development')
  if (mode !== 'development' && mode !== 'production')
    throw new Error(
      `GATEWAY_MODE is ${JSON.stringify(mode)}; it must be development or production.`,
    )
  return mode
}

function readLoginLimits(value: ReadValue): LoginLimits {
  const limit = (name: string) => readLimit(name, value(name))
  return {
    account: limit('LOGINS_PER_ACCOUNT') ?? DEFAULT_LOGIN_LIMITS.account,
    address: limit('LOGINS_PER_ADDRESS') ?? DEFAULT_LOGIN_LIMITS.address,
    all: limit('LOGINS_IN_ALL') ?? DEFAULT_LOGIN_LIMITS.all,
  }
}

/** The address may hold a password: the error does not repeat it. */
function readRedisUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !/^rediss?:\/\//.test(text))
    throw new Error('REDIS_URL must begin with redis:// or rediss://.')
  return text
}

/** The address may hold a password: the error does not repeat it. */
function readServers(
  value: ReadValue,
): Pick<Settings, 'commandLogUrl' | 'databaseUrl' | 'natsServers'> {
  const databaseUrl = value('DATABASE_URL')
  const url = value('COMMAND_LOG_URL')
  if (url !== undefined && !/^postgres(?:ql)?:\/\//.test(url))
    throw new Error('COMMAND_LOG_URL must begin with postgres:// or postgresql://.')
  if (url !== undefined && databaseUrl === undefined)
    throw new Error('COMMAND_LOG_URL needs DATABASE_URL, whose lease says who trades.')
  // A gateway that takes over takes requests that were signed before.
  if (url !== undefined && value('REDIS_URL') === undefined && value('REPLAY_STORE') !== 'database')
    throw new Error(
      'COMMAND_LOG_URL needs REPLAY_STORE=database or REDIS_URL: the next gateway must know ' +
        'which requests this one has seen.',
    )
  const natsServers = readNatsServers(value('NATS_URL'))
  if (natsServers && databaseUrl === undefined)
    throw new Error('NATS_URL needs DATABASE_URL, whose lease says who publishes.')
  return { databaseUrl, commandLogUrl: url, natsServers }
}

/** Upgrades are rehearsed with programs that know less. */
function readKnownRules(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const version = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0
  if (version < FIRST_RULES || version > LATEST_RULES)
    throw new Error(
      `KNOWN_RULES is ${JSON.stringify(text)}; it must be a number from ${FIRST_RULES} to ` +
        `${LATEST_RULES}.`,
    )
  return version
}

/** Only a log that others can follow can be settled by another process. */
function readLedger(value: ReadValue): boolean {
  const text = value('LEDGER') ?? 'own'
  if (text !== 'own' && text !== 'apart')
    throw new Error(`LEDGER is ${JSON.stringify(text)}; it must be own or apart.`)
  if (text === 'apart' && value('COMMAND_LOG_URL') === undefined)
    throw new Error('LEDGER=apart needs COMMAND_LOG_URL, the log that the other process settles.')
  return text === 'apart'
}

function readReplayStore(text: string): 'file' | 'database' {
  if (text !== 'file' && text !== 'database')
    throw new Error(`REPLAY_STORE is ${JSON.stringify(text)}; it must be file or database.`)
  return text
}

function readDevicePolicy(text: string): DevicePolicy {
  if (text !== 'observe' && text !== 'require')
    throw new Error(`DEVICE_TOKENS is ${JSON.stringify(text)}; it must be observe or require.`)
  return text
}

function readSwitch(name: string, text: string | undefined): boolean | undefined {
  if (text !== undefined && text !== '0' && text !== '1')
    throw new Error(`${name} is ${JSON.stringify(text)}; it must be 0 or 1.`)
  return text === undefined ? undefined : text === '1'
}

function readLimit(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const limit = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0
  if (limit === 0)
    throw new Error(
      `${name} is ${JSON.stringify(text)}; it must be a whole number from 1 to 999999.`,
    )
  return limit
}

function readPort(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port >= 0 && port <= LARGEST_PORT))
    throw new Error(
      `PORT is ${JSON.stringify(text)}; it must be a number from 0 to ${LARGEST_PORT}.`,
    )
  return port
}

function readSeconds(
  value: (name: string) => string | undefined,
  name: 'LEASE_SECONDS' | 'STOP_SECONDS',
  { otherwise, least }: { readonly otherwise: number; readonly least: number },
): number {
  const text = value(name) ?? String(otherwise)
  const seconds = /^[0-9]{1,3}(?:\.[0-9])?$/.test(text) ? Number(text) : Number.NaN
  if (!(seconds >= least && seconds <= MOST_SECONDS))
    throw new Error(
      `${name} is ${JSON.stringify(text)}; it must be a number from ${least} to ${MOST_SECONDS}, ` +
        'with one decimal at most.',
    )
  return seconds
}

function readSpeed(text: string): number {
  const speed = /^[0-9]+(?:\.[0-9]+)?$/.test(text) ? Number(text) : Number.NaN
  if (!(speed > 0 && speed <= LARGEST_SPEED))
    throw new Error(
      `MARKET_SPEED is ${JSON.stringify(text)}; it must be a number above 0, at most ` +
        `${LARGEST_SPEED}.`,
    )
  return speed
}

function readCaptchaCost(text: string, least: number): number {
  const cost = /^[0-9]{1,7}$/.test(text) ? Number(text) : Number.NaN
  if (!(cost >= least && cost <= LARGEST_CAPTCHA_COST))
    throw new Error(
      `CAPTCHA_COST is ${JSON.stringify(text)}; it must be a whole number from ${least} ` +
        `to ${LARGEST_CAPTCHA_COST}.`,
    )
  return cost
}

function readScenario(text: string): ScenarioName {
  if (!isScenario(text))
    throw new Error(
      `MARKET_SCENARIO is ${JSON.stringify(text)}; it must be ${SCENARIO_NAMES.join(', ')}.`,
    )
  return text
}

const readWalletSettings = (
  value: (name: string) => string | undefined,
): Pick<Settings, 'operatorsFile' | 'operatorPort' | 'walletFile'> => ({
  operatorsFile: value('OPERATORS_FILE'),
  operatorPort: readPort(value('OPERATOR_PORT') ?? '0'),
  walletFile: value('WALLET_FILE'),
})

function readChains(list: (name: string) => readonly string[]): readonly string[] {
  const chains = list('DEVELOPMENT_CHAINS')
  const known = [...DEVELOPMENT_NETWORKS, LITECOIN_NETWORK].map(({ id }) => id)
  const unknown = chains.find((id) => !known.includes(id))
  if (unknown !== undefined)
    throw new Error(
      `DEVELOPMENT_CHAINS names ${JSON.stringify(unknown)}; there are ${known.join(', ')}.`,
    )
  return chains
}

const readPageSettings = (
  value: ReadValue,
  schemes: readonly string[],
): Pick<Settings, 'appSchemes' | 'legacyTerminalCode' | 'deviceScriptFile'> => ({
  appSchemes: readAppSchemes(schemes),
  legacyTerminalCode: readLegacyTerminalCode(value('LEGACY_TERMINAL_CODE')),
  deviceScriptFile: value('DEVICE_SCRIPT'),
})
