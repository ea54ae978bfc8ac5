import type { SnapshotState } from '../../../exchange/snapshots/createSnapshots.ts'

/** What supervisors are shown of the trading side. */
export interface TradingHealth {
  /** `false` from the moment at which the gateway stops it. */
  readonly isRunning: boolean
  /** Why trading has stopped until a restart; an orderly stop is no halt. */
  readonly halted: Error | undefined
  readonly isJournalSound: boolean
  readonly openOrders: number
  /** Journal records that wait for the disk or the SQL ledger. */
  readonly backlog: number
  readonly snapshot: Pick<SnapshotState, 'lastAt' | 'failure' | 'differs'>
}
