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
import { GatewayError, type GatewayRequest, type RequestSession } from '../platform/http/route.ts'
import { createContractCheck } from '../platform/http/contractCheck.ts'
import type { Realm } from '../exchange/accounts/accounts.ts'
import type { AllowanceRate } from '../platform/http/socketLimits.ts'
import type { SessionReader } from '../platform/http/SessionReader.ts'
import type { DailyCloses } from '../modules/market-data/ports/DisplayedMarket.ts'
import type { SliceOptions } from '../platform/event-loop/createSlices.ts'
import { openSpotModule, type SpotModule, type SpotOptions } from '../modules/spot/module.ts'
import type { Trading } from '../modules/trading/module.ts'
import { type OrderLimits, WIDE_ORDER_LIMITS } from '../modules/trading/orderLimits.ts'
import { checkParams } from './checkParams.ts'
import { createTestMarket, type TestMarket } from './testMarket.ts'

export interface HarnessOptions {
  readonly db?: Database
  readonly dataDir?: string
  readonly clock?: Clock
  readonly log?: Log
  readonly installation?: SpotOptions['installation']
  readonly segmentBytes?: number
  readonly vipLevelOf?: (userId: string) => number | Promise<number>
  readonly sessions?: SessionReader
  readonly dailyCloses?: DailyCloses
  readonly tierRequirements?: TierRequirements
  /** Default 0 here: paper orders meet the book that the test set. */
  readonly paperLatencyMs?: number
  readonly userAllowance?: AllowanceRate
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
  readonly spot: SpotModule
  readonly trading: Trading
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
  const open = async (): Promise<SpotModule> => {
    const opened = await openSpotModule({
      clock: browserClock(),
      sessions: noSessions,
      log: silentLog,
      paperLatencyMs: 0,
      orderLimits: WIDE_ORDER_LIMITS,
      slices: { ms: Infinity, steps: Infinity },
      random: { bytes: (length) => new Uint8Array(randomBytes(length)) },
      ...options,
      db,
      dataDir,
      market,
    })
    opened.trading.houseAccount.connectFeed(market)
    return opened
  }
  let spot = await open()
  const start = async () => void (spot = await open())

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
    const spec = spot.routes.find((candidate) => candidate.path === route)
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
    get spot() {
      return spot
    },
    get trading() {
      return spot.trading
    },
    stop: () => spot.stop(),
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
      await spot.stop()
      await start()
    },
    async restartFromJournal() {
      await spot.stop()
      const dir = path.join(dataDir, 'journal')
      for (const name of await readdir(dir))
        if (name.startsWith('snapshot')) await rm(path.join(dir, name))
      await start()
    },
    async close() {
      await spot.stop()
      if (!options.db) await db.close()
      if (!options.dataDir) await rm(dataDir, { recursive: true })
    },
  }
}
