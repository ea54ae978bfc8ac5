import type { Clock, TimerHandle } from '@x/kit'
import type { Channel } from './Channel.ts'

/** A subscriber: a web socket, or whatever else takes texts. */
export interface Subscriber {
  send(text: string): void
  /** Bytes handed over and not yet on the network. */
  backlog(): number
  /** Ends it: it could not keep up. */
  drop(): void
}

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

export interface Publisher {
  /**
   * Sends a snapshot, and from then on every change. Following again is answered with a fresh
   * snapshot.
   */
  subscribe(subscriber: Subscriber, address: Address): boolean
  unsubscribe(subscriber: Subscriber, address: Address): void
  forget(subscriber: Subscriber): void
  start(): void
  stop(): void
}

interface Entry {
  readonly channel: Channel
  readonly subscribers: Set<Subscriber>
  /** Followers that missed messages and wait for a snapshot. */
  readonly behind: Set<Subscriber>
}

/**
 * Above this a subscriber is skipped; below a quarter of it, it gets a snapshot and follows again.
 */
const FULL = 512 * 1024
const SLOW_CLIENT_TIMEOUT_MS = 5_000

/**
 * Builds each message once and writes it to every subscriber; who cannot keep up gets a snapshot
 * later, not a queue.
 */
export function createPublisher({ clock, open, periodMs = 100 }: PublisherOptions): Publisher {
  const entries = new Map<string, Entry>()
  const delivery = createDelivery({ clock })
  let timer: TimerHandle | undefined

  const forget = (subscriber: Subscriber): void => {
    delivery.forget(subscriber)
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
        for (const entry of entries.values()) delivery.publish(entry)
        for (const subscriber of delivery.hopeless()) {
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

/** Writes what is new to subscribers that keep up, and knows who has not for long. */
function createDelivery({ clock }: Pick<PublisherOptions, 'clock'>) {
  const slowSince = new Map<Subscriber, number>()

  const catchUp = (entry: Entry, subscriber: Subscriber): void => {
    if (subscriber.backlog() > FULL / 4) return
    entry.behind.delete(subscriber)
    slowSince.delete(subscriber)
    sendSnapshot(entry, subscriber)
  }

  return {
    publish(entry: Entry): void {
      const messages = entry.channel.deltas()
      for (const subscriber of entry.behind) catchUp(entry, subscriber)
      if (messages.length === 0) return
      for (const subscriber of entry.subscribers) {
        if (entry.behind.has(subscriber)) continue
        if (subscriber.backlog() > FULL) {
          entry.behind.add(subscriber)
          if (!slowSince.has(subscriber)) slowSince.set(subscriber, clock.monotonic())
          continue
        }
        for (const text of messages) subscriber.send(text)
      }
    },
    hopeless: (): Subscriber[] =>
      [...slowSince].flatMap(([subscriber, since]) =>
        clock.monotonic() - since < SLOW_CLIENT_TIMEOUT_MS ? [] : [subscriber],
      ),
    forget: (subscriber: Subscriber): void => void slowSince.delete(subscriber),
  }
}

function sendSnapshot({ channel }: Entry, subscriber: Subscriber): void {
  const text = channel.snapshot()
  if (text !== undefined) subscriber.send(text)
}
