import { useStore } from '@x/kit/react'
import { useEffect, useEffectEvent } from 'react'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useUserStream } from './useUserStream.ts'
import type { api } from '../store/api.ts'
import type { DataServices } from '../store/dataServices.ts'
import { useAppDispatch } from '../store/hooks.ts'
import type { RequestedTopic } from '../account-stream/userMessage.ts'

/**
 * Keeps a list right by a topic of the private socket, as long as it is shown; answers whether the
 * socket does so at the moment.
 */
export function useStreamedList(
  topic: RequestedTopic,
  {
    merge,
    refetch,
  }: {
    /** Items that changed, each whole. */
    readonly merge: (items: readonly unknown[]) => void
    /** Nobody knows what was missed. */
    readonly refetch: () => void
  },
): boolean {
  const stream = useUserStream()
  const onItems = useEffectEvent((items: readonly unknown[]) => merge(items))
  const onGap = useEffectEvent(() => refetch())
  useEffect(() => {
    let hasSnapshot = false
    return stream.request(topic, ({ type, data }) => {
      onItems(data)
      if (type === 'snapshot' && hasSnapshot) onGap()
      hasSnapshot ||= type === 'snapshot'
    })
  }, [stream, topic])
  return useStore(stream.status) === 'live'
}

/** For changes of the query cache: who uses it has brought the cache's part of the state. */
export const useCacheDispatch = () =>
  useAppDispatch() as ThunkDispatch<
    { readonly api: ReturnType<typeof api.reducer> },
    DataServices,
    UnknownAction
  >

/** An item that says when it changed last. */
type Dated<Key extends string> = Readonly<Record<Key, string>> & { readonly updatedAt: number }

/**
 * The list with what changed; what is new comes first. Items without the key are left out, as are
 * steps that are older than what is shown.
 */
export function mergedBy<Key extends string, Item extends Dated<Key>>(
  key: Key,
  { items, changed }: { readonly items: readonly Item[]; readonly changed: readonly unknown[] },
): Item[] {
  const latest = new Map(
    changed
      .filter((each): each is Item => typeof (each as Item | null)?.[key] === 'string')
      .map((each) => [each[key], each]),
  )
  const known = new Set(items.map((each) => each[key]))
  const fresh = [...latest.values()].filter((each) => !known.has(each[key]))
  return [...fresh, ...items.map((each) => newerOf(each, latest.get(each[key])))]
}

/**
 * A page that was asked for, where the topic may have been faster: no item goes back to an earlier
 * step, and what began after the answer was made stays.
 */
export function answeredBy<Key extends string, Item extends Dated<Key>>(
  key: Key,
  { shown, answer }: { readonly shown: readonly Item[]; readonly answer: readonly Item[] },
): Item[] {
  const before = new Map(shown.map((each) => [each[key], each]))
  const known = new Set(answer.map((each) => each[key]))
  const madeAt = Math.max(0, ...answer.map(({ updatedAt }) => updatedAt))
  const since = shown.filter((each) => !known.has(each[key]) && each.updatedAt > madeAt)
  return [...since, ...answer.map((each) => newerOf(before.get(each[key]) ?? each, each))]
}

/** Of two states of an item the later one; of the same moment `other`, whose depth is newer. */
const newerOf = <Item extends { readonly updatedAt: number }>(
  item: Item,
  other: Item | undefined,
): Item => (other && !(other.updatedAt < item.updatedAt) ? other : item)
