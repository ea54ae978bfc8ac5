import type { AsyncKeyValueStorage } from '@x/kit'

/** Removes every entry whose name begins with `prefix`, except `keep`. Ignores storage failures. */
export async function removeEntries(
  storage: Pick<AsyncKeyValueStorage, 'keys' | 'remove'>,
  { prefix, keep }: { prefix: string; keep?: string },
): Promise<void> {
  const names = await storage.keys().catch(() => [])
  const toRemove = names.filter((name) => name.startsWith(prefix) && name !== keep)
  await Promise.all(toRemove.map((name) => storage.remove(name).catch(() => {})))
}
