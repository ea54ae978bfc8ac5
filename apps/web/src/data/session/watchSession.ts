import {
  backOffDelay,
  type Clock,
  type KeyValueStorage,
  type Random,
  type TimerHandle,
  type Visibility,
} from '@x/kit'
import type { MarketClient } from '@x/market'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { AppStore } from '../store/store.ts'
import type { UserStream } from '../account-stream/createUserStream.ts'
import { referenceOf } from './sessionReference.ts'
import { restoreSession } from './thunks.ts'

export interface WatchSessionOptions {
  readonly store: AppStore
  readonly cookies: Pick<KeyValueStorage, 'get'>
  /** Changes when another tab changes the session. */
  readonly storage: KeyValueStorage
  readonly visibility: Visibility
  readonly stream: Pick<UserStream, 'onSessionUncertain'>
  /** Its socket opens again, with pauses of chance, as soon as there is a server. */
  readonly market: {
    readonly connection: Pick<MarketClient['connection'], 'getState' | 'subscribe'>
  }
  readonly clock: Clock
  readonly random: Random
}

export interface SessionWatcher {
  /** Asks the server who this is; while the same question is under way it is not asked again. */
  ask(): void
  stop(): void
}

const BACK_OFF = { firstDelayMs: 1_000, maxDelayMs: 30_000 }

/**
 * Keeps the screen in step with the session of the cookies, and fetches the user again while the
 * server does not answer (docs/adr/sessions.md).
 */
export function watchSession({
  store,
  cookies,
  storage,
  visibility,
  stream,
  market,
  clock,
  random,
}: WatchSessionOptions): SessionWatcher {
  const session = () => store.getState().session
  let asking: string | undefined
  let timer: TimerHandle | undefined
  let failures = 0

  const ask = (): void => {
    const reference = referenceOf(cookies)
    if (asking === reference) return
    asking = reference
    void store.dispatch(restoreSession()).finally(() => {
      if (asking === reference) asking = undefined
    })
  }
  const look = (): void => {
    if (session().unreachable > 0 || referenceOf(cookies) !== session().reference) ask()
  }
  const onConnection = (): void => {
    if (session().unreachable > 0 && market.connection.getState().status === 'open') ask()
  }
  const plan = (): void => {
    if (session().unreachable === failures) return
    failures = session().unreachable
    timer?.cancel()
    if (failures === 0) return
    timer = clock.after(backOffDelay(failures, { random, ...BACK_OFF }), ask)
  }
  const stops = [
    visibility.subscribe(look),
    storage.subscribe(({ key }) => key === STORAGE_KEYS.session && look()),
    stream.onSessionUncertain(ask),
    market.connection.subscribe(onConnection),
    store.subscribe(plan),
  ]
  ask()
  return {
    ask,
    stop() {
      timer?.cancel()
      for (const stop of stops) stop()
    },
  }
}
