import { createStore, type Clock, type KeyValueStorage, type Store, type TimerHandle } from '@x/kit'
import { captureReferral, parseRecord, type ReferralRecord } from './captureReferral.ts'
import { readLink, type ReferralLink, type ReferralParameters } from './readLink.ts'
import { parseReferralConfig, type ReferralConfig } from './referralConfig.ts'

/** Ports and settings of {@link createReferral}. */
export interface ReferralOptions {
  /** Shared by the tabs. A record that it cannot store is kept in memory for this page. */
  readonly storage: KeyValueStorage
  readonly clock: Clock
  /**
   * Default `last`: a newer link replaces the whole record. `first`: the record stays until its
   * end.
   */
  readonly touch?: 'last' | 'first'
  /** Query parameter of each code where it differs from the field name. */
  readonly parameters?: ReferralParameters
  /**
   * Removes the locale segment of a path, so that a listed path matches in every language.
   * Default: none.
   */
  readonly stripLocale?: (path: string) => string
  /** Milliseconds that codes wait for the configuration. Default 30,000. */
  readonly configWaitMs?: number
  /** Storage key of the record. Default `x:referral`. */
  readonly key?: string
}

/** A store of the current referral record; `undefined` while there is none. */
export interface Referral extends Store<ReferralRecord | undefined> {
  /** Reads the codes of a link and stores them if the configuration allows. Never throws. */
  capture(href: string): void
  /** Applies the data of `GET /v1/mix/config/referral` and captures waiting codes. */
  configure(data: unknown): void
  /** Removes the record and codes that wait for the configuration. Call after a registration. */
  clear(): void
  /** Cancels timers and unsubscribes from storage. */
  dispose(): void
}

/**
 * Captures referral codes from links and keeps them for a registration until they expire (spec
 * 4.4).
 */
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
  const keep = (record?: ReferralRecord) => {
    try {
      if (record) storage.set(key, JSON.stringify(record))
      else storage.remove(key)
    } catch {
      // The record stays in memory for a registration on this page.
    }
    show(record)
  }
  const load = () => {
    const stored = storage.get(key)
    const record = parseRecord(stored, clock.now())
    if (stored !== null && !record) keep()
    else show(record)
  }
  const take = (link: ReferralLink, at: number) => {
    const record = config && captureReferral(link, { config, at, stripLocale })
    if (record && !(touch === 'first' && current())) keep(record)
  }
  /**
   * A timer removes the record at its end; a suspended page may read it before the timer runs.
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
    ...store,
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
    clear: () => (stopWaiting(), keep()),
    dispose() {
      stopListening()
      stopWaiting()
      ending?.cancel()
    },
  }
}
