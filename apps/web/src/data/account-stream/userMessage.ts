const TOPICS = ['orders', 'fills', 'balances'] as const
type UserTopic = (typeof TOPICS)[number]

/**
 * A message of `/v1/user/stream` (wire 10). A snapshot has all items of its topic, a delta the
 * changed items, each one complete.
 */
export interface UserMessage {
  readonly topic: UserTopic
  readonly type: 'snapshot' | 'delta'
  /** Increases by one per topic and connection. */
  readonly seq: number
  readonly prevSeq: number
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
