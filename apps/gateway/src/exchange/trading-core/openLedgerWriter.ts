import type { LedgerDatabase } from '../ports/Sql.ts'
import { createSettlement, type Settlement } from '../ledger/createSettlement.ts'
import { isLedgerError } from '../ledger/LedgerError.ts'
import { openFollower, type Follower, type FollowerOptions } from './openFollower.ts'

export interface LedgerWriterOptions extends Pick<
  FollowerOptions,
  'shared' | 'dir' | 'instruments' | 'knownRules' | 'log'
> {
  readonly db: LedgerDatabase
  readonly clock: FollowerOptions['clock'] & Parameters<typeof createSettlement>[0]['clock']
  /** It settles no longer: it can follow no longer, or the ledger refused a batch. */
  readonly onFailure: (error: unknown) => void
}

export interface LedgerWriter extends Pick<Settlement, 'settledSeq' | 'backlog'> {
  readonly state: Follower['state']
  /** Settles what it has, and ends. */
  stop(): Promise<void>
}

/**
 * Settles a shared log into the ledger, whichever gateway leads: it follows the log and settles
 * what its commands did. Where the ledger stands is in the ledger, so that of several writers one
 * settles each batch. It writes snapshots as every follower does.
 */
export async function openLedgerWriter({
  db,
  onFailure,
  ...options
}: LedgerWriterOptions): Promise<LedgerWriter> {
  const { log } = options
  const settlement = await createSettlement({
    ...options,
    db,
    epoch: 'any',
    onBroken: onFailure,
  })
  const mark = (seq: number): void =>
    void settlement.markThrough(seq).catch((error: unknown) => {
      if (!isLedgerError(error))
        log.warn('The ledger could not be marked; the next check record is tried', {
          error: String(error),
        })
    })
  const follower = await openFollower({
    ...options,
    settledSeq: async () => settlement.settledSeq(),
    onFailure,
    onApplied: settlement.add,
    onAgreed: mark,
  })
  return {
    settledSeq: settlement.settledSeq,
    backlog: settlement.backlog,
    state: follower.state,
    async stop() {
      await follower.stop()
      await settlement.stop()
    },
  }
}
