import type { Clock, TimerHandle } from '@x/kit'
import type { CommandLog } from '../ports/CommandLog.ts'
import type { Payload } from './commandBytes.ts'
import { JournalError } from './JournalError.ts'
import { encodeRecord, readRecords } from './record.ts'
import type { TornTail } from './recover.ts'

/** What an adapter may add: a folder is changed only once it was found sound. */
export interface JournalLog extends CommandLog {
  open?(): Promise<{ readonly cut: TornTail | undefined }>
}

export interface JournalOptions {
  /** Closed with the journal. */
  readonly log: JournalLog
  /** Default 0. */
  readonly shard?: number
  /** Of this leader; default 0: one node. */
  readonly epoch?: number | undefined
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  /** First record to replay: the one after the snapshot. */
  readonly fromSeq: number
  readonly replay: (seq: number, payload: Payload) => void
  /** Called in order with every new durability mark, before the waiters of `whenDurable` run. */
  readonly onDurable?: (seq: number) => void
  readonly onFailure?: (error: JournalError) => void
  /** Given the milliseconds of each write that ended on disk. */
  readonly onSync?: ((ms: number) => void) | undefined
  /** The log took a batch that it was asked for at `askedAt`, by the monotonic clock. */
  readonly onTaken?: ((askedAt: number) => void) | undefined
  /**
   * Everything is read and synced, and nothing in the log has been changed: the last moment to
   * refuse it. What it throws, opening throws.
   */
  readonly onRecovered?: (found: { readonly lastSeq: number }) => Promise<void>
  /**
   * Of a log that others may append to: what is appended before anything is recovered, so that
   * nobody of an earlier epoch appends any more. What others had appended until then is replayed.
   */
  readonly lead?: Lead | undefined
  /** How long records that ask for no sync may wait before they are written. Default 50 ms. */
  readonly lazyMs?: number
}

export interface Lead {
  readonly payload: Payload
  /** The last moment to refuse a log that belongs to others. What it throws, opening throws. */
  readonly onRead: (found: { readonly lastSeq: number }) => Promise<void>
}

export interface Journal {
  /**
   * Queues a record, whose bytes it copies, and answers its sequence number. `sync` asks for
   * durability soon; a record without it is carried along.
   */
  append(payload: Payload, options: { sync: boolean }): number
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
  /** Removes what the log has before `seq`, in pieces that hold nothing from `seq` on. */
  dropBefore(seq: number): Promise<number>
  close(): Promise<void>
}

interface Waiter {
  readonly seq: number
  readonly resolve: () => void
  readonly reject: (error: JournalError) => void
}

/**
 * The append-only command journal: the root of truth. One append to the log serves every record
 * that waits meanwhile.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { log, shard = 0, epoch = 0, clock, lazyMs = 50 } = options
  let nextSeq = options.fromSeq
  const readOn = async () => {
    for await (const batch of log.read(shard, { from: nextSeq })) {
      readRecords(batch, options.replay)
      nextSeq = batch.through + 1
    }
  }
  await readOn()
  if (options.lead) {
    await options.lead.onRead({ lastSeq: nextSeq - 1 })
    nextSeq = await takeTheLead(options, {
      payload: options.lead.payload,
      end: () => nextSeq - 1,
      readOn,
    })
  }
  await options.onRecovered?.({ lastSeq: nextSeq - 1 })
  const opened = await log.open?.()

  let writtenSeq = nextSeq - 1
  let durable = nextSeq - 1
  let wanted = durable
  const pending: Buffer[] = []
  let waiters: Waiter[] = []
  let failure: JournalError | undefined
  let loop: Promise<void> | undefined
  let lazy: TimerHandle | undefined

  async function drain(): Promise<void> {
    // Everything that this turn of the event loop appends goes into the first batch.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (!failure && (pending.length > 0 || wanted > durable)) {
      const batch = takeBatch(pending, log.batchBytes)
      const after = writtenSeq
      writtenSeq += batch.length
      const isLazy = wanted <= durable
      await append({ after, through: writtenSeq, batch, isLazy })
    }
  }

  async function append({
    after,
    through,
    batch,
    isLazy,
  }: {
    after: number
    through: number
    batch: readonly Buffer[]
    isLazy: boolean
  }): Promise<void> {
    const askedAt = clock.monotonic()
    const bytes = joined(batch)
    const outcome = await log.append(shard, { after, through, epoch, bytes, isLazy })
    if (outcome === 'fenced')
      return fail(new JournalError('FENCED', 'Another writer has appended to the log.'))
    options.onTaken?.(askedAt)
    if (isLazy) return
    options.onSync?.(clock.monotonic() - askedAt)
    advance(through)
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
    if (error.code !== 'CLOSED') options.onFailure?.(error)
  }

  function run(): void {
    lazy?.cancel()
    lazy = undefined
    loop ??= drain()
      // Whether the batch is in the log is unknown: trying again might acknowledge what is lost.
      .catch((cause: unknown) =>
        fail(new JournalError('FAILED', 'The journal could not be written.', { cause })),
      )
      .finally(() => {
        loop = undefined
        if (!failure && (pending.length > 0 || wanted > durable)) run()
      })
  }

  return {
    cut: opened?.cut,
    append(payload, { sync }) {
      if (failure) throw failure
      const seq = nextSeq
      pending.push(encodeRecord({ seq, durable, payload }))
      // Of a record that is too long no number may be missing.
      nextSeq++
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
    dropBefore: (seq) => log.dropBefore(shard, seq),
    async close() {
      lazy?.cancel()
      if (!failure && pending.length > 0) {
        wanted = nextSeq - 1
        run()
      }
      while (loop) await loop
      fail(new JournalError('CLOSED', 'The journal is closed.'))
      await log.close()
    },
  }
}

/**
 * Appends the first record of an epoch, after whatever others have appended meanwhile. Answers the
 * number of the next one.
 * @throws JournalError FENCED where a later epoch has begun
 */
async function takeTheLead(
  { log, shard = 0, epoch = 0 }: JournalOptions,
  {
    payload,
    end,
    readOn,
  }: {
    readonly payload: Payload
    readonly end: () => number
    readonly readOn: () => Promise<void>
  },
): Promise<number> {
  for (;;) {
    const after = end()
    const bytes = joined([encodeRecord({ seq: after + 1, durable: after, payload })])
    const outcome = await log.append(shard, { after, through: after + 1, epoch, bytes })
    if (outcome === 'ok') return after + 2
    await readOn()
    if (end() === after)
      throw new JournalError('FENCED', 'The log has a later epoch than this leader.')
  }
}

/** The first records that fit into one batch; at least one. */
function takeBatch(pending: Buffer[], most: number): readonly Buffer[] {
  let bytes = 0
  const end = pending.findIndex(({ length }, at) => (bytes += length) > most && at > 0)
  return pending.splice(0, end < 0 ? pending.length : end)
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
