import type { UserStreamMessage, userTopics } from '@x/api'
import type { SpotAsset, SpotFill, SpotOrder } from '../spot/model.ts'

/** What the messages of each topic of `/v1/user/stream` are about. */
interface Items {
  readonly orders: SpotOrder
  readonly fills: SpotFill
  readonly balances: SpotAsset
}
type UserTopic = keyof Items
type Head = Pick<UserStreamMessage, 'type' | 'seq' | 'prevSeq'>

export interface TopicMessage<Topic extends UserTopic> extends Head {
  readonly topic: Topic
  readonly data: readonly Items[Topic][]
}

/** A message of `/v1/user/stream`; its items are of the topic's type. */
export type UserMessage = { [Topic in UserTopic]: TopicMessage<Topic> }[UserTopic]

/** What finds an item in a list; without it a message cannot be applied. */
const READERS = {
  orders: reader('orders', (item): item is SpotOrder => hasTexts(item, ['orderId', 'status'])),
  fills: reader('fills', (item): item is SpotFill => hasTexts(item, ['fillId'])),
  balances: reader('balances', (item): item is SpotAsset => hasTexts(item, ['asset'])),
}
const TOPICS = Object.keys(READERS) as readonly UserTopic[]

/** Topics that the server sends on request only (futures 11). */
export type RequestedTopic = Exclude<keyof typeof userTopics, UserTopic>

/** A message of a requested topic; its items are checked by its listener. */
export interface RequestedMessage extends Head {
  readonly topic: RequestedTopic
  readonly data: readonly unknown[]
}

const command = (op: 'subscribe' | 'unsubscribe', topics: readonly string[]): string =>
  JSON.stringify({ op, args: topics.map((topic) => ({ topic })) })

export const subscribeTo = (...topics: readonly string[]): string => command('subscribe', topics)
export const unsubscribeFrom = (topic: RequestedTopic): string => command('unsubscribe', [topic])

export const PING_TEXT = '{"op":"ping"}'

export const SUBSCRIBE_ALL = subscribeTo(...TOPICS)

/** Whether it is of a topic that every visit gets. */
export const isUserMessage = (message: UserMessage | RequestedMessage): message is UserMessage =>
  message.topic in READERS

/** The message, or `undefined` for a pong, a topic that nobody requested and any other text. */
export function readUserMessage(
  text: string,
  isRequested: (topic: unknown) => topic is RequestedTopic = noTopic,
): UserMessage | RequestedMessage | undefined {
  try {
    const { topic, type, seq, prevSeq, data } = (JSON.parse(text) ?? {}) as Record<string, unknown>
    const known = TOPICS.find((name) => name === topic)
    const isWhole =
      (type === 'snapshot' || type === 'delta') &&
      typeof seq === 'number' &&
      typeof prevSeq === 'number' &&
      Array.isArray(data)
    if (!isWhole) return undefined
    if (isRequested(topic)) return { topic, type, seq, prevSeq, data }
    return known && READERS[known]({ type, seq, prevSeq }, data)
  } catch {
    return undefined
  }
}

const noTopic = (_topic: unknown): _topic is RequestedTopic => false

function reader<Topic extends UserTopic>(
  topic: Topic,
  isItem: (item: unknown) => item is Items[Topic],
) {
  return (head: Head, data: readonly unknown[]): TopicMessage<Topic> | undefined =>
    data.every(isItem) ? { ...head, topic, data } : undefined
}

function hasTexts(item: unknown, fields: readonly string[]): boolean {
  const values = (item ?? {}) as Readonly<Record<string, unknown>>
  return fields.every((field) => typeof values[field] === 'string')
}
