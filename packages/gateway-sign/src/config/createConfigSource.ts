import { createMachine, type Clock, type KeyValueStorage, type Store } from '@x/kit'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import type { RsaPublicKey } from '../crypto/rsaPublicKey.ts'
import type { EmitEvent } from '../events.ts'
import { GatewaySignError, isGatewaySignError } from '../GatewaySignError.ts'
import type { WireProfile } from '../wire.ts'
import { configTable, type ConfigEvent, type GatewaySignState } from './configMachine.ts'
import { parseConfig, type OpenConfig } from './parseConfig.ts'
import { verifyServerKey } from './verifyServerKey.ts'

/** What signing and encryption work with. */
export interface ActiveConfig extends OpenConfig {
  readonly serverKey: RsaPublicKey
  readonly suite: CryptoSuite
}

export type ConfigOutcome =
  | { readonly status: 'verified'; readonly active: ActiveConfig }
  | { readonly status: 'off' }
  | { readonly status: 'failed'; readonly error: GatewaySignError }

export interface ConfigSourceOptions {
  readonly storage: Pick<KeyValueStorage, 'get' | 'set' | 'remove'>
  readonly clock: Clock
  readonly fetchConfig: () => Promise<unknown>
  readonly loadSuite: () => Promise<CryptoSuite>
  readonly issuerCertificates: readonly string[]
  readonly profile: WireProfile
  readonly emit: EmitEvent
}

export interface ConfigSource {
  readonly store: Store<GatewaySignState>
  /** The outcome of the initialisation, started by the first call. Never rejects. */
  ready(): Promise<ConfigOutcome>
  /** Forgets the state; the cached configuration stays and is verified again by the next use. */
  reset(): void
  /** Forgets the state and the cache, and fetches again after the delay; calls while one is pending do nothing more. */
  refetch(): void
  dropCache(): void
  dispose(): void
}

/** Spec section 4: refetches are throttled to one in two seconds. */
const FETCH_GAP_MS = 2_000
const EVENT_OF: Readonly<Record<ConfigOutcome['status'], ConfigEvent>> = { verified: 'verify', off: 'turnOff', failed: 'fail' }
const DISPOSED: ConfigOutcome = { status: 'failed', error: new GatewaySignError('CONFIG_UNAVAILABLE', 'The client was disposed of.') }

export function createConfigSource({ storage, clock, fetchConfig, loadSuite, issuerCertificates, profile, emit }: ConfigSourceOptions): ConfigSource {
  const machine = createMachine(configTable, 'notStarted')
  let run: Promise<ConfigOutcome> | undefined
  let generation = 0
  let retryAt = -Infinity
  let pause: { readonly end: () => void } | undefined
  let isDisposed = false

  const verify = async (config: OpenConfig): Promise<ConfigOutcome> => {
    const suite = await loadSuite()
    const serverKey = await verifyServerKey(config, { issuerCertificates, now: clock.now(), suite })
    return { status: 'verified', active: { ...config, serverKey, suite } }
  }

  /** The cache only ever holds an open configuration: one that says "off" was put there by somebody else. */
  const fromCache = async (): Promise<ConfigOutcome | null> => {
    const raw = storage.get(profile.configStorageKey)
    if (raw === null) return null
    try {
      const config = parseConfig(JSON.parse(raw), profile)
      if (config.clientOpen) return await verify(config)
      throw new GatewaySignError('CONFIG_INVALID', 'A cached configuration is switched off.')
    } catch (cause) {
      // Cryptography that did not load says nothing about what is stored.
      if (isGatewaySignError(cause, 'CRYPTO_UNAVAILABLE') || isGatewaySignError(cause, 'INSECURE_CONTEXT')) throw cause
      storage.remove(profile.configStorageKey)
      emit({ type: 'config-cache-rejected', code: toError(cause, 'CONFIG_INVALID').code })
      return null
    }
  }

  const fromGateway = async (isCurrent: () => boolean): Promise<ConfigOutcome> => {
    const data = await fetchConfig().catch((cause: unknown) => {
      throw new GatewaySignError('CONFIG_UNAVAILABLE', 'The gateway sign configuration could not be fetched.', { cause })
    })
    const value = typeof data === 'object' && data !== null && 'gatewaySignConfig' in data ? data.gatewaySignConfig : undefined
    const config = parseConfig(value, profile)
    if (!config.clientOpen) return { status: 'off' }
    const outcome = await verify(config)
    if (isCurrent()) keep(JSON.stringify(value))
    return outcome
  }

  /** A full or forbidden storage costs one fetch per page load, nothing else. */
  const keep = (raw: string) => {
    try {
      storage.set(profile.configStorageKey, raw)
    } catch {
      storage.remove(profile.configStorageKey)
    }
  }

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = clock.after(ms, resolve)
      const end = () => (timer.cancel(), resolve())
      pause = { end }
    }).finally(() => (pause = undefined))

  const start = (delayMs: number): Promise<ConfigOutcome> => {
    const mine = ++generation
    const isCurrent = () => mine === generation && !isDisposed
    const attempt = async (): Promise<ConfigOutcome> => {
      if (delayMs > 0) await wait(delayMs)
      // A later reset made this attempt worthless; whoever waits for it gets the later one.
      if (!isCurrent()) return source.ready()
      machine.send('fetch')
      retryAt = clock.monotonic() + FETCH_GAP_MS
      const obtain = async () => (await fromCache()) ?? (await fromGateway(isCurrent))
      const outcome = await obtain().catch((cause: unknown): ConfigOutcome => ({ status: 'failed', error: toError(cause, 'CONFIG_UNAVAILABLE') }))
      if (!isCurrent()) return source.ready()
      machine.send(EVENT_OF[outcome.status])
      if (outcome.status === 'failed') emit({ type: 'config-failed', code: outcome.error.code, message: outcome.error.message, detail: outcome.error.detail })
      return outcome
    }
    return (run = attempt())
  }

  const forget = () => {
    generation++
    run = undefined
    pause?.end()
    machine.send('reset')
  }

  const source: ConfigSource = {
    store: machine.store,
    ready() {
      if (isDisposed) return Promise.resolve(DISPOSED)
      const mayRetry = machine.store.getState() === 'failed' && clock.monotonic() >= retryAt
      return run && !mayRetry ? run : start(0)
    },
    reset() {
      if (!pause) forget()
    },
    refetch() {
      if (pause) return
      forget()
      source.dropCache()
      void start(FETCH_GAP_MS)
    },
    dropCache: () => storage.remove(profile.configStorageKey),
    dispose() {
      isDisposed = true
      forget()
    },
  }
  return source
}

function toError(cause: unknown, code: 'CONFIG_INVALID' | 'CONFIG_UNAVAILABLE'): GatewaySignError {
  return isGatewaySignError(cause) ? cause : new GatewaySignError(code, 'The gateway sign configuration could not be read.', { cause })
}
