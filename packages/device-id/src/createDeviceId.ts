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

export interface DeviceIdOptions {
  /** Shared by the tabs (local storage). It may refuse: what it cannot keep lives in memory. */
  readonly storage: KeyValueStorage
  /**
   * Cookies of seven days: `createCookieStorage({ maxAgeSeconds: DEVICE_TOKEN_COOKIE.maxAgeSeconds
   * })` of `@x/storage`.
   */
  readonly cookies: Cookies
  readonly clock: Clock
  readonly visibility: Visibility
  readonly random: Random
  readonly reporter: Reporter
  readonly transport: DeviceTransport
  /**
   * The application's id at the device service; it differs between test and production (spec
   * section 7).
   */
  readonly appId: string
  /** `collectFingerprint` of this package, or another. */
  readonly collectFingerprint: () => Promise<string>
  /** `undefined` where the platform has no Web Locks. */
  readonly locks?: Locks | undefined
  readonly openChannel?: ((name: string) => Channel | undefined) | undefined
  /** Loads the script of a device service that has one; `createScriptSdk` of this package. */
  readonly loadSdk?: (() => Promise<void>) | undefined
  /** Default: the list of spec section 7. Full paths, with /v1. */
  readonly protectedEndpoints?: readonly string[]
  /** Whether a protected request without a token is refused instead of sent. Default false. */
  readonly require?: boolean
  readonly legacyTerminalCode?: string
  /** Default 1,200,000. */
  readonly refreshMs?: number
  /** Default 14,400,000. */
  readonly expiryMs?: number
  /** Default 10,000; covers the retry. */
  readonly requestTimeoutMs?: number
  /** Default 1000. */
  readonly retryDelayMs?: number
  /** Longest wait of a read for a token. Default 5000. */
  readonly initWaitMs?: number
  /** Default 60,000. */
  readonly demotedRetryMs?: number
  readonly keys?: Partial<DeviceIdKeys>
}

/** Names under which the identity is kept. */
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

export interface DeviceId extends Store<TokenStatus> {
  /** Keeps the device token fresh from now on; reads start it too. */
  start(): void
  /** 32 lower-case hex digits. */
  terminalCode(): string
  /** A hint, never a key: two machines may share it. `undefined` where there is none. */
  fingerprint(): Promise<string | undefined>
  /** The token that can be used now, without waiting. */
  peek(): TokenReading | undefined
  /**
   * The token, after waiting up to `waitMs` (default: the init wait) for a first or a newer one.
   * Never rejects.
   */
  ready(options?: { readonly waitMs?: number }): Promise<TokenReading | undefined>
  /**
   * The token that a request to `path` must carry; `undefined` for other endpoints, and with a
   * report where there is none.
   */
  tokenFor(path: string): Promise<string | undefined>
  /**
   * Drops token, terminal code and fingerprint. Logging out does not: the device stays the same
   * (D19).
   */
  reset(): void
  /** Leaves no timer, listener or lock behind. */
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

/** Asks for nothing before `start` or a read. */
export function createDeviceId(options: DeviceIdOptions): DeviceId {
  const reporter = createReportLimiter(options)
  const storage = createResilientStorage(options.storage, {
    onDegrade: () => reporter.report({ kind: 'storage-memory-mode' }),
  })
  const keys = { ...KEYS, ...options.keys }
  const settings = { ...DEFAULTS, ...options, storage, reporter }

  const terminalCode = createTerminalCode({ ...settings, key: keys.terminalCode })
  const fingerprint = createFingerprint({ ...settings, key: keys.fingerprint })

  const shelf = createTokenCache({
    ...settings,
    key: keys.token,
    cookie: createTokenCookie(options.cookies),
  })
  const flag = createPendingFlag({
    ...settings,
    key: keys.pending,
    owner: randomHex(options.random, 8),
  })
  const turn = createTabLock({ ...settings, name: keys.pending, flag })
  const token = createDeviceToken({
    ...settings,
    key: keys.token,
    shelf,
    channel: options.openChannel?.(keys.token),
    createTokenRefresher: (onRefreshed) =>
      createTokenRefresher({ ...settings, shelf, turn, onRefreshed }),
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
