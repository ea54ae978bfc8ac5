import { Worker } from 'node:worker_threads'
import type { Clock } from '@x/kit'
import type { SnapshotFigures } from './snapshot.ts'
import type { Log } from '../ports/Log.ts'
import type { SnapshotReply, SnapshotRequest, SnapshotThreadData } from './serveSnapshots.ts'

export interface SnapshotsOptions extends SnapshotThreadData {
  readonly log: Log
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** The newest snapshot at the start; 0: none. */
  readonly lastSeq: number
  /** A snapshot was written; the folder needs the journal from `neededFrom` on. */
  readonly onWritten: (written: {
    readonly seq: number
    readonly neededFrom: number
  }) => Promise<unknown>
  /** What the thread runs. Default: `snapshotThread.ts`. */
  readonly program?: URL
}

/** For health and metrics: how far a restart need not replay. */
export interface SnapshotState {
  /** The record that the newest snapshot is of; 0: there is none. */
  readonly lastSeq: number
  /** When it was written, in milliseconds since the epoch; `undefined`: before this start. */
  readonly lastAt: number | undefined
  /** Why the latest one could not be written. It is tried again with the next segment. */
  readonly failure: string | undefined
  /**
   * A replica of the journal came to another state than the one that trades: one of them is wrong,
   * and a person must look.
   */
  readonly differs: boolean
  /** Of the newest one written since the start. */
  readonly figures: SnapshotFigures | undefined
  /** One is being written. */
  readonly isUnderWay: boolean
}

/** Has snapshots written by a thread of its own. A failure is an alarm and nothing else. */
export interface Snapshots {
  /**
   * Everything through the check record `seq` is on disk and in the ledger. Of several that wait,
   * the last one is taken.
   */
  take(seq: number): void
  fail(error: unknown): void
  state(): SnapshotState
  stop(): Promise<void>
}

/** A snapshot that takes longer holds the journal's segments on disk: an alarm. */
const LATE_MS = 10 * 60_000
const PROGRAM = new URL('./snapshotThread.ts', import.meta.url)
/** Packages are run from their sources, as by the gateway's own start. */
const FLAGS = ['--conditions=x-source', '--disable-warning=ExperimentalWarning']

export function createSnapshots({
  dir,
  instruments,
  keep,
  log,
  clock,
  lastSeq,
  onWritten,
  source,
  program = PROGRAM,
}: SnapshotsOptions): Snapshots {
  let state: Omit<SnapshotState, 'isUnderWay'> = {
    lastSeq,
    lastAt: undefined,
    failure: undefined,
    differs: false,
    figures: undefined,
  }
  let thread: Worker | undefined
  let busyWith: number | undefined
  let busySince = 0
  let wanted: number | undefined
  let isStopped = false

  function fail(error: unknown, { differs }: { readonly differs: boolean } = state): void {
    if (isStopped) return
    const failure = error instanceof Error ? error.message : String(error)
    state = { ...state, failure, differs }
    log.error(
      'A snapshot could not be written; a restart replays more of the journal until one is',
      { error: failure, lastSeq: state.lastSeq },
    )
  }

  function start(): Worker {
    const started = new Worker(program, {
      workerData: { dir, instruments, keep, source } satisfies SnapshotThreadData,
      env: {},
      execArgv: FLAGS,
      name: 'snapshot',
    })
    started.unref()
    started.on('message', (reply: SnapshotReply) => {
      busyWith = undefined
      if (!('error' in reply)) written(reply)
      else fail(reply.error, reply)
      takeNext()
    })
    let cause: unknown = 'The thread that writes snapshots has ended.'
    started.on('error', (error) => (cause = error))
    // The next request starts another one.
    started.on('exit', () => {
      thread = undefined
      busyWith = undefined
      fail(cause)
    })
    return started
  }

  function written({ figures, neededFrom }: Exclude<SnapshotReply, { error: string }>): void {
    state = {
      lastSeq: figures.seq,
      lastAt: clock.now(),
      failure: undefined,
      differs: false,
      figures,
    }
    log.info('A snapshot was written', {
      seq: figures.seq,
      bytes: figures.bytes,
      largestPart: figures.largestPart,
      ms: Math.round(clock.monotonic() - busySince),
    })
    onWritten({ seq: figures.seq, neededFrom }).catch((error: unknown) =>
      log.error('Old journal segments could not be removed', { error: String(error) }),
    )
  }

  function takeNext(): void {
    if (wanted === undefined || busyWith !== undefined || isStopped) return
    busyWith = wanted
    busySince = clock.monotonic()
    wanted = undefined
    try {
      thread ??= start()
      thread.postMessage({ through: busyWith } satisfies SnapshotRequest)
    } catch (error) {
      busyWith = undefined
      fail(error)
    }
  }

  return {
    take(seq) {
      wanted = Math.max(seq, wanted ?? 0)
      const busyMs = clock.monotonic() - busySince
      if (busyWith !== undefined && busyMs > LATE_MS && state.failure === undefined)
        fail(
          `The snapshot of record ${busyWith} has been under way for ` +
            `${Math.round(busyMs / 60_000)} minutes; no segment of the journal is removed ` +
            'until it is written.',
        )
      takeNext()
    },
    fail: (error) => fail(error),
    state: () => ({ ...state, isUnderWay: busyWith !== undefined }),
    async stop() {
      isStopped = true
      await thread?.terminate()
    },
  }
}
