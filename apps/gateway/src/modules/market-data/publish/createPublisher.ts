import type { Clock, TimerHandle } from '@x/kit'
import type { Publisher } from '../../../platform/event-bus/relay/Publisher.ts'
import {
  createSlowSubscribers,
  type SlowSubscribers,
} from '../../../platform/event-bus/relay/slowSubscribers.ts'
import type { Subscriber } from '../../../platform/event-bus/relay/Subscriber.ts'
import type { Channel } from './Channel.ts'

export interface PublisherOptions {
  readonly clock: Clock
  /**
   * The channel of an address, `undefined` for one that does not exist. Asked once per address
   * while anybody follows it.
   */
  readonly open: (address: Address) => Channel | undefined
  /** Default 100 ms. */
  readonly periodMs?: number
}

export interface Address {
  readonly topic: string
  readonly symbol: string
  /** Whose symbol it is. Absent: `spot`. */
  readonly product?: 'spot' | 'usdt' | 'coin'
}

export const addressKey = ({ topic, symbol, product = 'spot' }: Address): string =>
  `${topic} ${product} ${symbol}`

/** A publisher of channels of this process. */
export interface ChannelPublisher extends Publisher<Address> {
  subscribe(subscriber: Subscriber, address: Address): boolean
}

interface Entry {
  readonly channel: Channel
  readonly subscribers: Set<Subscriber>
  /** Followers that missed messages and wait for a snapshot. */
  readonly behind: Set<Subscriber>
}

/**
 * Builds each message once and writes it to every subscriber; who cannot keep up gets a snapshot
 * later, not a queue.
 */
export function createPublisher(options: PublisherOptions): ChannelPublisher {
  const { clock, open, periodMs = 100 } = options
  const entries = new Map<string, Entry>()
  const slow = createSlowSubscribers(clock)
  let timer: TimerHandle | undefined

  const forget = (subscriber: Subscriber): void => {
    slow.forget(subscriber)
    for (const [key, entry] of entries) leave(key, entry, subscriber)
  }

  const leave = (key: string, entry: Entry, subscriber: Subscriber): void => {
    entry.subscribers.delete(subscriber)
    entry.behind.delete(subscriber)
    if (entry.subscribers.size > 0 || !entries.delete(key)) return
    entry.channel.unfollowed?.()
  }

  return {
    subscribe(subscriber, address) {
      const key = addressKey(address)
      let entry = entries.get(key)
      if (!entry) {
        const channel = open(address)
        if (!channel) return false
        entry = { channel, subscribers: new Set(), behind: new Set() }
        // What happened before anybody followed is part of the first snapshot, not a delta.
        channel.deltas()
        entries.set(key, entry)
      }
      entry.subscribers.add(subscriber)
      entry.behind.delete(subscriber)
      sendSnapshot(entry, subscriber)
      return true
    },
    unsubscribe(subscriber, address) {
      const key = addressKey(address)
      const entry = entries.get(key)
      if (entry) leave(key, entry, subscriber)
    },
    forget,
    start() {
      let due = clock.monotonic()
      const tick = (): void => {
        for (const entry of entries.values()) publish(entry, slow)
        for (const subscriber of slow.hopeless()) {
          forget(subscriber)
          subscriber.drop()
        }
        // From when it was due, not from now, or each late timer would make all that follow later;
        // a period that was missed whole is left out.
        const now = clock.monotonic()
        due += periodMs * Math.max(1, Math.ceil((now - due) / periodMs))
        timer = clock.after(due - now, tick)
      }
      tick()
    },
    stop: () => timer?.cancel(),
  }
}

/** Writes what is new to subscribers that keep up. */
function publish({ channel, subscribers, behind }: Entry, slow: SlowSubscribers): void {
  const messages = channel.deltas()
  for (const subscriber of behind)
    if (slow.hasCaughtUp(subscriber)) {
      behind.delete(subscriber)
      sendSnapshot({ channel }, subscriber)
    }
  if (messages.length === 0) return
  for (const subscriber of subscribers) {
    if (behind.has(subscriber)) continue
    if (slow.isFull(subscriber)) behind.add(subscriber)
    else for (const text of messages) subscriber.send(text)
  }
}

function sendSnapshot({ channel }: Pick<Entry, 'channel'>, subscriber: Subscriber): void {
  const text = channel.snapshot()
  if (text !== undefined) subscriber.send(text)
}
