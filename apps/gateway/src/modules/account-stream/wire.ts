import { userTopics, type sockets } from '@x/api'

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
