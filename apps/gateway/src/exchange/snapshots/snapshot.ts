import { createHash, type Hash } from 'node:crypto'
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { open, readdir, readFile, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/**
 * A bounded slice of the state: rows of one kind. What the bytes mean is the writer's and the
 * reader's business.
 */
export interface SnapshotPart {
  readonly kind: string
  /** How many rows are in it. */
  readonly count: number
  readonly bytes: Uint8Array
}

/** The state after the record `seq`. */
export interface Snapshot {
  readonly seq: number
  /** Reads the file once more, part by part; it was found sound before. */
  parts(): AsyncIterable<SnapshotPart>
}

/** What a snapshot took on disk. */
export interface SnapshotFigures {
  readonly seq: number
  readonly bytes: number
  readonly largestPart: number
  readonly parts: Readonly<
    Record<string, { readonly parts: number; readonly rows: number; readonly bytes: number }>
  >
}

/**
 * A snapshot is a row of parts, little-endian: magic (4), payload length (4), CRC-32 of everything
 * after it (4), row count (4), length of the kind (2), kind, payload. The last part is the trailer:
 * the sequence number and a SHA-256 over all before it.
 */
const MAGIC = 0x32534e58
const HEADER_BYTES = 18
const TRAILER = 'end'
/** A longer part is damage, and is never written. */
export const MAX_PART_BYTES = 64 * 1024 * 1024
const SYNC_BYTES = 4 * 1024 * 1024

const NAME = /^snapshot-(\d{16})\.(parts|json)$/
const nameOf = (seq: number) => `snapshot-${String(seq).padStart(16, '0')}`

/** The file that `writeSnapshot` makes. */
export const snapshotPath = (dir: string, seq: number): string => join(dir, `${nameOf(seq)}.parts`)

interface Trailer {
  readonly seq: number
  readonly parts: number
  readonly sha256: string
}

/**
 * Written aside, synced, then renamed: a reader finds a whole snapshot or none. It blocks its
 * thread while it writes, one part at a time: no string or buffer ever holds everything.
 * @throws what the file system throws; nothing is left under the snapshot's name then.
 */
export function writeSnapshot(
  dir: string,
  { seq, parts }: { readonly seq: number; readonly parts: Iterable<SnapshotPart> },
): SnapshotFigures {
  const path = snapshotPath(dir, seq)
  const aside = `${path}.tmp`
  const file = openSync(aside, 'w', 0o600)
  let figures: SnapshotFigures
  try {
    figures = writeParts(file, { seq, parts })
    fsyncSync(file)
  } catch (error) {
    closeSync(file)
    removeQuietly(aside)
    throw error
  }
  closeSync(file)
  renameSync(aside, path)
  const folder = openSync(dir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
  return figures
}

function writeParts(
  file: number,
  { seq, parts }: { readonly seq: number; readonly parts: Iterable<SnapshotPart> },
): SnapshotFigures {
  const whole = createHash('sha256')
  const kinds: Record<string, { parts: number; rows: number; bytes: number }> = {}
  let [bytes, count, largestPart, unsynced] = [0, 0, 0, 0]
  for (const part of parts) {
    const header = headerOf(part)
    whole.update(header).update(part.bytes)
    writeAll(file, header)
    writeAll(file, part.bytes)
    const kind = (kinds[part.kind] ??= { parts: 0, rows: 0, bytes: 0 })
    kind.parts++
    kind.rows += part.count
    kind.bytes += header.length + part.bytes.length
    bytes += header.length + part.bytes.length
    largestPart = Math.max(largestPart, part.bytes.length)
    unsynced += part.bytes.length
    // In portions, so that the disk is never busy with all of it at once while the journal waits.
    if (unsynced > SYNC_BYTES) {
      fdatasyncSync(file)
      unsynced = 0
    }
    count++
  }
  const trailer: Trailer = { seq, parts: count, sha256: whole.digest('hex') }
  const last = { kind: TRAILER, count: 1, bytes: Buffer.from(JSON.stringify(trailer)) }
  writeAll(file, Buffer.concat([headerOf(last), last.bytes]))
  return { seq, bytes, largestPart, parts: kinds }
}

function headerOf({ kind, count, bytes }: SnapshotPart): Buffer {
  if (bytes.length > MAX_PART_BYTES) throw new RangeError('A part of a snapshot is too long.')
  const name = Buffer.from(kind)
  const header = Buffer.alloc(HEADER_BYTES + name.length)
  header.writeUInt32LE(MAGIC, 0)
  header.writeUInt32LE(bytes.length, 4)
  header.writeUInt32LE(count, 12)
  header.writeUInt16LE(name.length, 16)
  name.copy(header, HEADER_BYTES)
  header.writeUInt32LE(crc32(bytes, crc32(header.subarray(12))), 8)
  return header
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done)
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // What is left under this name is no snapshot, and the next pruning removes it.
  }
}

/**
 * The newest sound snapshot that is not ahead of `notAfter` (the ledger's mark: what it lacks must
 * be replayed). A damaged one is passed over for the one before it.
 */
