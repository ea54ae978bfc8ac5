import { userTopics, type sockets } from '@x/api'
import { MESSAGE_COST } from '../../platform/http/socketLimits.ts'

/** The messages of `/v1/user/stream` (wire 10, docs/reference/sockets.md). */

export type UserTopic = keyof typeof userTopics
export const USER_TOPICS: readonly UserTopic[] = Object.values(userTopics).map(({ name }) => name)
/** What a client without a word gets; the other topics are sent on request only (futures 11). */
export const FIRST_TOPICS: readonly UserTopic[] = ['orders', 'fills', 'balances']

/** A close code that the contract lists for this socket. */
export type UserCloseCode = keyof typeof sockets.user.closeCodes
/**
 * Application close codes: the session ended (the reason is its code, wire 7 row 0), the client
 * reads too slowly, too many sockets.
 */
export const CLOSE_SESSION_ENDED = 4401
export const CLOSE_TOO_SLOW = 4408
export const CLOSE_TOO_MANY = 4429
/**
 * Closes after which nothing is waited for: the peer may ignore the close frame, or not read it.
 */
export const TERMINATING: ReadonlySet<number> = new Set([CLOSE_TOO_SLOW, CLOSE_TOO_MANY])

/** A browser with several tabs open, and no more. */
export const MAX_CONNECTIONS_OF_ONE_USER = 20
/** What opening a connection costs of the user's allowance: it brings a snapshot of every topic. */
export const OPENING_COST = 0.5
/** How often a silent peer is noticed, and a session that ended without a word. */
export const CHECK_MS = 25_000
/** Clients send names of topics, nothing else. */
export const MAX_MESSAGE_BYTES = 4096

export type ClientMessage =
  | { readonly op: 'subscribe' | 'unsubscribe'; readonly topics: readonly UserTopic[] }
  | { readonly op: 'ping' }

/** `{op, args: [{topic}]}` as on the market socket; `undefined` for anything else. */
export function readClientMessage(text: string): ClientMessage | undefined {
  const message = parsed(text)
  if (message?.['op'] === 'ping') return { op: 'ping' }
  const { op, args } = message ?? {}
  if ((op !== 'subscribe' && op !== 'unsubscribe') || !Array.isArray(args)) return undefined
  const topics = args.map((entry: unknown) =>
    USER_TOPICS.find((topic) => topic === (entry as { topic?: unknown } | null)?.topic),
  )
  return topics.length > 0 && topics.length <= 10 && topics.every((topic) => topic !== undefined)
    ? { op, topics }
    : undefined
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/**
 * What a snapshot costs of the allowance: up to 50 fills and all open orders are long, balances are
 * short.
 */
const SNAPSHOT_COST: Readonly<Record<UserTopic, number>> = {
  orders: 4,
  fills: 4,
  balances: 1,
  deposits: 2,
  withdrawals: 2,
  positions: 2,
  futuresAccount: 1,
  futuresOrders: 4,
  futuresFills: 4,
  risk: 1,
  marginAccount: 2,
  marginMaxima: 2,
  accounts: 2,
  notices: 4,
  p2p: 2,
  p2pMessages: 1,
  products: 1,
}

/** What a message costs of the user's allowance. */
export function costOf(message: ClientMessage | undefined): number {
  if (message?.op !== 'subscribe') return MESSAGE_COST
  return message.topics.reduce((sum, topic) => sum + SNAPSHOT_COST[topic], 0)
}
