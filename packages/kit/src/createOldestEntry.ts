/**
 * Answers the oldest entry of a map from which the oldest ones are deleted again and again. A loop
 * that begins at the front each time passes the places of all that were deleted, which engines keep
 * until they are half of the map.
 *
 * @param map An entry that is set again must be deleted before, so that it is the newest.
 * @returns The oldest entry at each call; `undefined` while the map is empty.
 */
export function createOldestEntry<K, V>(
  map: ReadonlyMap<K, V>,
): () => readonly [key: K, value: V] | undefined {
  let entries = map.entries()
  let first: readonly [key: K, value: V] | undefined
  return () => {
    while (first === undefined || !map.has(first[0]) || map.get(first[0]) !== first[1]) {
      const { value, done } = entries.next()
      if (done) {
        entries = map.entries()
        return (first = undefined)
      }
      first = value
    }
    return first
  }
}
