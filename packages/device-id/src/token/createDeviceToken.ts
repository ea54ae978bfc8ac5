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
  /** Begins to listen and, while visible, to keep the token fresh. */
  start(): void
  /** The token that can be used now. */
  readonly peek: () => TokenReading | undefined
  /** The token, after waiting up to `waitMs` for a first or a newer one. Never rejects. */
  ready(waitMs: number): Promise<TokenReading | undefined>
  reset(): void
  dispose(): void
}

export interface DeviceTokenOptions extends Pick<TokenLifetimes, 'refreshMs'> {
  readonly shelf: TokenCache
  /** `onChange` is to be called when the collector's own request has changed the shelf. */
  readonly createTokenRefresher: (onChange: () => void) => TokenRefresher
  readonly storage: KeyValueStorage
  readonly key: string
  readonly channel: Channel | undefined
  readonly clock: Clock
  readonly visibility: Visibility
}

/** Keeps one token for all tabs: when to ask for it, when to wait for it, when to let go of it. */
export function createDeviceToken(options: DeviceTokenOptions): DeviceToken {
  const { shelf, storage, key, channel, clock, visibility, refreshMs } = options
  const machine = createMachine<TokenStatus, TokenEvent>(tokenTable, 'uninitialised')
  let isDisposed = false
  let stops: readonly ((() => void) | undefined)[] | undefined
  let timer: TimerHandle | undefined

  /**
   * The next refresh, while somebody looks at the page: a hidden page has no timer and looks again
   * when it is shown (D6).
   */
  const arm = () => {
    timer?.cancel()
    const token = shelf.token()
    if (!stops || !token || !visibility.isVisible()) return
    const elapsed = token.age === 'fresh' ? token.ageMs : clock.now() - shelf.entry().at
    timer = clock.after(Math.min(Math.max(refreshMs - elapsed, 1000), refreshMs), refresh)
  }
  const follow = () => {
    machine.send(eventOf(shelf))
    arm()
  }
  const collector = options.createTokenRefresher(() => {
    channel?.post(shelf.entry())
    follow()
  })
  const refresh = () => {
    if (stops && visibility.isVisible() && collector.isDue()) void collector.collect().then(follow)
    follow()
  }
  const hear = () => {
    collector.hear()
    follow()
  }
  const start = () => {
    if (stops || isDisposed) return
    shelf.load()
    stops = [
      visibility.subscribe(refresh),
      storage.subscribe((change) => {
        if (change.key !== key) return
        shelf.load(true)
        hear()
      }),
      channel?.subscribe((message) => {
        shelf.adopt(parseEntry(message))
        hear()
      }),
    ]
    refresh()
  }
  return {
    ...machine.store,
    start,
    peek: shelf.token,
    async ready(waitMs) {
      start()
      const now = shelf.token()
      if (now && !now.stale) {
        refresh()
        return now
      }
      // A hidden page refreshes nothing, but asks for a first token when somebody needs one.
      if (isDisposed || (now && !visibility.isVisible())) return now
      await sleep(waitMs, { clock, wakeOn: (end) => void collector.collect().then(end, end) })
      return shelf.token()
    },
    reset() {
      collector.cancel()
      shelf.clear()
      follow()
    },
    dispose() {
      isDisposed = true
      for (const stop of stops ?? []) stop?.()
      stops = undefined
      collector.cancel()
      timer?.cancel()
      channel?.close()
    },
  }
}

/** How the last request ended; where that was no failure, the kind of the token in use. */
function eventOf(shelf: TokenCache): TokenEvent {
  const { status } = shelf.entry()
  return status === 'error' || status === 'timeout' ? status : (shelf.token()?.kind ?? 'forget')
}
