import {
  type Channel,
  type Clock,
  createMachine,
  type KeyValueStorage,
  sleep,
  type Store,
  type TimerHandle,
  type Visibility,
} from '@x/kit'
import type { TokenRefresher } from './createTokenRefresher.ts'
import type { TokenReading, TokenCache } from './createTokenCache.ts'
import type { TokenLifetimes } from './tokenAge.ts'
import { parseEntry } from './tokenEntry.ts'
import { tokenTable, type TokenEvent, type TokenStatus } from './tokenMachine.ts'

export interface DeviceToken extends Store<TokenStatus> {
  /** Starts listening and, while visible, keeping the token fresh. */
  start(): void
  /** The token usable now. */
  readonly peek: () => TokenReading | undefined
  /**
   * The token, after waiting up to `waitMs` milliseconds for a first or newer one. Never rejects.
   */
  ready(waitMs: number): Promise<TokenReading | undefined>
  reset(): void
  dispose(): void
}

export interface DeviceTokenOptions extends Pick<TokenLifetimes, 'refreshMs'> {
  readonly cache: TokenCache
  /** `onChange` must be called when this tab's request changed the cache. */
  readonly createRefresher: (onChange: () => void) => TokenRefresher
  readonly storage: KeyValueStorage
  readonly key: string
  readonly channel: Channel | undefined
  readonly clock: Clock
  readonly visibility: Visibility
}

/** Maintains one token for all tabs: decides when to request it, wait for it and remove it. */
export function createDeviceToken(options: DeviceTokenOptions): DeviceToken {
  const { cache, storage, key, channel, clock, visibility, refreshMs } = options
  const machine = createMachine<TokenStatus, TokenEvent>(tokenTable, 'uninitialised')
  let isDisposed = false
  let stops: readonly ((() => void) | undefined)[] | undefined
  let timer: TimerHandle | undefined

  /**
   * Schedules the next refresh while the page is visible. A hidden page has no timer and checks
   * again when shown (D6).
   */
  const scheduleRefresh = () => {
    timer?.cancel()
    const token = cache.token()
    if (!stops || !token || !visibility.isVisible()) return
    const elapsed = token.age === 'fresh' ? token.ageMs : clock.now() - cache.entry().at
    timer = clock.after(Math.min(Math.max(refreshMs - elapsed, 1000), refreshMs), refresh)
  }
  const updateState = () => {
    machine.send(eventOf(cache))
    scheduleRefresh()
  }
  const refresher = options.createRefresher(() => {
    channel?.post(cache.entry())
    updateState()
  })
  const refresh = () => {
    if (stops && visibility.isVisible() && refresher.isDue())
      void refresher.refresh().then(updateState)
    updateState()
  }
  const onChange = () => {
    refresher.onChange()
    updateState()
  }
  const start = () => {
    if (stops || isDisposed) return
    cache.load()
    stops = [
      visibility.subscribe(refresh),
      storage.subscribe((change) => {
        if (change.key !== key) return
        cache.reload()
        onChange()
      }),
      channel?.subscribe((message) => {
        cache.adopt(parseEntry(message))
        onChange()
      }),
    ]
    refresh()
  }
  return {
    ...machine.store,
    start,
    peek: cache.token,
    async ready(waitMs) {
      start()
      const now = cache.token()
      if (now && !now.stale) return (refresh(), now)
      // A hidden page does not refresh, but requests a first token for a read.
      if (isDisposed || (now && !visibility.isVisible())) return now
      await sleep(waitMs, { clock, wakeOn: (end) => void refresher.refresh().then(end, end) })
      return cache.token()
    },
    reset() {
      refresher.cancel()
      cache.clear()
      updateState()
    },
    dispose() {
      isDisposed = true
      stops?.forEach((stop) => stop?.())
      stops = undefined
      timer?.cancel()
      refresher.cancel()
      channel?.close()
    },
  }
}

/** The event for the last request's failure, else for the kind of the current token. */
function eventOf(cache: TokenCache): TokenEvent {
  const { status } = cache.entry()
  return status === 'error' || status === 'timeout' ? status : (cache.token()?.kind ?? 'forget')
}
