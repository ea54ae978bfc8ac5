import type { Clock, Locks, TimerHandle } from '@x/kit'
import { addressOf, keyOfText } from '../wire.ts'
import type { MarketConnection } from './MarketConnection.ts'
import type { TabMessage } from './tabMessage.ts'

export interface RelayOptions {
  readonly connection: Pick<MarketConnection, 'subscribe' | 'unsubscribe'>
  readonly clock: Clock
  readonly locks: Locks
  /** The name of the lock that a tab holds as long as it lives. */
  readonly lockOf: (tabId: string) => string
  /** The id of the leading tab. */
  readonly tabId: string
  readonly post: (message: TabMessage) => void
  /** Aborts when this tab leads no longer. */
  readonly signal: AbortSignal
  /** Another tab has left or died; it may have been the last one. */
  readonly onTabGone: () => void
}

/**
 * The leading tab's side of a shared connection: subscribes once to what several tabs want, passes
 * the server's messages on to them and unsubscribes from what no tab wants any more.
 */
export interface Relay {
  /** Replaces the topics of a tab. `refresh`: those whose snapshot it needs. */
  setSubscriptions(
    tabId: string,
    topics: { readonly keys: readonly string[]; readonly refresh: readonly string[] },
  ): void
  /**
   * Passes a message of the server on to the other tabs that want it. Returns the key of its topic,
   * or `undefined` where it has none or no tab needs it.
   */
  forward(text: string): string | undefined
  /** A new socket has no subscriptions. */
  onSocketOpen(): void
  /** The number of tabs besides the leading one. */
  otherTabs(): number
}

/** Tabs that reconnect together send their topics within this time; the server gets one request. */
const BATCH_MS = 20

export function createRelay(options: RelayOptions): Relay {
  const { clock, locks, lockOf, tabId, post, signal } = options
  const tabs = new Map<string, ReadonlySet<string>>()
  const topics = createServerTopics(options.connection)
  const batch = new Set<string>()
  let batchTimer: TimerHandle | undefined

  const isWanted = (key: string, exceptTab?: string) =>
    [...tabs].some(([id, keys]) => id !== exceptTab && keys.has(key))

  const subscribeBatch = (): void => {
    batchTimer = undefined
    const keys = [...batch].filter((key) => isWanted(key))
    batch.clear()
    topics.subscribe(keys)
  }

  const removeTab = (id: string): void => {
    if (!tabs.delete(id)) return
    topics.keep(isWanted)
    options.onTabGone()
  }

  const otherTabs = () => tabs.size - (tabs.has(tabId) ? 1 : 0)

  return {
    setSubscriptions(id, { keys, refresh }) {
      if (keys.length === 0) return removeTab(id)
      // A tab that closes or crashes sends nothing; its lock is granted to this tab then.
      if (!tabs.has(id) && id !== tabId)
        locks.request(lockOf(id), { signal }, async () => removeTab(id)).catch(() => {})
      tabs.set(id, new Set(keys))
      for (const key of refresh) batch.add(key)
      if (id === tabId) {
        batchTimer?.cancel()
        subscribeBatch()
      } else if (refresh.length > 0) batchTimer ??= clock.after(BATCH_MS, subscribeBatch)
      topics.keep(isWanted)
    },
    forward(text) {
      // A tab that is alone receives only what it subscribes to: reading the topic of each of
      // hundreds of messages a second would be wasted.
      if (!topics.isAwaitingSnapshot() && otherTabs() === 0) return undefined
      const key = keyOfText(text)
      if (key === undefined) return undefined
      topics.onMessage(key)
      if (isWanted(key, tabId)) post({ kind: 'message', from: tabId, key, text })
      return key
    },
    onSocketOpen: topics.clear,
    otherTabs,
  }
}

/** The topics that the server sends, and those of them whose snapshot has not arrived yet. */
function createServerTopics(connection: RelayOptions['connection']) {
  const subscribed = new Set<string>()
  const awaitingSnapshot = new Set<string>()
  return {
    subscribe(wanted: readonly string[]): void {
      const keys = wanted.filter((key) => !awaitingSnapshot.has(key))
      for (const key of keys) {
        awaitingSnapshot.add(key)
        subscribed.add(key)
      }
      connection.subscribe(keys.map(addressOf))
    },
    /** Unsubscribes from all other topics. */
    keep(isWanted: (key: string) => boolean): void {
      const unused = [...subscribed].filter((key) => !isWanted(key))
      for (const key of unused) {
        subscribed.delete(key)
        awaitingSnapshot.delete(key)
      }
      connection.unsubscribe(unused.map(addressOf))
    },
    isAwaitingSnapshot: () => awaitingSnapshot.size > 0,
    onMessage: (key: string) => void awaitingSnapshot.delete(key),
    clear(): void {
      subscribed.clear()
      awaitingSnapshot.clear()
    },
  }
}
