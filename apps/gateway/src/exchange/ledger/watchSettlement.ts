import type { Clock, TimerHandle } from '@x/kit'
import type { Log } from '../ports/Log.ts'
import type { Sql } from '../ports/Sql.ts'
import { openEpoch, readProgress, type Settlement } from './createSettlement.ts'
import { LedgerError } from './LedgerError.ts'

export interface WatchedSettlementOptions {
  readonly db: Sql
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
  /** Of the lease on the database. */
  readonly epoch: number
  /** Where the ledger stood when it was last asked. */
  readonly settledSeq: number
  /** The last record that was added to the settlement before this one; 0: none. */
  readonly after: number
  /** Another gateway has the lease. */
  readonly onBroken: (error: LedgerError) => void
}

/** While somebody waits, and while nobody does. */
const SOON_MS = 20
const IDLE_MS = 250
/** A check record that the ledger has not reached by then makes no snapshot. */
const MARK_MS = 5_000

interface Waiter {
  readonly seq: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/**
 * A settlement that a process with the role `ledger` does: here it is only watched how far that is.
 * Of each record its number is kept until then.
 */
export function watchSettlement({
  db,
  clock,
  log,
  epoch,
  settledSeq,
  after,
  onBroken,
}: WatchedSettlementOptions): Settlement {
  let settled = settledSeq
  let queue: number[] = after > settled ? [after] : []
  let waiters: Waiter[] = []
  let ended: LedgerError | undefined
  let isFailing = false
  let asking: Promise<void> | undefined
  let timer: TimerHandle | undefined

  function advance(through: number): void {
    settled = Math.max(settled, through)
    const first = queue.findIndex((seq) => seq > settled)
    queue = first < 0 ? [] : queue.slice(first)
    const ready = waiters.filter(({ seq }) => seq <= settled)
    waiters = waiters.filter(({ seq }) => seq > settled)
    for (const { resolve } of ready) resolve()
  }

  async function ask(): Promise<void> {
    try {
      const progress = await readProgress(db)
      isFailing = false
      advance(progress.settled)
      if (progress.epoch !== epoch && !ended)
        stopFor(new LedgerError('FENCED', 'Another gateway trades on this database.'))
    } catch (error) {
      if (!isFailing && !ended)
        log.error('It cannot be asked how far the ledger is; it is tried again', {
          error: String(error),
        })
      isFailing = true
    }
  }

  function schedule(): void {
    timer?.cancel()
    if (ended) return
    timer = clock.after(waiters.length > 0 && !isFailing ? SOON_MS : IDLE_MS, poll)
  }

  function poll(): void {
    asking ??= ask().finally(() => {
      asking = undefined
      schedule()
    })
  }

  function until(seq: number): Promise<void> {
    if (seq <= settled) return Promise.resolve()
    if (ended) return Promise.reject(ended)
    const reached = new Promise<void>((resolve, reject) => waiters.push({ seq, resolve, reject }))
    schedule()
    return reached
  }

  /** @throws LedgerError BEHIND where the other process does not get there in time */
  async function markThrough(seq: number): Promise<void> {
    let late: TimerHandle | undefined
    const tooLate = new Promise<never>((_, reject) => {
      late = clock.after(MARK_MS, () =>
        reject(new LedgerError('BEHIND', 'The ledger does not follow the log in time.')),
      )
    })
    try {
      await Promise.race([until(seq), tooLate])
    } finally {
      late?.cancel()
    }
  }

  function stopFor(error: LedgerError): void {
    ended = error
    timer?.cancel()
    for (const { reject } of waiters.splice(0)) reject(error)
    if (error.code !== 'STOPPED') onBroken(error)
  }

  schedule()
  return {
    settledSeq: () => settled,
    backlog: () => queue.length,
    open: () => openEpoch(db, epoch),
    add({ seq }) {
      if (seq > settled && !ended) queue.push(seq)
    },
    // Of what came before it only the last one is known.
    through: (seq) => until(queue.findLast((each) => each <= seq) ?? queue[0] ?? 0),
    markThrough,
    async stop() {
      if (!ended) stopFor(new LedgerError('STOPPED', 'The ledger is watched no longer.'))
      await asking
    },
  }
}
