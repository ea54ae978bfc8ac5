import type { Clock } from '@x/kit'
import { createFileLog } from '../journal/createFileLog.ts'
import { listSegments } from '../journal/segment.ts'
import { LedgerError } from '../ledger/LedgerError.ts'
import type { SharedLog } from '../ports/SharedLog.ts'

/**
 * Lets an empty shared log begin where the journal of a folder ends. Where the log has begun, or
 * the folder has nothing, it does nothing.
 * @throws LedgerError MISMATCH where the journal has records after its last snapshot
 */
export async function moveToSharedLog(
  shared: SharedLog,
  {
    dir,
    snapshotSeq,
    clock,
  }: {
    readonly dir: string
    readonly snapshotSeq: number
    readonly clock: Pick<Clock, 'after'>
  },
): Promise<void> {
  if (!(await shared.isEmpty())) return
  const hasJournal = (await listSegments(dir).catch(() => [])).length > 0
  if (!hasJournal && snapshotSeq === 0) return
  let end = snapshotSeq
  if (hasJournal)
    for await (const { through } of createFileLog({ dir, clock }).read(0, {
      from: snapshotSeq + 1,
    }))
      end = through
  if (end > snapshotSeq)
    throw new LedgerError(
      'MISMATCH',
      `The journal in ${dir} has records after its last snapshot. Start this data folder once ` +
        'without COMMAND_LOG_URL and stop it with SIGTERM; then start it with the shared log.',
      { detail: { snapshot: snapshotSeq, journal: end } },
    )
  // Before the log begins after it, so that no other machine finds the one without the other.
  await shared.snapshots.publish(dir, snapshotSeq)
  if (!(await shared.beginAfter(snapshotSeq)))
    throw new LedgerError('FENCED', 'Another gateway began the shared log meanwhile.')
}
