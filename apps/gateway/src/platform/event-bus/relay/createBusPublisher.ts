import type { Clock, TimerHandle } from '@x/kit'
import type { EventBus } from '../EventBus.ts'
import type { Log } from '../../log/Log.ts'
import { askOnBus, type BusState, type BusTopics } from './busFrames.ts'
import { createBusTopic, type BusTopic } from './createBusTopic.ts'
import type { Publisher } from './Publisher.ts'
import { createTopicRelay } from './createTopicRelay.ts'
import { createSlowSubscribers } from './slowSubscribers.ts'
import type { Subscriber } from './Subscriber.ts'

export interface BusPublisherOptions<Address> {
  readonly named: BusTopics<Address>
  readonly bus: EventBus
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly log: Log
  /** How often the gateway that trades is sent what is watched. Default: a second. */
  readonly watchMs?: number | undefined
  /** Without an answer for so long the bus leads nowhere. Default 5 s. */
  readonly silenceMs?: number | undefined
}

export interface BusPublisher<Address> extends Publisher<Address> {
  /** Whether the gateway that trades has answered lately. */
  isServing(): boolean
  figures(): BusFigures
}

/** What of a bus reaches an edge, and what the edge passes on. */
export interface BusFigures {
  /** Topics that its sockets follow. */
  readonly topics: number
  /** Topics of each socket, summed. */
  readonly subscriptions: number
  /** Messages handed to sockets. */
  readonly sent: number
  /** How often messages were lost, and asked for again. */
  readonly losses: number
  /** Milliseconds since the gateway that trades last answered; `undefined`: it never did. */
  readonly silentMs: number | undefined
}

const WATCH_MS = 1_000
const SILENCE_MS = 5_000
/** Topics in one question: a message of NATS has at most a mebibyte. */
const AT_ONCE = 1_000

/**
 * A publisher of what another process publishes on the bus. It subscribes to what its own
 * subscribers follow. Once a second it names that to the gateway that trades, whose answer says how
 * far each topic is: a loss is found even where no message comes after it.
 */
export function createBusPublisher<Address>(
  options: BusPublisherOptions<Address>,
): BusPublisher<Address> {
  const { bus, clock, named, watchMs = WATCH_MS, silenceMs = SILENCE_MS } = options
  const { topics, slow, open, leave, counts } = createTopics(options)
  let timer: TimerHandle | undefined
  let answeredAt = -Infinity

  async function watch(): Promise<void> {
    const watched = [...topics.values()]
    // A question without a topic is asked too: its answer says that somebody trades.
    for (let from = 0; from === 0 || from < watched.length; from += AT_ONCE)
      await watchSome(watched.slice(from, from + AT_ONCE))
  }

  async function watchSome(watched: readonly BusTopic<Address>[]): Promise<void> {
    const addresses = watched.map(({ address }) => address)
    const states = await askOnBus<(BusState | null)[]>(bus, named.watch, addresses)
    if (states) answeredAt = clock.monotonic()
    for (const [index, { relay, ask }] of watched.entries()) {
      const state = states?.[index]
      if (state) relay.onState(state)
      relay.catchUp()
      ask()
    }
  }

  function forget(subscriber: Subscriber): void {
    slow.forget(subscriber)
    for (const key of topics.keys()) leave(key, subscriber)
  }

  function turn(): void {
    void watch()
    for (const subscriber of slow.hopeless()) {
      forget(subscriber)
      subscriber.drop()
    }
    timer = clock.after(watchMs, turn)
  }

  const stopListening = bus.onReconnect(() => void watch())

  return {
    subscribe(subscriber, address) {
      const topic = open(address)
      if (!topic) return false
      topic.relay.add(subscriber)
      topic.ask()
      return topic.isKnown()
    },
    unsubscribe: (subscriber, address) => leave(named.keyOf(address), subscriber),
    forget,
    start: turn,
    stop() {
      timer?.cancel()
      stopListening()
      for (const topic of topics.values()) topic.end()
      topics.clear()
    },
    isServing: () => clock.monotonic() - answeredAt < silenceMs,
    figures: () => ({
      ...counts,
      topics: topics.size,
      subscriptions: [...topics.values()].reduce(
        (sum, { relay }) => sum + relay.subscribers.size,
        0,
      ),
      silentMs: answeredAt === -Infinity ? undefined : clock.monotonic() - answeredAt,
    }),
  }
}

/** The topics that this edge follows. */
function createTopics<Address>({ bus, clock, log, named }: BusPublisherOptions<Address>) {
  const topics = new Map<string, BusTopic<Address>>()
  const slow = createSlowSubscribers(clock)
  const counts = { losses: 0, sent: 0 }

  function close(key: string): void {
    topics.get(key)?.end()
    topics.delete(key)
  }

  return {
    topics,
    slow,
    counts,
    open(address: Address): BusTopic<Address> | undefined {
      const [key, subject] = [named.keyOf(address), named.subjectOf(address)]
      const known = topics.get(key)
      if (known || subject === undefined) return known
      const relay = createTopicRelay({
        slow,
        onSent: () => counts.sent++,
        onLoss(loss) {
          counts.losses++
          log.warn('Messages of the bus were lost and are asked for again', { subject, ...loss })
        },
      })
      const onUnknown = () => close(key)
      const asksOn = named.snapshot
      const topic = createBusTopic({ bus, clock, address, subject, asksOn, relay, onUnknown })
      topics.set(key, topic)
      return topic
    },
    leave(key: string, subscriber: Subscriber): void {
      const topic = topics.get(key)
      topic?.relay.remove(subscriber)
      if (topic?.relay.subscribers.size === 0) close(key)
    },
  }
}
