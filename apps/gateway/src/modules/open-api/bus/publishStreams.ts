import type { Clock } from '@x/kit'
import type { EventBus } from '../../../platform/event-bus/EventBus.ts'
import { answerEdges } from '../../../platform/event-bus/relay/answerEdges.ts'
import { writeFrame } from '../../../platform/event-bus/relay/busFrames.ts'
import type { StreamHub } from '../streams/createStreamHub.ts'
import type { UserEvents, UserListener } from '../streams/createUserStreams.ts'
import type { SocketAnswer, SocketCall, SocketCalls } from '../streams/SocketCalls.ts'
import type { StreamProduct } from '../streams/streamName.ts'
import { writeEvent, writeMissed } from './streamMessages.ts'
import {
  callSubject,
  CALLS_SUBJECT,
  MAY_READ_SUBJECT,
  OWNER_SUBJECT,
  STREAMS_ON_BUS,
  type CallTaker,
  type ListenKeyQuestion,
  type MayReadQuestion,
  type StreamAddress,
} from './streamSubjects.ts'

export interface PublishStreamsOptions {
  readonly bus: EventBus
  /** Of the right to trade: edges leave a gateway with an older one. */
  readonly epoch: number
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly hubs: Readonly<Record<StreamProduct, Pick<StreamHub, 'subscribe' | 'unsubscribe'>>>
  readonly users: UserEvents
  readonly calls: SocketCalls
  /** A stream that no edge has named for so long is published no longer. Default 15 s. */
  readonly forgetMs?: number
}

/** Streams that one gateway opens for edges in its life are fewer. */
const MOST_OPENED = 1_000_000_000
/** What is kept of a stream for edges that missed it; a message of NATS has at most a mebibyte. */
const [MOST_KEPT, MOST_KEPT_CHARACTERS] = [64, 256 * 1024]

/** A stream that some edge follows. */
interface Watched {
  readonly run: number
  readonly latest: [number, string][]
  seq: number
  characters: number
  stop(): void
}

/**
 * Publishes the events of the streams that edges follow once, on the bus, and answers what edges
 * ask for their sockets: whose a listen key is, and the calls of the WebSocket API. Answers the
 * verb that ends it.
 */
export function publishStreams(options: PublishStreamsOptions): () => void {
  const { bus, epoch, users, calls } = options
  const { watch, forget } = createWatch(options)
  const answerJson = <Question>(subject: string, run: (question: Question) => unknown) =>
    bus.answer(subject, async (text) =>
      JSON.stringify((await run(JSON.parse(text) as Question)) ?? null),
    )
  const ends = [
    answerEdges<StreamAddress>({
      ...options,
      named: STREAMS_ON_BUS,
      stateOf: watch,
      snapshotOf(address) {
        const found = watch(address)
        if (!found) return { run: 0, seq: 0, isUnknown: true }
        const { run, seq, latest } = found
        return { run, seq, text: writeMissed({ run, seq, latest }) }
      },
      forget,
    }),
    answerJson<ListenKeyQuestion>(OWNER_SUBJECT, ({ listenKey, address }) =>
      users.ownerOf(listenKey, address),
    ),
    answerJson<MayReadQuestion>(MAY_READ_SUBJECT, ({ apiKey, address }) =>
      users.mayRead(apiKey, address),
    ),
    bus.answer(CALLS_SUBJECT, () => JSON.stringify({ epoch } satisfies CallTaker)),
    bus.answer(callSubject(epoch), async (text) =>
      writeAnswer(await calls.run(JSON.parse(text) as SocketCall)),
    ),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** What is proved in the first line; the text of the answer is not read on its way. */
export const writeAnswer = ({ text, proved }: SocketAnswer): string =>
  `${JSON.stringify(proved ?? null)}\n${text}`

/** The streams that edges follow. */
function createWatch({ bus, epoch, hubs, users }: PublishStreamsOptions) {
  const watched = new Map<string, Watched>()
  let opened = 0

  function take(own: Watched, payload: string, subject: string): void {
    own.seq++
    own.latest.push([own.seq, payload])
    own.characters += payload.length
    while (own.latest.length > MOST_KEPT || own.characters > MOST_KEPT_CHARACTERS)
      own.characters -= own.latest.shift()?.[1].length ?? own.characters
    bus.publish(subject, writeFrame(own.run, writeEvent(own.seq, payload)))
  }

  /** Answers the verb that ends it; `undefined`: there is no such stream. */
  function open(address: StreamAddress, listener: UserListener): (() => void) | undefined {
    if (!('stream' in address)) return users.watch(address, listener)
    const { product, stream } = address
    const subscriber = { ...listener, send: (_: string, payload: string) => listener.send(payload) }
    const hub = hubs[product]
    return hub.subscribe(stream, subscriber) ? () => hub.unsubscribe(stream, subscriber) : undefined
  }

  return {
    watch(address: StreamAddress): Watched | undefined {
      const subject = STREAMS_ON_BUS.subjectOf(address)
      const key = STREAMS_ON_BUS.keyOf(address)
      const known = watched.get(key)
      if (known || subject === undefined) return known
      const own: Watched = {
        run: epoch * MOST_OPENED + ++opened,
        latest: [],
        seq: 0,
        characters: 0,
        stop() {},
      }
      const stop = open(address, { send: (payload) => take(own, payload, subject), lose() {} })
      if (!stop) return undefined
      own.stop = stop
      watched.set(key, own)
      return own
    },
    forget(address: StreamAddress): void {
      const key = STREAMS_ON_BUS.keyOf(address)
      watched.get(key)?.stop()
      watched.delete(key)
    },
  }
}
