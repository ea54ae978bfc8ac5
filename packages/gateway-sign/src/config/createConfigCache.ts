import type { KeyValueStorage } from '@x/kit'

export interface ConfigCache {
  read(): string | null
  write(raw: string): void
  drop(): void
}

/**
 * One entry of a storage that may be full or forbidden, even to look at: that costs one fetch for
 * each page load, nothing else.
 */
export function createConfigCache({
  storage,
  key,
}: {
  storage: Pick<KeyValueStorage, 'get' | 'set' | 'remove'>
  key: string
}): ConfigCache {
  const attempt = <T>(act: () => T): { readonly value: T } | null => {
    try {
      return { value: act() }
    } catch {
      return null
    }
  }
  const drop = () => void attempt(() => storage.remove(key))
  return {
    read: () => attempt(() => storage.get(key))?.value ?? null,
    write(raw) {
      // What could not be replaced is outdated.
      if (!attempt(() => storage.set(key, raw))) drop()
    },
    drop,
  }
}
