import type { StorageArea } from './drivers/createWebStorage.ts'

/** The faults of a fake storage area. */
export interface FakeAreaOptions {
  /** Capacity in characters, names included, as browsers count. Default: no limit. */
  readonly capacity?: number
  /** `throw` on every access or `drop` writes, as browsers do that deny storage. */
  readonly denial?: 'throw' | 'drop'
}

/** A storage area with a quota or with access denied, for tests. */
export function createFakeArea({
  capacity = Number.POSITIVE_INFINITY,
  denial,
}: FakeAreaOptions = {}): StorageArea {
  const data = new Map<string, string>()
  const sizeWithout = (name: string) =>
    [...data].reduce(
      (sum, [other, value]) => (other === name ? sum : sum + other.length + value.length),
      0,
    )
  const access = () => {
    if (denial === 'throw')
      throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  return {
    get length() {
      access()
      return data.size
    },
    key(index) {
      access()
      return [...data.keys()][index] ?? null
    },
    getItem(name) {
      access()
      return data.get(name) ?? null
    },
    setItem(name, value) {
      access()
      if (denial === 'drop') return
      if (sizeWithout(name) + name.length + value.length > capacity)
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      data.set(name, value)
    },
    removeItem(name) {
      access()
      data.delete(name)
    },
  }
}
