import { mkdir } from 'node:fs/promises'
import type { Clock, TimerHandle } from '@x/kit'
import { JournalError } from './JournalError.ts'
import { encodeRecord } from './record.ts'
import { recoverJournal, syncSegment, type TornTail } from './recover.ts'
import { dropSegmentsBefore } from './segment.ts'
import { openSegmentWriter } from './segmentWriter.ts'

export interface JournalOptions {
  readonly dir: string
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  /** First record to replay: the one after the snapshot. */
  readonly fromSeq: number
  readonly replay: (seq: number, payload: string) => void
  /** Called in order with every new durability mark, before the waiters of `whenDurable` run. */
  readonly onDurable?: (seq: number) => void
  readonly onFailure?: (error: JournalError) => void
  /**
   * A new segment began: the moment to ask for a snapshot. What it throws is a warning: it never
   * stops the journal.
   */
  readonly onRoll?: () => void
  /** Given the milliseconds of each write that ended on disk. */
  readonly onSync?: ((ms: number) => void) | undefined
  /** Something failed that stops nothing. */
  readonly onWarning?: (message: string, error: unknown) => void
  /**
   * Everything is read and synced, and nothing in the folder has been changed: the last moment to
   * refuse it. What it throws, opening throws.
   */
  readonly onRecovered?: (found: { readonly lastSeq: number }) => Promise<void>
  /** Size at which a segment is finished. Default 8 MiB. */
  readonly segmentBytes?: number
  /** How long records that ask for no sync may wait before they are written. Default 50 ms. */
  readonly lazyMs?: number
}

export interface Journal {
  /**
   * Queues a record and answers its sequence number. `sync` asks for durability soon; a record
   * without it is carried along.
   */
  append(payload: string, options: { sync: boolean }): number
  /**
   * Resolves once the record and all before it are on disk (fdatasync). Rejects when that can no
   * longer happen.
   */
  whenDurable(seq: number): Promise<void>
  lastSeq(): number
  durableSeq(): number
  failure(): JournalError | undefined
  /** What was cut off the end at the start. */
  readonly cut: TornTail | undefined
  /** Removes segments that hold nothing from `seq` on. */
  dropBefore(seq: number): Promise<number>
  close(): Promise<void>
}

interface Waiter {
  readonly seq: number
  readonly resolve: () => void
  readonly reject: (error: JournalError) => void
}

/**
 * The append-only command journal: the root of truth. One write and one fdatasync serve every
 * record that waits meanwhile.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { dir, clock, segmentBytes = 8 * 1024 * 1024, lazyMs = 50 } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const recovery = await recoverJournal({ dir, fromSeq: options.fromSeq, visit: options.replay })
  if (recovery.last) await syncSegment(recovery.last)
  await options.onRecovered?.({ lastSeq: recovery.nextSeq - 1 })
  const writer = await openSegmentWriter({
    dir,
    firstSeq: recovery.last?.firstSeq ?? recovery.nextSeq,
    size: recovery.lastBytes,
  })

  let nextSeq = recovery.nextSeq
  let writtenSeq = nextSeq - 1
  let durable = nextSeq - 1
  let wanted = durable
  let pending: Buffer[] = []
  let waiters: Waiter[] = []
  let failure: JournalError | undefined
  let loop: Promise<void> | undefined
  let lazy: TimerHandle | undefined
  let isOverdue = false

  async function drain(): Promise<void> {
    // Everything that this turn of the event loop appends goes into the first batch.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (!failure && (pending.length > 0 || wanted > durable)) {
      if (writer.size() >= segmentBytes && pending.length > 0) await roll()
      const batch = pending
      pending = []
      writtenSeq += batch.length
      const last = writtenSeq
      const sync = wanted > durable
      const startedAt = clock.monotonic()
      await writer.write(joined(batch), { sync })
      if (!sync) continue
      options.onSync?.(clock.monotonic() - startedAt)
      advance(last)
    }
  }

  /**
   * Where no next segment can be opened the current one grows on, and the next batch tries again.
   */
  async function roll(): Promise<void> {
    const isDone = await writer.roll(writtenSeq + 1)
    if (!isDone && !isOverdue)
      options.onWarning?.(
        'No new journal segment can be opened; the current one goes on',
        undefined,
      )
    isOverdue = !isDone
    advance(writtenSeq)
    if (!isDone) return
    try {
      options.onRoll?.()
    } catch (error) {
      options.onWarning?.('What was to follow a new journal segment failed', error)
    }
  }

  function advance(seq: number): void {
    if (seq <= durable) return
    durable = seq
    options.onDurable?.(seq)
    const ready = waiters.filter((waiter) => waiter.seq <= seq)
    waiters = waiters.filter((waiter) => waiter.seq > seq)
    for (const waiter of ready) waiter.resolve()
  }

  function fail(error: JournalError): void {
    if (failure) return
    failure = error
    for (const waiter of waiters.splice(0)) waiter.reject(error)
    if (error.code !== 'FAILED') return
    writer.abandon()
    options.onFailure?.(error)
  }

  function run(): void {
    lazy?.cancel()
    lazy = undefined
    loop ??= drain()
      // After a failed fdatasync the kernel may have dropped the pages: trying again would
      // acknowledge what is lost.
      .catch((cause: unknown) =>
        fail(new JournalError('FAILED', 'The journal could not be written.', { cause })),
      )
      .finally(() => {
        loop = undefined
        if (!failure && (pending.length > 0 || wanted > durable)) run()
      })
  }

  return {
    cut: recovery.tail,
    append(payload, { sync }) {
      if (failure) throw failure
      const seq = nextSeq++
      pending.push(encodeRecord({ seq, durable, payload }))
      if (sync) wanted = seq
      if (sync) run()
      else if (!loop) lazy ??= clock.after(lazyMs, run)
      return seq
    },
    whenDurable(seq) {
      if (seq <= durable) return Promise.resolve()
      if (failure) return Promise.reject(failure)
      if (seq >= nextSeq) return Promise.reject(new RangeError('No such record was appended.'))
      return new Promise((resolve, reject) => {
        waiters.push({ seq, resolve, reject })
        wanted = Math.max(wanted, seq)
        run()
      })
    },
    lastSeq: () => nextSeq - 1,
    durableSeq: () => durable,
    failure: () => failure,
    dropBefore: (seq) => dropSegmentsBefore(dir, seq),
    async close() {
      lazy?.cancel()
      if (!failure && pending.length > 0) {
        wanted = nextSeq - 1
        run()
      }
      while (loop) await loop
      const isSound = !failure
      fail(new JournalError('CLOSED', 'The journal is closed.'))
      if (isSound) await writer.close()
    },
  }
}

/** One buffer of its own, which can be handed to another thread. */
function joined(records: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(records.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const record of records) {
    bytes.set(record, at)
    at += record.length
  }
  return bytes
}
