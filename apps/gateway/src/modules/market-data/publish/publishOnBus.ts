import type { Clock } from '@x/kit'
import type { EventBus } from '../../../platform/event-bus/EventBus.ts'
import { answerEdges } from '../../../platform/event-bus/relay/answerEdges.ts'
import { frameOf, writeFrame } from '../../../platform/event-bus/relay/busFrames.ts'
import type { Subscriber } from '../../../platform/event-bus/relay/Subscriber.ts'
import { MARKET_TOPICS } from './busSubjects.ts'
import { addressKey, type Address, type ChannelPublisher } from './createPublisher.ts'

export interface PublishOnBusOptions {
  readonly bus: EventBus
  readonly publisher: ChannelPublisher
  /** Of the right to trade: edges leave a gateway with an older one. */
  readonly epoch: number
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  /** A topic that no edge has named for so long is published no longer. Default 15 s. */
  readonly forgetMs?: number
}

/** Topics that one gateway opens in its life are fewer. */
const MOST_OPENED = 1_000_000

/** A topic that some edge follows. */
interface Watched {
  readonly subscriber: Subscriber
  readonly run: number
  seq: number
  /** Takes the next snapshot instead of the bus. */
  take: ((text: string) => void) | undefined
}

/**
 * Publishes each message of the topics that edges follow once, on the bus. Answers the verb that
 * ends it.
 */
export function publishOnBus(options: PublishOnBusOptions): () => void {
  const { watched, watch } = createWatch(options)
  return answerEdges<Address>({
    ...options,
    named: MARKET_TOPICS,
    stateOf: (address) => watched.get(addressKey(address)) ?? watch(address)?.entry,
    snapshotOf(address) {
      const found = watch(address)
      if (!found) return { run: 0, seq: 0, isUnknown: true }
      const { run, seq } = found.entry
      return { run, seq, text: found.text }
    },
    forget(address) {
      const key = addressKey(address)
      const entry = watched.get(key)
      watched.delete(key)
      if (entry) options.publisher.forget(entry.subscriber)
    },
  })
}

/** The topics that edges follow, each with a subscriber that writes to the bus. */
function createWatch({ bus, publisher, epoch }: PublishOnBusOptions) {
  const watched = new Map<string, Watched>()
  let opened = 0

  function open(subject: string): Watched {
    const run = epoch * MOST_OPENED + ++opened
    const entry: Watched = {
      run,
      seq: 0,
      take: undefined,
      subscriber: {
        send(text) {
          if (entry.take) return entry.take(text)
          entry.seq = frameOf(run, text)?.seq ?? entry.seq
          bus.publish(subject, writeFrame(run, text))
        },
        backlog: () => 0,
        drop: () => {},
      },
    }
    return entry
  }

  return {
    watched,
    /** The topic and its snapshot; `undefined` where there is none. */
    watch(address: Address): { readonly entry: Watched; readonly text?: string } | undefined {
      const subject = MARKET_TOPICS.subjectOf(address)
      if (subject === undefined) return undefined
      const key = addressKey(address)
      const entry = watched.get(key) ?? open(subject)
      let text: string | undefined
      entry.take = (snapshot) => (text = snapshot)
      const isKnown = publisher.subscribe(entry.subscriber, address)
      entry.take = undefined
      if (!isKnown) return undefined
      if (text !== undefined) entry.seq = frameOf(entry.run, text)?.seq ?? entry.seq
      watched.set(key, entry)
      return { entry, ...(text === undefined ? {} : { text }) }
    },
  }
}
