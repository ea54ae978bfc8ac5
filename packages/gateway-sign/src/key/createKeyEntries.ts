import type { AsyncKeyValueStorage } from '@x/kit'
import type { EmitEvent } from '../events.ts'
import { GatewaySignError } from '../GatewaySignError.ts'
import { removeEntries } from './removeEntries.ts'
import { parseKeyRecord, type KeyRecord } from './keyRecord.ts'

export interface KeyEntries {
  /**
   * The stored key, or `undefined` if there is none or the storage denies access.
   *
   * @throws GatewaySignError KEY_STORAGE_TIMEOUT: the storage has not answered yet.
   */
  get(name: string): Promise<KeyRecord | undefined>
  /** Like `get`, but `undefined` where the storage has not answered yet. */
  find(name: string): Promise<KeyRecord | undefined>
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
  const get = async (name: string): Promise<KeyRecord | undefined> => {
    const stored = await storage.get(name).catch((cause: unknown) => {
      if (isTimeout(cause) && !memory.has(name))
        throw new GatewaySignError('KEY_STORAGE_TIMEOUT', 'The key storage has not answered yet.', {
          cause,
        })
      return undefined
    })
    return memory.get(name) ?? parseKeyRecord(stored)
  }
  return {
    get,
    find: (name) => get(name).catch(() => undefined),
    async set(name, record) {
      try {
        const before = await publicKeyAt(name).catch(() => undefined)
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

/** A storage reports by this code that it cannot be read yet, as `@x/storage` does. */
const isTimeout = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'timeout'
