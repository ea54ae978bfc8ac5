import { closeSync, fstatSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Rewrites the lock file every `beatMs`, on a thread of its own: the main thread may be busy for
 * longer than a lock lasts. Written in place, so that the file system's clock dates it and a file
 * that replaced it is left alone.
 */
const { file, text, beatMs, staleMs } = workerData as {
  readonly file: string
  readonly text: string
  readonly beatMs: number
  readonly staleMs: number
}
const handle = openSync(file, 'r+')
let isFirst = true
let writtenAt = performance.now()

function beat(): void {
  try {
    // It may have been replaced while this thread started.
    if (isFirst && readFileSync(handle, 'utf8') !== text) return lose()
    isFirst = false
    if (statSync(file).ino !== fstatSync(handle).ino) return lose()
    writeSync(handle, text, 0)
    writtenAt = performance.now()
  } catch (error) {
    // Of a full or failing disk the next try may do better; a file that is gone is another one's to
    // make.
    if (
      (error as NodeJS.ErrnoException).code === 'ENOENT' ||
      performance.now() - writtenAt > staleMs
    )
      lose()
  }
}

function lose(): void {
  clearInterval(timer)
  closeSync(handle)
  parentPort?.postMessage('lost')
}

const timer = setInterval(beat, beatMs)
beat()
