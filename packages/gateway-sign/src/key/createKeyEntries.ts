import type { AsyncKeyValueStorage } from '@x/kit'
import type { EmitEvent } from '../events.ts'
import { removeEntries } from './removeEntries.ts'
import { parseKeyRecord, type KeyRecord } from './keyRecord.ts'

export interface KeyEntries {
  get(name: string): Promise<KeyRecord | undefined>
  /**
   * Never rejects. A record that the storage rejects or silently discards is kept in memory, with
   * an event.
   */
  set(name: string, record: KeyRecord): Promise<void>
  remove(name: string): Promise<void>
  /** Removes every entry whose name begins with `prefix`, except `keep`. */
  removeAll(prefix: string, options?: { readonly keep?: string }): Promise<void>
}

/**
 * Key entries on a storage that may fail. Records that it does not store exist while the page is
 * open.
 */
export function createKeyEntries({
  storage,
  emit,
}: {
  storage: AsyncKeyValueStorage
  emit: EmitEvent
}): KeyEntries {
  const memory = new Map<string, KeyRecord>()
  const publicKeyAt = async (name: string) => parseKeyRecord(await storage.get(name))?.publicKey
  return {
    async get(name) {
      const stored = await storage.get(name).catch(() => undefined)
      return memory.get(name) ?? parseKeyRecord(stored)
    },
    async set(name, record) {
      try {
        const before = await publicKeyAt(name)
        await storage.set(name, record)
        const after = await publicKeyAt(name)
        // A third key was written by another tab meanwhile: the storage works and the later key
        // wins.
        if (after === record.publicKey || (after !== undefined && after !== before))
          return void memory.delete(name)
      } catch {
        // Handled below, like a storage that silently discards writes.
      }
      memory.set(name, record)
      emit({ type: 'key-not-stored' })
    },
    async remove(name) {
      memory.delete(name)
      await storage.remove(name).catch(() => {})
    },
    async removeAll(prefix, { keep } = {}) {
      for (const name of memory.keys())
        if (name.startsWith(prefix) && name !== keep) memory.delete(name)
      await removeEntries(storage, keep === undefined ? { prefix } : { prefix, keep })
    },
  }
}
