import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import type { Clock, Random } from '@x/kit'
import { auditFileName } from './auditFiles.ts'
import { encodeEntry, hashAfter, NO_HASH, type AuditEvent, type ChainLink } from './entry.ts'

/** The audit log cannot be written; `cause` says why. */
export class AuditError extends Error {
  constructor(cause: unknown) {
    super('The audit log cannot be written', { cause })
    this.name = 'AuditError'
  }
}

export interface AuditChain {
  readonly id: string
  /**
   * Appends the events in their order; resolves with the number of the last once they are with the
   * operating system, which is where a kill of this process cannot reach them.
   * @throws AuditError when they could not be written.
   */
  append(events: readonly AuditEvent[]): Promise<number>
  /** No entry from now on has an earlier time: the day before is closed. */
  notBefore(at: number): void
  /** Whether the last attempt to write succeeded. */
  isWritable(): boolean
  /** The file that is written now. */
  file(): string
  /** Forces what was written to the disk. */
  sync(): Promise<void>
  close(): void
}

export interface AuditChainOptions {
  readonly dir: string
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  /** Names the machine in the first entry. */
  readonly node: string
  /** Of the writer lease, where the database has one. */
  readonly epoch?: number | undefined
  /** The ends of the chains before this one. */
  readonly follows: readonly ChainLink[]
  /** A file is closed once it is larger than this. Default 64 MiB. */
  readonly fileBytes?: number
  /** Opens a new file for appending. Default: the file system's. */
  readonly openFile?: ((file: string) => number) | undefined
}

interface Waiting {
  readonly events: readonly AuditEvent[]
  readonly resolve: (seq: number) => void
  readonly reject: (error: AuditError) => void
}

interface OpenFile {
  readonly name: string
  readonly descriptor: number
  bytes: number
}

const FILE_BYTES = 64 * 1024 * 1024

/**
 * Starts a chain of entries, each hashed after the one before it. A process writes a chain of its
 * own: two gateways, or one that was restored from a copy, never write the same entry twice with
 * different content. What is appended within one turn of the event loop is one write.
 * @throws AuditError when its first entry cannot be written.
 */
export function openAuditChain({
  dir,
  clock,
  random,
  node,
  epoch,
  follows,
  fileBytes = FILE_BYTES,
  openFile = openAppendOnly,
}: AuditChainOptions): AuditChain {
  const openedAt = String(clock.now()).padStart(13, '0')
  const id = `${openedAt}-${Buffer.from(random.bytes(4)).toString('hex')}`
  let waiting: Waiting[] = []
  let seq = 0
  let at = 0
  let last = NO_HASH
  let open: OpenFile | undefined
  let isWritable = true
  let isDirty = false

  function fileFor(firstSeq: number): OpenFile {
    if (open && open.bytes >= fileBytes) leave(open)
    if (!open) {
      const name = path.join(dir, auditFileName(id, firstSeq))
      open = { name, descriptor: openFile(name), bytes: 0 }
    }
    return open
  }

  /** The file is full: it is synced and closed in the background. */
  function leave({ descriptor }: OpenFile): void {
    open = undefined
    fdatasync(descriptor, (error) => {
      if (error) isWritable = false
      closeSync(descriptor)
    })
  }

  /** Writes all of the text or, as far as the file system allows, none of it. */
  function write(text: string, firstSeq: number): void {
    const file = fileFor(firstSeq)
    const bytes = Buffer.from(text)
    try {
      for (let written = 0; written < bytes.length;)
        written += writeSync(file.descriptor, bytes, written)
    } catch (error) {
      cutBack(file)
      throw error
    }
    file.bytes += bytes.length
    isDirty = true
  }

  function cutBack(file: OpenFile): void {
    try {
      ftruncateSync(file.descriptor, file.bytes)
    } catch {
      // What follows must not stand behind half a line: it goes into a new file.
      abandon(file)
    }
  }

  function abandon({ descriptor, bytes, name }: OpenFile): void {
    open = undefined
    closeSync(descriptor)
    if (bytes === 0) rmSync(name, { force: true })
  }

  function writeAll(batch: readonly Waiting[]): number[] {
    const before = { seq, at, last }
    const ends: number[] = []
    let text = ''
    at = Math.max(at, clock.now())
    for (const { events } of batch) {
      for (const event of events) {
        const entry = encodeEntry({ chain: id, seq, at }, event)
        last = hashAfter(last, entry)
        text += `${last} ${entry}\n`
        seq += 1
      }
      ends.push(seq - 1)
    }
    try {
      write(text, before.seq)
    } catch (error) {
      ;({ seq, at, last } = before)
      throw error
    }
    return ends
  }

  function flush(): void {
    const batch = waiting
    waiting = []
    try {
      const ends = writeAll(batch)
      isWritable = true
      batch.forEach(({ resolve }, index) => resolve(ends[index] ?? 0))
    } catch (cause) {
      isWritable = false
      const error = new AuditError(cause)
      for (const { reject } of batch) reject(error)
    }
  }

  function start(): void {
    try {
      writeAll([{ events: [{ kind: 'start', node, epoch, follows }], resolve() {}, reject() {} }])
    } catch (cause) {
      throw new AuditError(cause)
    }
  }

  start()
  return {
    id,
    append: (events) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ events, resolve, reject }) === 1) setImmediate(flush)
      }),
    notBefore(earliest) {
      at = Math.max(at, earliest)
    },
    isWritable: () => isWritable,
    file: () => open?.name ?? '',
    sync() {
      const file = open
      if (!isDirty || !file) return Promise.resolve()
      isDirty = false
      return new Promise((resolve, reject) => {
        fdatasync(file.descriptor, (error) => {
          // A file that was left meanwhile is synced there.
          if (!error || open !== file) return resolve()
          isWritable = false
          // After a failed sync nobody knows what the disk has of a file; nothing more goes into
          // it.
          abandon(file)
          reject(new AuditError(error))
        })
      })
    },
    close() {
      if (waiting.length > 0) flush()
      if (!open) return
      fdatasyncSync(open.descriptor)
      closeSync(open.descriptor)
      open = undefined
    },
  }
}

function openAppendOnly(file: string): number {
  return openSync(file, 'ax', 0o600)
}
