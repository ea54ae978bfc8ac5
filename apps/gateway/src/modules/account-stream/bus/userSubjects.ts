import { crc32 } from 'node:zlib'
import type { BusTopics } from '../../../platform/event-bus/relay/busFrames.ts'
import type { Trader } from '../../trading/ports/TradingService.ts'
import { userKey } from '../concernedUsers.ts'
import type { UserTopic } from '../wire.ts'

/** One topic of one user's account. */
export interface UserAddress extends Trader {
  readonly topic: UserTopic
}

/** Slots of users; a slot moves from one machine to another as a whole. */
const SLOTS = 1_024
/** No dot, no wildcard, nothing that a subject cannot hold. */
const NAME = /^[\w-]{1,64}$/

/** What happens to users' accounts on the bus: `u.<slot>.<realm>:<user>.<topic>`. */
export const USERS_ON_BUS: BusTopics<UserAddress> = {
  snapshot: 'user.snapshot',
  watch: 'user.watch',
  keyOf: (address) => `${address.topic} ${userKey(address)}`,
  subjectOf: (address) =>
    NAME.test(address.userId)
      ? `u.${crc32(address.userId) % SLOTS}.${userKey(address)}.${address.topic}`
      : undefined,
}

/** Whose session it is: the `SessionHeaders` of a request are answered with a `SessionAnswer`. */
export const SESSION_SUBJECT = 'user.session'
/** The id of a session that ends before its time. */
export const ENDED_SUBJECT = 'user.ended'

/** What of a request names its session. */
export interface SessionHeaders {
  readonly cookie: string | undefined
  readonly host: string | undefined
}

export type SessionAnswer =
  | { readonly session: Trader & { readonly sessionId: string } }
  | { readonly code: string }
