import { loadOnce } from '../../lib/loadOnce.ts'
import type { AppStore } from '../store/store.ts'
import type { UserStream } from './createUserStream.ts'
import type { Visit } from './newFills.ts'
import type { UserMessage } from './userMessage.ts'

type Cache = typeof import('./applyToCache.ts')

export interface SyncUserStreamOptions {
  readonly store: AppStore
  readonly stream: UserStream
  /** The code that knows the query cache; fetched with the first user, a guest has no cache. */
  readonly loadCache?: () => Promise<Cache>
}

/** Starts and stops the stream with the session and applies its messages to the query cache. */
export function syncUserStream({
  store,
  stream,
  loadCache = loadOnce(() => import('./applyToCache.ts')),
}: SyncUserStreamOptions): void {
  let current: string | undefined
  let visit: Visit = {}
  let cache: Cache | undefined
  let waiting: readonly UserMessage[] = []
  let hasMissed = false

  /**
   * Messages that arrive before the cache is loaded wait for it. If loading fails, the next message
   * tries again, and then all is asked again.
   */
  async function openCache(): Promise<void> {
    try {
      const { applyToCache, invalidateAll } = (cache = await loadCache())
      for (const message of waiting) applyToCache(store, message, visit)
      if (hasMissed) invalidateAll(store)
      hasMissed = false
    } catch {
      hasMissed ||= waiting.length > 0
    }
    waiting = []
  }
  const update = (): void => {
    const { user } = store.getState().session
    // A change of realm is a new session: its data is another's.
    const next = user && `${user.userId} ${user.realm}`
    if (next === current) return
    current = next
    visit = {}
    waiting = []
    if (!next) return stream.stop()
    stream.start()
    if (!cache) void openCache()
  }
  stream.subscribe((message) => {
    if (cache) return cache.applyToCache(store, message, visit)
    waiting = [...waiting, message]
    void openCache()
  })
  store.subscribe(update)
  update()
}
