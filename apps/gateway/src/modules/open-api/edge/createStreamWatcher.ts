import type { Publisher } from '../../../platform/event-bus/relay/Publisher.ts'
import type { Subscriber } from '../../../platform/event-bus/relay/Subscriber.ts'
import { payloadOf, readMissed, type MissedEvents } from '../bus/streamMessages.ts'
import { STREAMS_ON_BUS, type StreamAddress } from '../bus/streamSubjects.ts'
import type { UserListener } from '../streams/createUserStreams.ts'
import { isOfStates } from '../streams/streamName.ts'

/** Watches a stream for one socket. Answers the verb that ends it. */
export type WatchStream = (address: StreamAddress, listener: UserListener) => () => void

interface Watched {
  readonly listeners: Set<UserListener>
  readonly subscriber: Subscriber
}

/**
 * Watches each stream once for all sockets of an edge. What was lost on the way is asked for and
 * sent on in its order; where it is not to be had the sockets are ended, unless each event of the
 * stream says all by itself.
 */
export function createStreamWatcher(publisher: Publisher<StreamAddress>): WatchStream {
  const watched = new Map<string, Watched>()

  function open(address: StreamAddress): Watched {
    const listeners = new Set<UserListener>()
    const subscriber: Subscriber = {
      send: createReceiver({
        send: (payload) => {
          for (const listener of listeners) listener.send(payload)
        },
        lose() {
          if ('stream' in address && isOfStates(address.stream, address.product)) return
          for (const listener of listeners) listener.lose()
        },
      }),
      backlog: () => 0,
      drop() {},
    }
    return { listeners, subscriber }
  }

  return (address, listener) => {
    const key = STREAMS_ON_BUS.keyOf(address)
    const own = watched.get(key) ?? open(address)
    own.listeners.add(listener)
    if (!watched.has(key)) {
      watched.set(key, own)
      void publisher.subscribe(own.subscriber, address)
    }
    return () => {
      own.listeners.delete(listener)
      if (own.listeners.size > 0 || watched.get(key) !== own) return
      watched.delete(key)
      publisher.unsubscribe(own.subscriber, address)
    }
  }
}

/** Takes in what the relay sends: events one after the other, and what fills a loss. */
function createReceiver({ send, lose }: UserListener): (text: string) => void {
  let head: Pick<MissedEvents, 'run' | 'seq'> | undefined

  function fill({ run, seq, latest }: MissedEvents): void {
    const before = head
    head = { run, seq }
    // Who begins gets what happens from now on.
    if (!before) return
    const missed = latest.filter(([at]) => at > before.seq)
    if (before.run !== run || missed.length !== seq - before.seq) return lose()
    for (const [, payload] of missed) send(payload)
  }

  return (text) => {
    const missed = readMissed(text)
    if (missed) return fill(missed)
    if (head) head = { ...head, seq: head.seq + 1 }
    send(payloadOf(text))
  }
}
