import { crc32 } from 'node:zlib'
import type { BusTopics } from '../../../platform/event-bus/relay/busFrames.ts'
import type { EventOwner } from '../streams/userEvents.ts'
import type { StreamProduct } from '../streams/streamName.ts'

/** A market stream, or the user data of an account. */
export type StreamAddress =
  | { readonly product: StreamProduct; readonly stream: string }
  | EventOwner

/** Slots of users; a slot moves from one machine to another as a whole. */
const SLOTS = 1_024
/** No dot, no wildcard, nothing that a subject cannot hold. */
const [STREAM, USER] = [/^[\w!@]{1,64}$/, /^[\w-]{1,64}$/]

/**
 * Streams of the Open API on the bus: `md.open-api-<product>.<stream>` and
 * `u.<slot>.<realm>:<user>.open-api-<product>`.
 */
export const STREAMS_ON_BUS: BusTopics<StreamAddress> = {
  snapshot: 'open-api.snapshot',
  watch: 'open-api.watch',
  keyOf: (address) =>
    'stream' in address
      ? `${address.product} ${address.stream}`
      : `${address.product} ${address.realm}:${address.userId}`,
  subjectOf(address) {
    const topic = `open-api-${address.product}`
    if ('stream' in address)
      return STREAM.test(address.stream) ? `md.${topic}.${address.stream}` : undefined
    const { realm, userId } = address
    return USER.test(userId) ? `u.${crc32(userId) % SLOTS}.${realm}:${userId}.${topic}` : undefined
  },
}

/** Whose a listen key is: a `ListenKeyQuestion` is answered with its `EventOwner` or null. */
export const OWNER_SUBJECT = 'open-api.owner'
export interface ListenKeyQuestion {
  readonly listenKey: string
  readonly address: string
}

/** Whether an API key may read from an address still: answered with a boolean. */
export const MAY_READ_SUBJECT = 'open-api.may-read'
export interface MayReadQuestion {
  readonly apiKey: string
  readonly address: string
}

/** Who takes calls of the WebSocket API: answered with `CallTaker`. */
export const CALLS_SUBJECT = 'open-api.calls'
export interface CallTaker {
  readonly epoch: number
}

/** Where the gateway of an epoch takes calls; no other one ever does. */
export const callSubject = (epoch: number): string => `open-api.call.${epoch}`
