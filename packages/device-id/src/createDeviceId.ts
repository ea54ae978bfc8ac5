import {
  type Channel,
  type Clock,
  createResilientStorage,
  type KeyValueStorage,
  type Locks,
  type Random,
  randomHex,
  type Reporter,
  type Store,
  type Visibility,
} from '@x/kit'
import { createFingerprint } from './createFingerprint.ts'
import { createReportLimiter } from './createReportLimiter.ts'
import { createTerminalCode } from './createTerminalCode.ts'
import { DeviceIdError } from './DeviceIdError.ts'
import { PROTECTED_ENDPOINTS } from './protectedEndpoints.ts'
import { createTokenRefresher } from './token/createTokenRefresher.ts'
import { createDeviceToken } from './token/createDeviceToken.ts'
import { createTokenCache, type TokenReading } from './token/createTokenCache.ts'
import { createTabLock } from './token/createTabLock.ts'
import { createTokenCookie, type Cookies } from './token/tokenCookie.ts'
import { createPendingFlag } from './token/pendingFlag.ts'
import type { DeviceTransport } from './token/requestToken.ts'
import { TOKEN_LIFETIMES } from './token/tokenAge.ts'
import type { TokenStatus } from './token/tokenMachine.ts'

/** Options of `createDeviceId`: ports, endpoints and times. */
export interface DeviceIdOptions {
  /** Storage shared by the tabs (local storage). If it fails, the identity is kept in memory. */
  readonly storage: KeyValueStorage
  /**
   * Cookies that last seven days: `createCookieStorage({ maxAgeSeconds:
   * DEVICE_TOKEN_COOKIE.maxAgeSeconds })` of `@x/storage`.
   */
  readonly cookies: Cookies
  readonly clock: Clock
  readonly visibility: Visibility
  readonly random: Random
  readonly reporter: Reporter
  readonly transport: DeviceTransport
  /**
   * The application's id at the device service. It differs between test and production (spec
   * section 7).
   */
  readonly appId: string
  /** Computes the fingerprint: `collectFingerprint` of this package, or another function. */
  readonly collectFingerprint: () => Promise<string>
  /** Web Locks; `undefined` where the platform has none. */
  readonly locks?: Locks | undefined
  readonly openChannel?: ((name: string) => Channel | undefined) | undefined
  /** Loads the device service's script, if it has one: `createScriptSdk` of this package. */
  readonly loadSdk?: (() => Promise<void>) | undefined
  /**
   * Full paths with `/v1` of the endpoints that need a token. Default: {@link PROTECTED_ENDPOINTS}.
   */
  readonly protectedEndpoints?: readonly string[]
  /** Whether `tokenFor` rejects without a token. Default false: the request is sent without one. */
  readonly require?: boolean
  readonly legacyTerminalCode?: string
  /** Age in milliseconds from which a token is refreshed. Default 1,200,000. */
  readonly refreshMs?: number
  /** Age in milliseconds from which a token is removed. Default 14,400,000. */
  readonly expiryMs?: number
  /** Timeout of a token request with its retry, in milliseconds. Default 10,000. */
  readonly requestTimeoutMs?: number
  /** Delay before the retry, in milliseconds. Default 1000. */
  readonly retryDelayMs?: number
  /** Longest time in milliseconds that a read waits for a token. Default 5000. */
  readonly initWaitMs?: number
  /** Shortest time in milliseconds between requests after a demoted token. Default 60,000. */
  readonly demotedRetryMs?: number
  readonly keys?: Partial<DeviceIdKeys>
}

/** Storage keys of the identity. */
export interface DeviceIdKeys {
  readonly token: string
  readonly pending: string
  readonly terminalCode: string
  readonly fingerprint: string
}

const KEYS: DeviceIdKeys = {
  token: 'x:dyToken',
  pending: 'x:dyTokenPending',
  terminalCode: 'x:terminalCode',
  fingerprint: 'x:fingerprint',
}

/** The identity of this device. Its store state is the token status. */
export interface DeviceId extends Store<TokenStatus> {
  /** Starts keeping the device token fresh. Reads also start it. */
  start(): void
  /** 32 lower-case hex digits. */
  terminalCode(): string
  /**
   * The fingerprint, or `undefined` where the browser provides none. Only a hint: two machines may
   * share it.
   */
  fingerprint(): Promise<string | undefined>
  /** The token usable now, without waiting. */
  peek(): TokenReading | undefined
  /**
   * The token, after waiting up to `waitMs` milliseconds (default `initWaitMs`) for a first or
   * newer one. Never rejects.
   */
  ready(options?: { readonly waitMs?: number }): Promise<TokenReading | undefined>
  /**
   * The token for a request to `path`; `undefined` for other endpoints, and with a report if there
   * is no token.
   * @throws DeviceIdError `missing-token` with `require: true`.
   */
  tokenFor(path: string): Promise<string | undefined>
  /**
   * Removes token, terminal code and fingerprint. Not for log-out: the device stays the same (D19).
   */
  reset(): void
  /** Releases all timers, listeners and locks. */
  dispose(): void
}

const DEFAULTS = {
  ...TOKEN_LIFETIMES,
  requestTimeoutMs: 10_000,
  retryDelayMs: 1000,
  initWaitMs: 5000,
  demotedRetryMs: 60_000,
  protectedEndpoints: PROTECTED_ENDPOINTS,
}

/** Creates the device identity. Sends no request before `start` or a read. */
export function createDeviceId(options: DeviceIdOptions): DeviceId {
  const reporter = createReportLimiter(options)
  const storage = createResilientStorage(options.storage, {
    onDegrade: () => reporter.report({ kind: 'storage-memory-mode' }),
  })
  const keys = { ...KEYS, ...options.keys }
  const settings = { ...DEFAULTS, ...options, storage, reporter }

  const terminalCode = createTerminalCode({ ...settings, key: keys.terminalCode })
  const fingerprint = createFingerprint({ ...settings, key: keys.fingerprint })

  const cache = createTokenCache({
    ...settings,
    key: keys.token,
    cookie: createTokenCookie(options.cookies),
  })
  const flag = createPendingFlag({
    ...settings,
    key: keys.pending,
    owner: randomHex(options.random, 8),
  })
  const runExclusive = createTabLock({ ...settings, name: keys.pending, flag })
  const token = createDeviceToken({
    ...settings,
    key: keys.token,
    cache,
    channel: options.openChannel?.(keys.token),
    createRefresher: (onRefreshed) =>
      createTokenRefresher({ ...settings, cache, runExclusive, onRefreshed }),
  })
  const ready = ({ waitMs = settings.initWaitMs } = {}) => token.ready(waitMs)

  return {
    ...token,
    terminalCode: terminalCode.get,
    fingerprint: fingerprint.get,
    ready,
    async tokenFor(target) {
      const path = target.replace(/[?#].*$/s, '')
      if (!settings.protectedEndpoints.includes(path)) return undefined
      const reading = await ready()
      if (reading) return reading.token
      reporter.report({ kind: 'missing-token', detail: { path } })
      if (options.require) throw new DeviceIdError('missing-token', { detail: { path } })
      return undefined
    },
    reset() {
      token.reset()
      terminalCode.reset()
      fingerprint.reset()
    },
    dispose() {
      token.dispose()
      terminalCode.dispose()
    },
  }
}
