import type { SnapshotState } from '../../exchange/snapshots/createSnapshots.ts'

/** What supervisors are shown of the trading side. */
export interface TradingHealth {
  readonly isRunning: boolean
  /** Why trading has stopped until a restart. */
  readonly halted: Error | undefined
  readonly isJournalSound: boolean
  readonly openOrders: number | undefined
  /** Journal records that wait for the disk or the SQL ledger. */
  readonly backlog: number | undefined
  readonly snapshot: Pick<SnapshotState, 'lastAt' | 'failure' | 'differs'> | undefined
}
