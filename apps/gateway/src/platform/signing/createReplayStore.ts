import type { Clock } from '@x/kit'
import type { Database } from '../db/Database.ts'
import type { Log } from '../log/Log.ts'
import type { ClosableReplayStore } from './ClosableReplayStore.ts'
import { createJournalledReplayStore } from './createJournalledReplayStore.ts'
import { createPostgresReplayStore } from './createPostgresReplayStore.ts'
import { requireReplayProof } from './requireReplayProof.ts'

/** Where the gateway remembers which signed requests it has seen. */
export interface ReplaySettings {
  /**
   * Default `file`: memory and a file in the data folder, which suits a gateway that trades alone.
   */
  readonly replayStore?: 'file' | 'database' | undefined
  /** A store of its own, such as Redis, instead of either. */
  readonly replay?: ClosableReplayStore | undefined
}

export interface ReplayStoreOptions extends ReplaySettings {
  readonly db: Database
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
}

export function createReplayStore(options: ReplayStoreOptions): ClosableReplayStore {
  const { db, dataDir, clock, log, replay, replayStore } = options
  if (replay) return requireReplayProof(replay)
  return requireReplayProof(
    replayStore === 'database'
      ? createPostgresReplayStore({ db, clock, log })
      : createJournalledReplayStore({ dir: dataDir, clock }),
  )
}
