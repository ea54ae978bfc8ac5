/**
 * The thread that writes the journal. It has its files to itself and calls the system directly, so
 * that nothing else that uses libuv's pool, such as the hashing of passwords, can stand before an
 * order.
 */
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { segmentAt } from './segment.ts'

export interface JournalThreadData {
  readonly dir: string
  /** The segment to go on writing, and how much of it is to stay. */
  readonly firstSeq: number
  readonly size: number
}

export type JournalRequest =
  | { readonly kind: 'write'; readonly bytes: Uint8Array; readonly sync: boolean }
  | { readonly kind: 'roll'; readonly firstSeq: number }
  | { readonly kind: 'close' }

/** `isDone` is false where no next segment could be opened; the current one goes on. */
export type JournalReply = { readonly isDone: boolean } | { readonly error: unknown }

/** The next segment's file waits under this name: at a roll no file need be opened. */
const SPARE = 'journal-next.tmp'
/**
 * Too few descriptors or too little space may pass; the current segment, which is open, can be
 * written meanwhile.
 */
const SHORTAGES: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EDQUOT']

const port = parentPort!
const { dir, firstSeq, size } = workerData as JournalThreadData
const sparePath = join(dir, SPARE)
const folder = openSync(dir, 'r')
let file = openFirst()
let position = size
let spare: number | undefined

function openFirst(): number {
  const { path } = segmentAt(dir, firstSeq)
  const opened = openSync(path, 'a+', 0o600)
  closeSync(opened)
  fsyncSync(folder)
  const segment = openSync(path, 'r+')
  if (fstatSync(segment).size > size) ftruncateSync(segment, size)
  // What an earlier process wrote may sit in the page cache only; from here on it counts as
  // durable.
  fsyncSync(segment)
  return segment
}

function write({ bytes, sync }: Extract<JournalRequest, { kind: 'write' }>): boolean {
  for (let done = 0; done < bytes.length;) {
    const written = writeSync(file, bytes, done, bytes.length - done, position)
    done += written
    position += written
  }
  if (sync) fdatasyncSync(file)
  return true
}

/** Finishes the current segment and begins the next one under its name. */
function roll(next: number): boolean {
  // Before anything else: a sync that fails is the end, whatever the reason.
  fdatasyncSync(file)
  try {
    spare ??= openSync(sparePath, 'w', 0o600)
    renameSync(sparePath, segmentAt(dir, next).path)
  } catch (error) {
    if (SHORTAGES.includes((error as NodeJS.ErrnoException).code)) return false
    throw error
  }
  fsyncSync(folder)
  closeSync(file)
  file = spare
  position = 0
  spare = undefined
  openSpare()
  return true
}

/** At the next roll it is tried again where it fails. */
function openSpare(): void {
  try {
    spare = openSync(sparePath, 'w', 0o600)
  } catch {
    spare = undefined
  }
}

function close(): boolean {
  fdatasyncSync(file)
  for (const open of [file, folder, ...(spare === undefined ? [] : [spare])]) closeSync(open)
  rmSync(sparePath, { force: true })
  return true
}

function carryOut(request: JournalRequest): boolean {
  if (request.kind === 'write') return write(request)
  return request.kind === 'roll' ? roll(request.firstSeq) : close()
}

openSpare()
port.on('message', (request: JournalRequest) => {
  let reply: JournalReply
  try {
    reply = { isDone: carryOut(request) }
  } catch (error) {
    reply = { error }
  }
  port.postMessage(reply)
  if (request.kind === 'close') port.close()
})
port.postMessage({ isDone: true } satisfies JournalReply)
