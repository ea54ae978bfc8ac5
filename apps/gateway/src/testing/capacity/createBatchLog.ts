import type { Timeline } from './createTimeline.ts'

/** A log that takes one batch at a time: what comes meanwhile waits for the next one. */
export interface BatchLog {
  /** `onTaken` runs once the record's batch is in the log. */
  add(bytes: number, onTaken: () => void): void
  figures(): BatchFigures
}

export interface BatchFigures {
  readonly batches: number
  readonly records: number
  readonly bytes: number
  /** Records that wait for a batch. */
  readonly waiting: number
  /** Milliseconds in which a batch was on its way. */
  readonly busyMs: number
}

export interface Batch {
  readonly records: number
  readonly bytes: number
}

interface Pending {
  readonly bytes: number
  readonly onTaken: () => void
}

export function createBatchLog(
  timeline: Timeline,
  {
    append,
    batchBytes = 256 * 1024,
    waitMs = 0,
  }: {
    readonly append: (batch: Batch, onTaken: () => void) => void
    readonly batchBytes?: number
    /** How long the first record of a batch waits for others. Default: the turn of its arrival. */
    readonly waitMs?: number
  },
): BatchLog {
  let pending: Pending[] = []
  let isBusy = false
  const sums = { batches: 0, records: 0, bytes: 0, busyMs: 0 }

  function take(): readonly Pending[] {
    let bytes = 0
    const end = pending.findIndex((each, at) => (bytes += each.bytes) > batchBytes && at > 0)
    const taken = end < 0 ? pending : pending.slice(0, end)
    pending = end < 0 ? [] : pending.slice(end)
    return taken
  }

  function send(): void {
    const batch = take()
    const from = timeline.now()
    const bytes = batch.reduce((sum, each) => sum + each.bytes, 0)
    append({ records: batch.length, bytes }, () => {
      sums.batches++
      sums.records += batch.length
      sums.bytes += bytes
      sums.busyMs += timeline.now() - from
      isBusy = false
      for (const { onTaken } of batch) onTaken()
      if (!isBusy && pending.length > 0) begin(0)
    })
  }

  function begin(ms: number): void {
    isBusy = true
    timeline.after(ms, send)
  }

  return {
    add(bytes, onTaken) {
      pending.push({ bytes, onTaken })
      if (!isBusy) begin(waitMs)
    },
    figures: () => ({ ...sums, waiting: pending.length }),
  }
}
