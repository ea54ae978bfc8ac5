import type { Clock } from '@x/kit'
import { createQuery, type ReferenceQuery } from './createQuery.ts'

/** Creates queries of one kind, one for each key; each is made when it is first wanted. */
export function createQueries<Key, T>(
  load: (key: Key) => Promise<T>,
  options: { readonly clock: Clock; readonly maxAgeMs?: number },
): (key: Key) => ReferenceQuery<T> {
  const queries = new Map<Key, ReferenceQuery<T>>()
  return (key) => {
    const query = queries.get(key) ?? createQuery(() => load(key), options)
    queries.set(key, query)
    return query
  }
}
