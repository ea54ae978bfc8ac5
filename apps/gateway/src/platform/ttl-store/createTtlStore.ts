import type { Clock } from '@x/kit'
import type { Database } from '../db/Database.ts'
import type { Log } from '../log/Log.ts'
import { createMemoryTtlStore } from './createMemoryTtlStore.ts'
import { createPostgresTtlStore } from './createPostgresTtlStore.ts'
import type { TtlStore } from './TtlStore.ts'

export interface TtlStoreOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/**
 * A table on a database server, which several nodes share; otherwise the memory of this process.
 */
export function createTtlStore(options: TtlStoreOptions): TtlStore & { close(): void } {
  return options.db.kind === 'server'
    ? createPostgresTtlStore(options)
    : { ...createMemoryTtlStore(options), close() {} }
}
