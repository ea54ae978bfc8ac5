import { scryptSync } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { HashAnswer, HashJob } from './hashWorkers.ts'

/**
 * Added to the process's own: below the thread that answers requests, and not so low that a busy
 * machine starves log-ins.
 */
const NICENESS = 2
const LOWEST = 19

/**
 * Linux schedules each thread by itself; where there is no such number the thread runs like the
 * others.
 */
function lowerPriority(): void {
  try {
    os.setPriority(
      Number(readlinkSync('/proc/thread-self').split('/').at(-1)),
      Math.min(LOWEST, os.getPriority() + NICENESS),
    )
  } catch {
    // Another operating system, or not allowed: the width of the pool still bounds what hashing may
    // take.
  }
}

function answerTo({ id, text, salt, bytes, options }: HashJob): HashAnswer {
  try {
    return { id, hash: scryptSync(text, salt, bytes, options) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : 'unknown' }
  }
}

lowerPriority()
// Synchronous on this thread: the asynchronous form would run on libuv's pool, which files and name
// lookups need.
parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(answerTo(job)))
