import type { Clock, Locks, TimerHandle } from '@x/kit'
import { addressOf } from '../wire.ts'
import type { Connection } from './createConnection.ts'

export interface RelayOptions {
  readonly connection: Pick<Connection, 'ask' | 'drop'>
  readonly clock: Clock
  readonly locks: Locks
  /** Every tab holds the lock of its id while it lives. */
  readonly lockOf: (id: string) => string
  /** The leading tab itself. */
  readonly self: string
  /** Ends the leadership. */
  readonly signal: AbortSignal
  /** A tab went; it may have been the last. */
  readonly onGone: () => void
}

/**
 * The leading tab's record of who follows what: asks the server once for what several want, and
 * lets go of what nobody wants.
 */
export interface Relay {
  hold(
    tab: string,
    topics: { readonly held: readonly string[]; readonly ask: readonly string[] },
  ): void
  /**
   * Whether it matters to anybody which topic a message is of: to another tab, or to who has asked.
   */
  needsKeys(): boolean
  /** Whether another tab follows this topic. */
  isWanted(key: string): boolean
  /** A message of the topic came: who asked has been answered. */
  answered(key: string): void
  /** A new socket knows nothing of what was asked before. */
  opened(): void
  /** Tabs beside the leading one. */
  others(): number
}

/** Ten tabs that come back together ask within this time, and the server is asked once. */
const GATHER_MS = 20

export function createRelay({
  connection,
  clock,
  locks,
  lockOf,
  self,
  signal,
  onGone,
}: RelayOptions): Relay {
  const tabs = new Map<string, ReadonlySet<string>>()
  /** What the server sends us, and of that what it has not answered yet. */
  const subscribed = new Set<string>()
  const unanswered = new Set<string>()
  const gathered = new Set<string>()
  let gathering: TimerHandle | undefined

  const isHeld = (key: string, except?: string) =>
    [...tabs].some(([id, keys]) => id !== except && keys.has(key))

  const flush = (): void => {
    gathering = undefined
    const keys = [...gathered].filter((key) => !unanswered.has(key) && isHeld(key))
    gathered.clear()
    for (const key of keys) {
      unanswered.add(key)
      subscribed.add(key)
    }
    connection.ask(keys.map(addressOf))
  }

  const prune = (): void => {
    const unused = [...subscribed].filter((key) => !isHeld(key))
    for (const key of unused) {
      subscribed.delete(key)
      unanswered.delete(key)
    }
    connection.drop(unused.map(addressOf))
  }

  const forget = (tab: string): void => {
    if (!tabs.delete(tab)) return
    prune()
    onGone()
  }

  const others = () => tabs.size - (tabs.has(self) ? 1 : 0)

  return {
    needsKeys: () => unanswered.size > 0 || others() > 0,
    hold(tab, { held, ask }) {
      if (held.length === 0) return forget(tab)
      // A tab that closes or crashes says nothing; its lock falls to us then.
      if (!tabs.has(tab) && tab !== self)
        locks.request(lockOf(tab), { signal }, async () => forget(tab)).catch(() => {})
      tabs.set(tab, new Set(held))
      for (const key of ask) gathered.add(key)
      if (tab === self) {
        gathering?.cancel()
        flush()
      } else if (ask.length > 0) gathering ??= clock.after(GATHER_MS, flush)
      prune()
    },
    isWanted: (key) => isHeld(key, self),
    answered: (key) => void unanswered.delete(key),
    opened() {
      subscribed.clear()
      unanswered.clear()
    },
    others,
  }
}
