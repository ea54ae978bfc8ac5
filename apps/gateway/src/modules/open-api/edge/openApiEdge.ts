import type { EventBus } from '../../../platform/event-bus/EventBus.ts'
import { createBusPublisher } from '../../../platform/event-bus/relay/createBusPublisher.ts'
import { askOnBus } from '../../../platform/event-bus/relay/busFrames.ts'
import {
  createEdgeSocket,
  type EdgeSocket,
  type EdgeSocketOptions,
} from '../../../platform/event-bus/relay/createEdgeSocket.ts'
import {
  MAY_READ_SUBJECT,
  OWNER_SUBJECT,
  STREAMS_ON_BUS,
  type ListenKeyQuestion,
  type MayReadQuestion,
} from '../bus/streamSubjects.ts'
import type { StreamSubscriber } from '../streams/createStreamHub.ts'
import type { UserEvents } from '../streams/createUserStreams.ts'
import { socketApi } from '../streams/socketApi.ts'
import { readStreamName, type StreamProduct } from '../streams/streamName.ts'
import { streamSockets } from '../streams/streamSockets.ts'
import type { EventOwner } from '../streams/userEvents.ts'
import { createBusCalls, type BusCallsOptions } from './createBusCalls.ts'
import { createStreamWatcher, type WatchStream } from './createStreamWatcher.ts'

/** The sockets of the Open API at an edge, which serves them from the bus. */
export function createOpenApiEdge(
  options: EdgeSocketOptions & Pick<BusCallsOptions, 'holdMs' | 'answerMs' | 'onLeaderChange'>,
): EdgeSocket {
  const { bus, clock, checkMs } = options
  const publisher = createBusPublisher({ ...options, named: STREAMS_ON_BUS, watchMs: checkMs })
  const watch = createStreamWatcher(publisher)
  const users = createBusUsers(bus, watch)
  const calls = createBusCalls(options)
  const hubs = { spot: createBusHub('spot', watch), futures: createBusHub('futures', watch) }
  const streams = streamSockets({ clock, users, hubs })
  const sockets = (['spot', 'futures'] as const).map((product) =>
    socketApi(product, { clock, users, calls }),
  )
  return createEdgeSocket({ publisher, sockets: [...streams, ...sockets] }, options)
}

/** Market streams by their names, each watched once for all sockets. */
function createBusHub(product: StreamProduct, watch: WatchStream) {
  const held = new Map<StreamSubscriber, Map<string, () => void>>()
  return {
    subscribe(stream: string, subscriber: StreamSubscriber): boolean {
      if (!readStreamName(stream, product)) return false
      const own = held.get(subscriber) ?? new Map<string, () => void>()
      held.set(subscriber, own)
      own.get(stream)?.()
      const { lose } = subscriber
      const send = (payload: string) => subscriber.send(stream, payload)
      own.set(stream, watch({ product, stream }, { send, lose }))
      return true
    },
    unsubscribe(stream: string, subscriber: StreamSubscriber): void {
      const own = held.get(subscriber)
      own?.get(stream)?.()
      own?.delete(stream)
      if (own?.size === 0) held.delete(subscriber)
    },
  }
}

function createBusUsers(bus: EventBus, watch: WatchStream): UserEvents {
  /** @throws where nobody answers: nothing is known then */
  async function ask<Answer>(subject: string, question: object): Promise<Answer> {
    const answer = await askOnBus<Answer>(bus, subject, question)
    if (answer === undefined) throw new Error('The gateway that trades does not answer.')
    return answer
  }
  return {
    watch: ({ realm, userId, product }, listener) => watch({ realm, userId, product }, listener),
    ownerOf: async (listenKey, address) =>
      (await ask<EventOwner | null>(OWNER_SUBJECT, {
        listenKey,
        address,
      } satisfies ListenKeyQuestion)) ?? undefined,
    mayRead: (apiKey, address) =>
      ask<boolean>(MAY_READ_SUBJECT, { apiKey, address } satisfies MayReadQuestion),
  }
}
