import { mkdir } from 'node:fs/promises'
import type { Clock, TimerHandle } from '@x/kit'
import { JournalError } from './JournalError.ts'
import { encodeRecord } from './record.ts'
import { recoverJournal } from './recover.ts'
import { dropSegmentsBefore } from './segment.ts'
import { openSegmentWriter } from './segmentWriter.ts'

export interface JournalOptions {
  readonly dir: string
  readonly clock: Pick<Clock, 'after'>
  /** First record to replay: the one after the snapshot. */
  readonly fromSeq: number
  readonly replay: (seq: number, payload: string) => void
  /** Called in order with every new durability mark, before the waiters of `whenDurable` run. */
  readonly onDurable?: (seq: number) => void
  readonly onFailure?: (error: JournalError) => void
  /** A new segment began: the moment for a snapshot. */
  readonly onRoll?: () => void
  /** Size at which a segment is finished. Default 8 MiB. */
  readonly segmentBytes?: number
  /** How long records that ask for no sync may wait before they are written. Default 50 ms. */
  readonly lazyMs?: number
}

export interface Journal {
  /** Queues a record and answers its sequence number. `sync` asks for durability soon; a record without it is carried along. */
  append(payload: string, options: { sync: boolean }): number
  /** Resolves once the record and all before it are on disk (fdatasync). Rejects when that can no longer happen. */
  whenDurable(seq: number): Promise<void>
  lastSeq(): number
  durableSeq(): number
  failure(): JournalError | undefined
  cutBytes: number
  /** Removes segments that hold nothing from `seq` on. */
  dropBefore(seq: number): Promise<number>
  close(): Promise<void>
}

interface Waiter {
  readonly seq: number
  readonly resolve: () => void
  readonly reject: (error: JournalError) => void
}

/** The append-only command journal: the root of truth. One write and one fdatasync serve every record that waits meanwhile. */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { dir, clock, segmentBytes = 8 * 1024 * 1024, lazyMs = 50 } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const recovery = await recoverJournal({ dir, fromSeq: options.fromSeq, visit: options.replay })
  const writer = await openSegmentWriter({ dir, firstSeq: recovery.last?.firstSeq ?? recovery.nextSeq, size: recovery.lastBytes })

  let nextSeq = recovery.nextSeq
  let writtenSeq = nextSeq - 1
  let durable = nextSeq - 1
  let wanted = durable
  let pending: Buffer[] = []
  let waiters: Waiter[] = []
  let failure: JournalError | undefined
  let loop: Promise<void> | undefined
  let lazy: TimerHandle | undefined

  async function drain(): Promise<void> {
    // Everything that this turn of the event loop appends goes into the first batch.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (!failure && (pending.length > 0 || wanted > durable)) {
      if (writer.size() >= segmentBytes && pending.length > 0) {
        await writer.roll(writtenSeq + 1)
        advance(writtenSeq)
        options.onRoll?.()
      }
      const batch = pending
      pending = []
      writtenSeq += batch.length
      const last = writtenSeq
      await writer.write(Buffer.concat(batch))
      if (wanted <= durable) continue
      await writer.sync()
      advance(last)
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
    if (error.code === 'FAILED') options.onFailure?.(error)
  }

  function run(): void {
    lazy?.cancel()
    lazy = undefined
    loop ??= drain()
      // After a failed fdatasync the kernel may have dropped the pages: trying again would acknowledge what is lost.
      .catch((cause: unknown) => fail(new JournalError('FAILED', 'The journal could not be written.', { cause })))
      .finally(() => {
        loop = undefined
        if (!failure && (pending.length > 0 || wanted > durable)) run()
      })
  }

  return {
    cutBytes: recovery.cutBytes,
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
      fail(new JournalError('CLOSED', 'The journal is closed.'))
      await writer.close()
    },
  }
}
