export interface PrefixTable<Value> {
  /** The value of the longest entry that is a prefix of `text`. */
  find(text: string): Value | undefined
}

interface Entry<Value> {
  readonly prefix: string
  readonly value: Value
  /** The longest other entry that is a prefix of this one. */
  readonly shorter: Entry<Value> | undefined
}

/**
 * Longest-prefix search in a sorted list. The greatest entry not above `text` is a prefix of
 * `text`, or begins with every entry that is. The search takes about a dozen comparisons for
 * thousands of entries, plus one step per shorter prefix.
 */
export function createPrefixTable<Value>(table: ReadonlyMap<string, Value>): PrefixTable<Value> {
  const entries: Entry<Value>[] = []
  for (const [prefix, value] of [...table].sort(([a], [b]) => (a < b ? -1 : 1))) {
    entries.push({ prefix, value, shorter: longestPrefixFrom(entries.at(-1), prefix) })
  }
  return {
    find(text) {
      let low = 0
      let high = entries.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((entries[middle]?.prefix ?? '') <= text) low = middle + 1
        else high = middle
      }
      return longestPrefixFrom(entries[low - 1], text)?.value
    },
  }
}

function longestPrefixFrom<Value>(
  from: Entry<Value> | undefined,
  text: string,
): Entry<Value> | undefined {
  let entry = from
  while (entry && !text.startsWith(entry.prefix)) entry = entry.shorter
  return entry
}
