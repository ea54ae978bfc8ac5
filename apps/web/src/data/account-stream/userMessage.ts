import type { UserStreamMessage } from '@x/api'
const TOPICS = ['orders', 'fills', 'balances'] as const
type UserTopic = (typeof TOPICS)[number]

/** The head of a message of `/v1/user/stream`, with items that nobody has looked at yet. */
export type UserMessage = Pick<UserStreamMessage, 'topic' | 'type' | 'seq' | 'prevSeq'> & {
  readonly data: readonly unknown[]
}

export const subscribeTo = (...topics: readonly UserTopic[]): string =>
  JSON.stringify({ op: 'subscribe', args: topics.map((topic) => ({ topic })) })

export const PING_TEXT = '{"op":"ping"}'

export const SUBSCRIBE_ALL = subscribeTo(...TOPICS)

/** The message, or `undefined` for a pong and any other text. */
export function readUserMessage(text: string): UserMessage | undefined {
  try {
    const { topic, type, seq, prevSeq, data } = (JSON.parse(text) ?? {}) as Record<string, unknown>
    const known = TOPICS.find((name) => name === topic)
    const isWhole =
      (type === 'snapshot' || type === 'delta') &&
      typeof seq === 'number' &&
      typeof prevSeq === 'number' &&
      Array.isArray(data)
    return known && isWhole ? { topic: known, type, seq, prevSeq, data } : undefined
  } catch {
    return undefined
  }
}
