import type { Clock, TimerHandle } from '@x/kit'
import type { Channel } from './Channel.ts'

/** A follower: a web socket, or whatever else takes texts. */
export interface Follower {
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
}

export interface Publisher {
  /**
   * Sends a snapshot, and from then on every change. Following again is answered with a fresh
   * snapshot.
   */
  follow(follower: Follower, address: Address): boolean
  unfollow(follower: Follower, address: Address): void
  forget(follower: Follower): void
  start(): void
  stop(): void
}

interface Entry {
  readonly channel: Channel
  readonly followers: Set<Follower>
  /** Followers that missed messages and wait for a snapshot. */
  readonly behind: Set<Follower>
}

/**
 * Above this a follower is skipped; below a quarter of it, it gets a snapshot and follows again.
 */
const FULL = 512 * 1024
const SLOW_CLIENT_TIMEOUT_MS = 5_000

/**
 * Builds each message once and writes it to every follower; who cannot keep up gets a snapshot
 * later, not a queue.
 */
export function createPublisher({ clock, open, periodMs = 100 }: PublisherOptions): Publisher {
  const entries = new Map<string, Entry>()
  const slowSince = new Map<Follower, number>()
  let timer: TimerHandle | undefined
  const keyOf = ({ topic, symbol }: Address) => `${topic} ${symbol}`

  const publish = (entry: Entry): void => {
    const messages = entry.channel.deltas()
    for (const follower of entry.behind) catchUp(entry, follower)
    if (messages.length === 0) return
    for (const follower of entry.followers) {
      if (entry.behind.has(follower)) continue
      if (follower.backlog() > FULL) {
        entry.behind.add(follower)
        if (!slowSince.has(follower)) slowSince.set(follower, clock.monotonic())
        continue
      }
      for (const text of messages) follower.send(text)
    }
  }

  const catchUp = (entry: Entry, follower: Follower): void => {
    if (follower.backlog() > FULL / 4) return
    entry.behind.delete(follower)
    slowSince.delete(follower)
    sendSnapshot(entry, follower)
  }

  const sendSnapshot = ({ channel }: Entry, follower: Follower): void => {
    const text = channel.snapshot()
    if (text !== undefined) follower.send(text)
  }

  const dropHopeless = (): void => {
    for (const [follower, since] of slowSince) {
      if (clock.monotonic() - since < SLOW_CLIENT_TIMEOUT_MS) continue
      forget(follower)
      follower.drop()
    }
  }

  const forget = (follower: Follower): void => {
    slowSince.delete(follower)
    for (const [key, entry] of entries) leave(key, entry, follower)
  }

  const leave = (key: string, entry: Entry, follower: Follower): void => {
    entry.followers.delete(follower)
    entry.behind.delete(follower)
    if (entry.followers.size > 0 || !entries.delete(key)) return
    entry.channel.unfollowed?.()
  }

  return {
    follow(follower, address) {
      const key = keyOf(address)
      let entry = entries.get(key)
      if (!entry) {
        const channel = open(address)
        if (!channel) return false
        entry = { channel, followers: new Set(), behind: new Set() }
        // What happened before anybody followed is part of the first snapshot, not a delta.
        channel.deltas()
        entries.set(key, entry)
      }
      entry.followers.add(follower)
      entry.behind.delete(follower)
      sendSnapshot(entry, follower)
      return true
    },
    unfollow(follower, address) {
      const key = keyOf(address)
      const entry = entries.get(key)
      if (entry) leave(key, entry, follower)
    },
    forget,
    start() {
      let due = clock.monotonic()
      const tick = (): void => {
        for (const entry of entries.values()) publish(entry)
        dropHopeless()
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