export async function readSnapshot(
  dir: string,
  { notAfter }: { notAfter: number },
): Promise<Snapshot | undefined> {
  for (const candidate of (await listSnapshots(dir)).toReversed()) {
    const found = candidate.seq > notAfter ? undefined : await readSound(dir, candidate)
    if (found) return found
  }
  return undefined
}

async function readSound(
  dir: string,
  { seq, file, isText }: SnapshotFile,
): Promise<Snapshot | undefined> {
  const path = join(dir, file)
  if (isText) return readText(path, seq)
  return (await isSound(path, seq)) ? { seq, parts: () => partsOf(path) } : undefined
}

/**
 * The kind of the one part that a snapshot of before there were parts is read as: the whole state
 * as JSON.
 */
export const WHOLE_STATE = 'version1'

/** Snapshots of before there were parts: the SHA-256 of one text, and the text. */
async function readText(path: string, seq: number): Promise<Snapshot | undefined> {
  const bytes = await readFile(path)
  const line = bytes.indexOf('\n')
  const body = bytes.subarray(line + 1)
  if (
    line < 0 ||
    bytes.toString('latin1', 0, line) !== createHash('sha256').update(body).digest('hex')
  )
    return undefined
  const part = { kind: WHOLE_STATE, count: 1, bytes: body }
  return {
    seq,
    async *parts() {
      yield part
    },
  }
}

async function isSound(path: string, seq: number): Promise<boolean> {
  const whole = createHash('sha256')
  let parts = 0
  for await (const part of partsOf(path, whole)) {
    if (part.kind !== TRAILER) parts++
    else return isTrailer(part, { seq, parts, sha256: whole.digest('hex') })
  }
  return false
}

function isTrailer({ bytes }: SnapshotPart, expected: Trailer): boolean {
  const found = JSON.parse(Buffer.from(bytes).toString('utf8')) as Trailer
  return (
    found.seq === expected.seq && found.parts === expected.parts && found.sha256 === expected.sha256
  )
}

/**
 * Ends before the first part that is not whole. With `whole` the trailer is the last part, else it
 * is left out.
 */
async function* partsOf(path: string, whole?: Hash): AsyncGenerator<SnapshotPart> {
  const file = await open(path, 'r')
  try {
    for (let offset = 0; ;) {
      const found = await readPart(file, offset)
      if (!found) return
      const { part, header } = found
      if (part.kind === TRAILER && !whole) return
      if (part.kind !== TRAILER) whole?.update(header).update(part.bytes)
      yield part
      offset += header.length + part.bytes.length
    }
  } finally {
    await file.close()
  }
}

async function readPart(
  file: FileHandle,
  offset: number,
): Promise<{ part: SnapshotPart; header: Buffer } | undefined> {
  const start = await readAt(file, { offset, length: HEADER_BYTES })
  if (!start || start.readUInt32LE(0) !== MAGIC) return undefined
  const length = start.readUInt32LE(4)
  if (length > MAX_PART_BYTES) return undefined
  const name = await readAt(file, { offset: offset + HEADER_BYTES, length: start.readUInt16LE(16) })
  const bytes =
    name && (await readAt(file, { offset: offset + HEADER_BYTES + name.length, length }))
  if (!bytes) return undefined
  const header = Buffer.concat([start, name])
  if (crc32(bytes, crc32(header.subarray(12))) !== header.readUInt32LE(8)) return undefined
  return { part: { kind: name.toString('utf8'), count: header.readUInt32LE(12), bytes }, header }
}

async function readAt(
  file: FileHandle,
  { offset, length }: { offset: number; length: number },
): Promise<Buffer | undefined> {
  const bytes = Buffer.allocUnsafeSlow(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, offset + done)
    if (bytesRead === 0) return undefined
    done += bytesRead
  }
  return bytes
}

/**
 * Keeps the newest `keep` sound snapshots, of which the newest was just written, and removes what
 * is older or was written by halves. A damaged one is no fallback, so it counts for none. Answers
 * the sequence number of the oldest one kept, 0 while there are fewer: the journal before it can
 * go.
 */
export async function pruneSnapshots(dir: string, { keep }: { keep: number }): Promise<number> {
  const all = await listSnapshots(dir)
  let oldest = all.length - 1
  for (let sound = 1; oldest >= 0 && sound < keep;)
    if (--oldest >= 0 && (await readSound(dir, all[oldest]!))) sound++
  for (const { file } of all.slice(0, Math.max(0, oldest))) await unlink(join(dir, file))
  for (const name of await readdir(dir))
    if (name.startsWith('snapshot-') && name.endsWith('.tmp')) await unlink(join(dir, name))
  return all[oldest]?.seq ?? 0
}

interface SnapshotFile {
  readonly seq: number
  readonly file: string
  readonly isText: boolean
}

async function listSnapshots(dir: string): Promise<SnapshotFile[]> {
  const names = await readdir(dir)
  return names
    .flatMap((file) => {
      const [, digits, ending] = NAME.exec(file) ?? []
      return digits === undefined ? [] : [{ seq: Number(digits), file, isText: ending === 'json' }]
    })
    .sort((a, b) => a.seq - b.seq || Number(b.isText) - Number(a.isText))
}
