import type { RequestedMessage, RequestedTopic } from '../account-stream/userMessage.ts'
import type { UserStream } from '../account-stream/createUserStream.ts'

/** The life of a cache entry as RTK Query offers it. */
interface CacheEntry<Data> {
  readonly extra: unknown
  readonly updateCachedData: (update: (before: Data) => Data) => unknown
  readonly cacheDataLoaded: Promise<unknown>
  readonly cacheEntryRemoved: Promise<unknown>
}

interface TopicUpdatesOptions<Item> {
  readonly topic: RequestedTopic
  readonly keyOf: (item: Item) => string
  /** Whether it stays in the list. */
  readonly isKept: (item: Item) => boolean
  /** After a change of the list that was in the entry before. */
  readonly onDelta?: () => void
}

/**
 * Keeps a list in step with a topic of the private stream as long as it is in the cache. What comes
 * before the first answer is applied after it: the stream has the last word.
 */
export async function syncTopic<Item, Data>(
  { extra, updateCachedData, cacheDataLoaded, cacheEntryRemoved }: CacheEntry<Data>,
  {
    items,
    ...options
  }: TopicUpdatesOptions<Item> & {
    /** The list in the entry, and the entry with another list. */
    readonly items: {
      readonly of: (data: Data) => readonly Item[]
      readonly into: (data: Data, items: readonly Item[]) => Data
    }
  },
): Promise<void> {
  const { userStream } = extra as { readonly userStream: UserStream }
  let early: RequestedMessage[] | undefined = []
  const apply = (message: RequestedMessage): void => {
    updateCachedData((data) => items.into(data, updated(items.of(data), message, options)))
    if (message.type === 'delta') options.onDelta?.()
  }
  const stop = userStream.request(options.topic, (message) =>
    early ? void early.push(message) : apply(message),
  )
  void cacheEntryRemoved.then(stop)
  try {
    await cacheDataLoaded
    for (const message of early) apply(message)
    early = undefined
  } catch {
    // The entry was removed before it had data.
  }
}

/** A list after a message: a snapshot replaces it, a delta replaces and adds items. */
export function updated<Item>(
  before: readonly Item[],
  { type, data }: Pick<RequestedMessage, 'type' | 'data'>,
  { keyOf, isKept }: Pick<TopicUpdatesOptions<Item>, 'keyOf' | 'isKept'>,
): readonly Item[] {
  const changed = data as readonly Item[]
  if (type === 'snapshot') return changed.filter(isKept)
  const changes = new Map(changed.map((item) => [keyOf(item), item]))
  const known = new Set(before.map(keyOf))
  return [
    ...before.map((item) => changes.get(keyOf(item)) ?? item),
    ...[...changes.values()].filter((item) => !known.has(keyOf(item))),
  ].filter(isKept)
}
