import type { ScryptOptions } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { addressGroup, addressSite } from '../../platform/http/addressGroup.ts'
import { tooManyAttempts } from '../../platform/http/envelope.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { createFairQueue, type QueueSource, type Standing } from './fairQueue.ts'

export interface HashJob {
  readonly id: number
  readonly text: string
  readonly salt: Uint8Array
  readonly bytes: number
  readonly options: ScryptOptions
}

export type HashAnswer =
  | { readonly id: number; readonly hash: Uint8Array }
  | { readonly id: number; readonly error: string }

/** Whose password is hashed. */
export interface HashSource {
  readonly address: string
  readonly standing: Standing
}

export interface HashWorkers {
  /**
   * Runs scrypt on a worker thread, in a turn that is fair between addresses.
   * @throws GatewayError 42901 when the turn would come, or comes, too late; 00006 when the worker
   * dies of the job twice.
   */
  derive(job: Omit<HashJob, 'id'>, source: HashSource): Promise<Buffer>
  /**
   * Milliseconds until a job of this source would begin, as far as the jobs before it allow to say;
   * 0 for the next in line.
   */
  expectedWaitMs(source: HashSource): number
  /** Ends the threads and refuses what waits. */
  close(): Promise<void>
}

export interface HashWorkersOptions {
  /**
   * Threads; each needs 32 MiB while it hashes. Default 2, and 1 on a machine of one or two cores.
   */
  readonly width?: number
  /** The longest wait for a turn, in milliseconds. */
  readonly deadlineMs?: number
  /** The most jobs that wait, whatever they take. */
  readonly capacity?: number
  readonly monotonic?: () => number
  /** What a thread runs. Default: `hashWorker.ts`. */
  readonly program?: URL
}

interface Waiting {
  readonly job: HashJob
  readonly since: number
  readonly settle: (outcome: Buffer | Error) => void
  readonly attempts: number
}

interface Thread {
  readonly worker: Worker
  /** The job it works on, and when that began. */
  current: { readonly waiting: Waiting; readonly from: number } | undefined
}

/** A client gives up after ten seconds, and the hash itself takes up to one on a busy machine. */
export const HASH_DEADLINE_MS = 3_000
const CAPACITY = 500
const PROGRAM = new URL('./hashWorker.ts', import.meta.url)
const ATTEMPTS = 2
/** Share of the newest job in the moving average of what a job takes. */
const WEIGHT = 0.2

/**
 * The only place where passwords are hashed: one queue in front of one or two threads, off libuv's
 * pool.
 */
export function createHashWorkers(options: HashWorkersOptions = {}): HashWorkers {
  const {
    width = availableParallelism() > 2 ? 2 : 1,
    deadlineMs = HASH_DEADLINE_MS,
    capacity = CAPACITY,
    monotonic = () => performance.now(),
    program = PROGRAM,
  } = options
  const queue = createFairQueue<Waiting>()
  const threads = new Set<Thread>()
  let [count, meanMs, isClosed] = [0, 0, false]

  const expectedWaitMs = (source: QueueSource): number => {
    const running = [...threads].filter(({ current }) => current !== undefined).length
    const turns = queue.turnsBefore(source)
    // The next in line is always taken: on a slow machine a log-in takes as long as it takes.
    if (turns === 0) return 0
    return ((turns + Math.max(0, running - width + 1)) * meanMs) / width
  }

  return {
    expectedWaitMs: (source) => expectedWaitMs(queueSourceOf(source)),

    derive(job, source) {
      const from = queueSourceOf(source)
      const waitMs = expectedWaitMs(from)
      if (isClosed || queue.length >= capacity || waitMs > deadlineMs)
        return Promise.reject(tooManyAttempts(waitMs))
      return new Promise((resolve, reject) => {
        const settle = (outcome: Buffer | Error) =>
          outcome instanceof Error ? reject(outcome) : resolve(outcome)
        queue.push(
          { job: { ...job, id: (count += 1) }, since: monotonic(), settle, attempts: 0 },
          from,
        )
        work()
      })
    },

    async close() {
      isClosed = true
      const refusal = new GatewayError('00006', 'The service is stopping, please try again later')
      for (const { settle } of queue.drain(() => true)) settle(refusal)
      for (const { current } of threads) current?.waiting.settle(refusal)
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }

  function work(): void {
    while (queue.length > 0) {
      const idle =
        [...threads].find(({ current }) => current === undefined) ??
        (threads.size < width ? start() : undefined)
      const waiting = idle && queue.shift()
      if (!waiting) break
      run(idle, waiting)
    }
    const now = monotonic()
    for (const { settle, since } of queue.drain((waiting) => now - waiting.since > deadlineMs))
      settle(tooManyAttempts(now - since))
  }

  function run(thread: Thread, waiting: Waiting): void {
    thread.current = { waiting, from: monotonic() }
    // A process that is done waits for a job, and not for an idle thread.
    thread.worker.ref()
    thread.worker.postMessage(waiting.job)
  }

  function start(): Thread {
    // The thread sees neither the environment nor the caller's flags: it needs none of them.
    const worker = new Worker(program, { env: {}, name: 'password-hash' })
    const thread: Thread = { worker, current: undefined }
    threads.add(thread)
    worker.on('message', (answer: HashAnswer) => finish(thread, answer))
    // An 'error' is followed by 'exit'; without a listener it would end the process.
    worker.on('error', () => {})
    worker.on('exit', () => lose(thread))
    return thread
  }

  function finish(thread: Thread, answer: HashAnswer): void {
    const { current } = thread
    if (!current) return
    thread.current = undefined
    thread.worker.unref()
    const tookMs = monotonic() - current.from
    meanMs = meanMs === 0 ? tookMs : meanMs + WEIGHT * (tookMs - meanMs)
    current.waiting.settle(
      'hash' in answer
        ? Buffer.from(answer.hash)
        : new Error(`The password could not be hashed: ${answer.error}`),
    )
    work()
  }

  /** A thread died: its job begins again on another one, once. */
  function lose(thread: Thread): void {
    threads.delete(thread)
    const { current } = thread
    if (isClosed || !current) return
    const attempts = current.waiting.attempts + 1
    if (attempts < ATTEMPTS) run(start(), { ...current.waiting, attempts })
    else
      current.waiting.settle(
        new GatewayError(
          '00006',
          'Logging in is not possible at the moment, please try again later',
        ),
      )
    work()
  }
}

/** A site of IPv6 networks is one source: it could take turns with all of them. */
function queueSourceOf({ address, standing }: HashSource): QueueSource {
  return { group: addressSite(address) ?? addressGroup(address), standing }
}
