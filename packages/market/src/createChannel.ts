import { createStore, type Store, type WritableStore } from '@x/kit'
import type { MarketMessage } from './wire.ts'

/**
 * One topic of one symbol, as the client keeps it: its reducer, its conflated store, and how many
 * use it.
 */
export interface Channel<T> {
  readonly topic: string
  readonly symbol: string
  readonly store: Store<T>
  /** Takes a message in. `resync` asks for a new snapshot. */
  take(message: MarketMessage, receivedAt: number): 'changed' | 'unchanged' | 'resync'
  lost(): void
  back(): void
  /** Shows what was taken since the last commit. */
  commit(): void
}

export interface ChannelRules<T> {
  readonly topic: string
  readonly symbol: string
  readonly initial: T
  /** What to show now. */
  read(): T
  take: Channel<T>['take']
  lost?(): void
  back?(): void
}

export function createChannel<T>(rules: ChannelRules<T>): Channel<T> {
  const store: WritableStore<T> = createStore(rules.initial)
  return {
    topic: rules.topic,
    symbol: rules.symbol,
    store,
    take: rules.take,
    lost: () => rules.lost?.(),
    back: () => rules.back?.(),
    commit: () => store.setState(rules.read()),
  }
}
