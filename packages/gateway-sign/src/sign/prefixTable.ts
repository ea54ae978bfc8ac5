export interface PrefixTable<Value> {
  /** The value of the longest prefix with which `text` begins. */
  find(text: string): Value | undefined
}

interface Entry<Value> {
  readonly prefix: string
  readonly value: Value
  /** The longest other entry with which this one begins. */
  readonly shorter: Entry<Value> | undefined
}

/**
 * Longest-prefix search in a sorted list: of all entries that are not above `text`, the greatest
 * one either is a prefix of it or begins with every entry that is. A dozen comparisons among
 * thousands of entries, and then a step for each shorter prefix.
 */
export function createPrefixTable<Value>(table: ReadonlyMap<string, Value>): PrefixTable<Value> {
  const entries: Entry<Value>[] = []
  for (const [prefix, value] of [...table].sort(([a], [b]) => (a < b ? -1 : 1))) {
    entries.push({ prefix, value, shorter: climb(entries.at(-1), prefix) })
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
      return climb(entries[low - 1], text)?.value
    },
  }
}

function climb<Value>(from: Entry<Value> | undefined, text: string): Entry<Value> | undefined {
  let entry = from
  while (entry && !text.startsWith(entry.prefix)) entry = entry.shorter
  return entry
}
