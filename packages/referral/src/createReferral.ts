import { createStore, type Clock, type KeyValueStorage, type Store, type TimerHandle } from '@x/kit'
import { captureReferral, parseRecord, type ReferralRecord } from './captureReferral.ts'
import { readLink, type ReferralLink, type ReferralParameters } from './readLink.ts'
import { parseReferralConfig, type ReferralConfig } from './referralConfig.ts'

export interface ReferralOptions {
  /** Shared by the tabs; what it refuses lives as long as the page. */
  readonly storage: KeyValueStorage
  readonly clock: Clock
  /**
   * Default `last`: a newer link replaces the whole record. `first`: the record stays until its
   * end.
   */
  readonly touch?: 'last' | 'first'
  readonly parameters?: ReferralParameters
  /**
   * Takes the locale segment off a path, so that a listed path holds in every language. Default:
   * none.
   */
  readonly stripLocale?: (path: string) => string
  /** How long codes wait for the configuration. Default 30,000. */
  readonly configWaitMs?: number
  /** Default `x:referral`. */
  readonly key?: string
}

export interface Referral extends Store<ReferralRecord | undefined> {
  /** Takes the codes of a link, once the configuration allows. Never throws. */
  capture(href: string): void
  /** The data of `GET /v1/mix/config/referral`. */
  configure(data: unknown): void
  /** Forgets the codes, after a registration; also those that still wait for the configuration. */
  clear(): void
  dispose(): void
}

/** Codes that brought a visitor here, kept for a registration until they end. */
export function createReferral(options: ReferralOptions): Referral {
  const {
    storage,
    clock,
    touch = 'last',
    parameters,
    stripLocale = (path) => path,
    configWaitMs = 30_000,
    key = 'x:referral',
  } = options
  const store = createStore<ReferralRecord | undefined>(undefined)
  let config: ReferralConfig | undefined
  let waiting:
    | { readonly link: ReferralLink; readonly at: number; readonly timer: TimerHandle }
    | undefined
  let ending: TimerHandle | undefined

  const show = (record: ReferralRecord | undefined) => {
    ending?.cancel()
    ending = record && clock.after(record.effectiveEndTime - clock.now(), load)
    store.setState(record)
  }
  const keep = (record: ReferralRecord | undefined) => {
    try {
      if (record) storage.set(key, JSON.stringify(record))
      else storage.remove(key)
    } catch {
      // Codes that cannot be stored still serve a registration on this page.
    }
    show(record)
  }
  const load = () => {
    const stored = storage.get(key)
    const record = parseRecord(stored, clock.now())
    if (stored !== null && !record) keep(undefined)
    else show(record)
  }
  const take = (link: ReferralLink, at: number) => {
    const record = config && captureReferral(link, { config, at, stripLocale })
    if (record && !(touch === 'first' && current())) keep(record)
  }
  /**
   * A timer removes the record at its end; a page that slept through it must not show it either.
   */
  const current = () => {
    const record = store.getState()
    return record && record.effectiveEndTime > clock.now() ? record : undefined
  }
  const stopWaiting = () => {
    waiting?.timer.cancel()
    waiting = undefined
  }
  const stopListening = storage.subscribe((change) => void (change.key === key && load()))
  load()

  return {
    subscribe: store.subscribe,
    getState: current,
    capture(href) {
      const link = readLink(href, parameters)
      if (!link) return
      const at = clock.now()
      if (config) return take(link, at)
      if (touch === 'first' && waiting) return
      stopWaiting()
      waiting = { link, at, timer: clock.after(configWaitMs, stopWaiting) }
    },
    configure(data) {
      config = parseReferralConfig(data)
      if (waiting) take(waiting.link, waiting.at)
      stopWaiting()
    },
    clear() {
      stopWaiting()
      keep(undefined)
    },
    dispose() {
      stopListening()
      stopWaiting()
      ending?.cancel()
    },
  }
}
