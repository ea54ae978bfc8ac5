const TOPICS = ['orders', 'fills', 'balances'] as const
type UserTopic = (typeof TOPICS)[number]

/**
 * A message of `/v1/user/stream` (wire protocol, section 10). A snapshot is all there is; a delta
 * what changed, each whole.
 */
export interface UserMessage {
  readonly topic: UserTopic
  readonly type: 'snapshot' | 'delta'
  /** Counts up by one per topic and connection. */
  readonly seq: number
  readonly prevSeq: number
  readonly data: readonly unknown[]
}

export const subscribeTo = (...topics: readonly UserTopic[]): string =>
  JSON.stringify({ op: 'subscribe', args: topics.map((topic) => ({ topic })) })

export const SUBSCRIBE_ALL = subscribeTo(...TOPICS)

/** `undefined` for pongs and whatever else is no such message. */
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
