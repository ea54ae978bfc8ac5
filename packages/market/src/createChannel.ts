import { createStore, type Store, type WritableStore } from '@x/kit'
import type { MarketMessage } from './wire.ts'

/**
 * One topic of one symbol in the client: its reducer and its store, which changes once per frame.
 */
export interface Channel<T> {
  readonly topic: string
  readonly symbol: string
  readonly store: Store<T>
  /** Applies a message. `resync`: a new snapshot is needed. */
  apply(message: MarketMessage, receivedAt: number): 'changed' | 'unchanged' | 'resync'
  onDisconnect(): void
  onReconnect(): void
  /** Publishes to the store what was applied since the last commit. */
  commit(): void
}

/** How one kind of topic behaves; the base of `createChannel`. */
export interface ChannelRules<T> {
  readonly topic: string
  readonly symbol: string
  readonly initial: T
  /** The value to publish. */
  read(): T
  apply: Channel<T>['apply']
  onDisconnect?(): void
  onReconnect?(): void
}

export function createChannel<T>(rules: ChannelRules<T>): Channel<T> {
  const store: WritableStore<T> = createStore(rules.initial)
  return {
    topic: rules.topic,
    symbol: rules.symbol,
    store,
    apply: rules.apply,
    onDisconnect: () => rules.onDisconnect?.(),
    onReconnect: () => rules.onReconnect?.(),
    commit: () => store.setState(rules.read()),
  }
}
