import { createMachine, type Clock, type KeyValueStorage, type Store } from '@x/kit'
import type { EmitEvent } from '../events.ts'
import { GatewaySignError, isGatewaySignError } from '../GatewaySignError.ts'
import type { WireProfile } from '../wire.ts'
import { unsignedEnvelope, type ConfigEnvelope } from './configEnvelope.ts'
import { configTable, type ConfigEvent, type GatewaySignState } from './configMachine.ts'
import { createConfigCache } from './createConfigCache.ts'

/** Result of the initialisation. `Active` is the state built from a verified configuration. */
export type ConfigOutcome<Active> =
  | { readonly status: 'verified'; readonly active: Active }
  | { readonly status: 'off' }
  | { readonly status: 'failed'; readonly error: GatewaySignError }

export interface ConfigSourceOptions<Active> {
  readonly storage: Pick<KeyValueStorage, 'get' | 'set' | 'remove'>
  readonly clock: Clock
  readonly fetchConfig: () => Promise<unknown>
  /**
   * Verifies a configuration that is switched on; rejects with a GatewaySignError. Not called while
   * signing is off.
   */
  readonly activate: (config: unknown) => Promise<Active>
  /** Default: `unsignedEnvelope`. */
  readonly envelope?: ConfigEnvelope
  readonly profile: WireProfile
  readonly emit: EmitEvent
}

export interface ConfigSource<Active> {
  readonly store: Required<Store<GatewaySignState>>
  /** The outcome of the initialisation, which the first call starts. Never rejects. */
  ready(): Promise<ConfigOutcome<Active>>
  /** Resets the state. The cached configuration stays and is verified again on the next use. */
  reset(): void
  /**
   * Resets state and cache and fetches again after the delay. Further calls during the delay have
   * no effect.
   */
  refetch(): void
  clearCache(): void
  dispose(): void
}

/** Spec section 4: refetches are throttled to one in two seconds. */
const FETCH_GAP_MS = 2_000
const EVENT_OF: Readonly<Record<ConfigOutcome<unknown>['status'], ConfigEvent>> = {
  verified: 'verify',
  off: 'turnOff',
  failed: 'fail',
}
const DISPOSED: ConfigOutcome<never> = {
  status: 'failed',
  error: new GatewaySignError('CONFIG_UNAVAILABLE', 'The client was disposed of.'),
}

export function createConfigSource<Active>({
  storage,
  clock,
  fetchConfig,
  activate,
  envelope = unsignedEnvelope,
  profile,
  emit,
}: ConfigSourceOptions<Active>): ConfigSource<Active> {
  const machine = createMachine(configTable, 'notStarted')
  const cache = createConfigCache({ storage, key: profile.configStorageKey })
  let run: Promise<ConfigOutcome<Active>> | undefined
  let generation = 0
  let retryAt = -Infinity
  /** Set while a refetch is delayed. */
  let pause: Pause | undefined
  let isDisposed = false

  /**
   * Only a configuration that is switched on is ever cached, so a cached "off" was written by
   * someone else.
   */
  const fromCache = async (): Promise<ConfigOutcome<Active> | null> => {
    const raw = cache.read()
    if (raw === null) return null
    try {
      const config = await envelope.open(JSON.parse(raw))
      if (isOpen(config)) return { status: 'verified', active: await activate(config) }
      throw new GatewaySignError('CONFIG_INVALID', 'A cached configuration is switched off.')
    } catch (cause) {
      // A failed load of the crypto code does not make the stored value invalid.
      if (
        isGatewaySignError(cause, 'CRYPTO_UNAVAILABLE') ||
        isGatewaySignError(cause, 'INSECURE_CONTEXT')
      )
        throw cause
      cache.clear()
      emit({ type: 'config-cache-rejected', code: toError(cause, 'CONFIG_INVALID').code })
      return null
    }
  }

  const fromGateway = async (isCurrent: () => boolean): Promise<ConfigOutcome<Active>> => {
    const data = await fetchConfig().catch((cause: unknown) => {
      throw new GatewaySignError(
        'CONFIG_UNAVAILABLE',
        'The gateway sign configuration could not be fetched.',
        { cause },
      )
    })
    const stored = envelope.pick(data)
    const config = await envelope.open(stored)
    if (!isOpen(config)) return { status: 'off' }
    const active = await activate(config)
    if (isCurrent()) cache.write(JSON.stringify(stored))
    return { status: 'verified', active }
  }

  const start = (after: Promise<void>): Promise<ConfigOutcome<Active>> => {
    const mine = ++generation
    // Set before the first await, so that a second caller after a failure joins this attempt
    // instead of starting its own.
    retryAt = Infinity
    const isCurrent = () => mine === generation && !isDisposed
    const attempt = async (): Promise<ConfigOutcome<Active>> => {
      // Wait at least one microtask, so that a listener of the first state change finds this
      // attempt running.
      await after
      // A later refetch replaced this attempt; its callers get the result of the later one.
      if (!isCurrent()) return source.ready()
      pause = undefined
      machine.send('fetch')
      retryAt = clock.monotonic() + FETCH_GAP_MS
      // Reset while the cache was being verified: skip the fetch, so that a refetch keeps its
      // distance.
      const obtain = async () =>
        (await fromCache()) ?? (isCurrent() ? await fromGateway(isCurrent) : DISPOSED)
      const outcome = await obtain().catch((cause: unknown): ConfigOutcome<Active> => ({
        status: 'failed',
        error: toError(cause, 'CONFIG_UNAVAILABLE'),
      }))
      if (!isCurrent()) return source.ready()
      machine.send(EVENT_OF[outcome.status])
      if (outcome.status === 'failed')
        emit({
          type: 'config-failed',
          code: outcome.error.code,
          message: outcome.error.message,
          detail: outcome.error.detail,
        })
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

  const source: ConfigSource<Active> = {
    store: machine.store,
    ready() {
      if (isDisposed) return Promise.resolve(DISPOSED)
      const mayRetry = machine.store.getState() === 'failed' && clock.monotonic() >= retryAt
      return run && !mayRetry ? run : start(Promise.resolve())
    },
    reset() {
      // A fetch in progress is newer than the reason for the reset.
      if (!pause && machine.store.getState() !== 'fetching') forget()
    },
    refetch() {
      if (pause) return
      forget()
      source.clearCache()
      pause = pauseFor(FETCH_GAP_MS, clock)
      void start(pause.over)
    },
    clearCache: cache.clear,
    dispose() {
      isDisposed = true
      forget()
    },
  }
  return source
}

interface Pause {
  readonly over: Promise<void>
  readonly end: () => void
}

function pauseFor(ms: number, clock: Clock): Pause {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    const timer = clock.after(ms, resolve)
    end = () => (timer.cancel(), resolve())
  })
  return { over, end }
}

/** A configuration that is switched off needs no other field. */
function isOpen(config: unknown): boolean {
  const clientOpen =
    typeof config === 'object' && config !== null && 'clientOpen' in config
      ? config.clientOpen
      : undefined
  if (typeof clientOpen === 'boolean') return clientOpen
  throw new GatewaySignError(
    'CONFIG_INVALID',
    'The answer of fetchConfig has no gatewaySignConfig with a clientOpen.',
    { detail: { field: 'clientOpen' } },
  )
}

function toError(cause: unknown, code: 'CONFIG_INVALID' | 'CONFIG_UNAVAILABLE'): GatewaySignError {
  return isGatewaySignError(cause)
    ? cause
    : new GatewaySignError(code, 'The gateway sign configuration could not be read.', { cause })
}
