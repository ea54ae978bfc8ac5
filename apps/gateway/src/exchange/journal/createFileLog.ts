import { mkdir } from 'node:fs/promises'
import { createEmitter, type Clock } from '@x/kit'
import type { AppendOutcome, CommandLog, LogBatch } from '../ports/CommandLog.ts'
import { createLogTail } from './createLogTail.ts'
import { JournalError } from './JournalError.ts'
import { readSegments, syncSegment, type Recovery, type TornTail } from './recover.ts'
import { dropSegmentsBefore, listSegments } from './segment.ts'
import { openSegmentWriter, type SegmentWriter } from './segmentWriter.ts'

export interface FileLogOptions {
  readonly dir: string
  readonly clock: Pick<Clock, 'after'>
  /** Size at which a segment is finished. Default 8 MiB. */
  readonly segmentBytes?: number | undefined
  /**
   * A new segment began: the moment to ask for a snapshot. What it throws is a warning: it never
   * stops the log.
   */
  readonly onRoll?: () => void
  /** Something failed that stops nothing. */
  readonly onWarning?: (message: string, error: unknown) => void
}

/** The log of one machine: a folder of segments, one shard, written by this process alone. */
export interface FileLog extends CommandLog {
  /**
   * Makes the folder ready to append: cuts what is no whole record off its end. Until then nothing
   * in it is changed.
   */
  open(): Promise<{ readonly cut: TornTail | undefined }>
}

const SHARD = 0
/** One sync serves a batch; more of them would only make its first record wait for its last. */
const BATCH_BYTES = 256 * 1024
const SEGMENT_BYTES = 8 * 1024 * 1024
const POLL_MS = 1_000

/** The folder is read before it is opened, so that what is found can be refused untouched. */
export function createFileLog(options: FileLogOptions): FileLog {
  const { dir, segmentBytes = SEGMENT_BYTES } = options
  const grown = createEmitter<void>()
  let found: Recovery | undefined
  let writer: SegmentWriter | undefined
  let end = 0
  let epoch = 0
  let isOverdue = false
  let failure: unknown
  let turn: Promise<unknown> = Promise.resolve()

  async function* read(from: number): AsyncGenerator<LogBatch> {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const through = writer ? end : Infinity
    const segments = readSegments(dir, { from })
    for (let next = await segments.next(); ; next = await segments.next()) {
      if (!next.done) {
        // What is being written meanwhile belongs to a later read.
        if (next.value.after >= through) return
        yield next.value
        continue
      }
      if (writer) return
      if (next.value.last) await syncSegment(next.value.last)
      found = next.value
      return
    }
  }

  /** Where no next segment can be opened the current one grows on; the next batch tries again. */
  async function roll(segments: SegmentWriter, firstSeq: number): Promise<void> {
    const isDone = await segments.roll(firstSeq)
    if (!isDone && !isOverdue)
      options.onWarning?.(
        'No new journal segment can be opened; the current one goes on',
        undefined,
      )
    isOverdue = !isDone
    if (!isDone) return
    try {
      options.onRoll?.()
    } catch (error) {
      options.onWarning?.('What was to follow a new journal segment failed', error)
    }
  }

  async function write({ after, bytes }: LogBatch, isLazy: boolean): Promise<AppendOutcome> {
    if (failure !== undefined || !writer)
      throw failure ?? new JournalError('CLOSED', 'The folder of the log is not open.')
    try {
      if (writer.size() >= segmentBytes) await roll(writer, after + 1)
      await writer.write(bytes, { sync: !isLazy })
    } catch (error) {
      // After a failed fdatasync the kernel may have dropped the pages: trying again would
      // acknowledge what is lost.
      failure = error
      writer.abandon()
      throw error
    }
    grown.emit()
    return 'ok'
  }

  return {
    batchBytes: BATCH_BYTES,
    async open() {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      if (!found)
        for await (const _ of read((await listSegments(dir)).at(-1)?.firstSeq ?? 1)) continue
      const { nextSeq, last, lastBytes, tail } = found!
      writer = await openSegmentWriter({
        dir,
        firstSeq: last?.firstSeq ?? nextSeq,
        size: lastBytes,
      })
      end = nextSeq - 1
      return { cut: tail }
    },
    append(shard, { isLazy = false, ...batch }) {
      assertShard(shard)
      if (batch.after !== end || batch.epoch < epoch) return Promise.resolve('fenced')
      end = batch.through
      epoch = batch.epoch
      const written = turn.then(() => write(batch, isLazy))
      turn = written.catch(() => {})
      return written
    },
    read(shard, { from }) {
      assertShard(shard)
      return read(from)
    },
    tail: (shard, tailing) =>
      createLogTail({
        ...tailing,
        read: (from) => (assertShard(shard), read(from)),
        onGrowth: grown.subscribe,
        clock: options.clock,
        pollMs: POLL_MS,
      }),
    dropBefore: (shard, seq) => (assertShard(shard), dropSegmentsBefore(dir, seq)),
    async close() {
      await turn
      const open = writer
      writer = undefined
      if (failure === undefined) await open?.close()
      else open?.abandon()
    },
  }
}

function assertShard(shard: number): void {
  if (shard !== SHARD) throw new RangeError(`A folder holds the log of shard ${SHARD} only.`)
}
