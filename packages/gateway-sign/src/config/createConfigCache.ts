import type { KeyValueStorage } from '@x/kit'

export interface ConfigCache {
  read(): string | null
  write(raw: string): void
  clear(): void
}

/**
 * One entry of a storage that may be full or denied. A failure costs one fetch per page load and
 * nothing else.
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
  const clear = () => void attempt(() => storage.remove(key))
  return {
    read: () => attempt(() => storage.get(key))?.value ?? null,
    write(raw) {
      // A value that cannot be replaced is outdated.
      if (!attempt(() => storage.set(key, raw))) clear()
    },
    clear,
  }
}
