import type { Clock, TimerHandle } from '@x/kit'
import type { Payload } from '../journal/commandBytes.ts'
import type { Settleable } from '../ledger/batch.ts'
import { readRecords } from '../journal/record.ts'
import type { Log } from '../ports/Log.ts'
import type { SharedLog } from '../ports/SharedLog.ts'
import { replayRecord } from '../snapshots/replay.ts'
import { pruneSnapshots, writeSnapshot } from '../snapshots/snapshot.ts'
import { dumpState } from '../snapshots/stateParts.ts'
import { concernsUsers } from '../state/effects.ts'
import { LATEST_RULES } from '../state/rules.ts'
import { loadReplica, neededFrom, type Replica, type ReplicaOptions } from './Replica.ts'

export interface FollowerOptions extends Omit<ReplicaOptions, 'settledSeq' | 'shared'> {
  readonly shared: SharedLog
  /** Where the ledger stands now. */
  readonly settledSeq: () => Promise<number>
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
  /**
   * It follows no longer: it came to another state than the leader, or the log begins after what it
   * has.
   */
  readonly onFailure: (error: unknown) => void
  /** What a record did that the ledger lacked when it was last asked, in order. */
  readonly onApplied?: (record: Settleable) => void
  /** It agrees with a check record: everything before it has been passed on. */
  readonly onAgreed?: (seq: number) => void
}

export interface FollowerState {
  readonly seq: number
  /** Check records of the leader that it came to the same hash for. */
  readonly checks: number
  /** The newest snapshot that it wrote, and that all can fetch; 0: none. */
  readonly snapshotSeq: number
}

/** A replica that applies what the leader appends. */
export interface Follower {
  state(): FollowerState
  /** Ends following and gives the replica away, which nothing else uses then. */
  takeOver(): Promise<Replica>
  stop(): Promise<void>
}

const POLL_MS = 500
const KEPT_SNAPSHOTS = 2

/**
 * Follows a shared log: applies each batch, compares the hash at each check record, and writes the
 * snapshots, so that the leader never dumps its state. It keeps the effects that the ledger lacks:
 * who leads next settles them.
 */
export async function openFollower(options: FollowerOptions): Promise<Follower> {
  const { shared, dir, instruments, log, knownRules = LATEST_RULES } = options
  let settled = await options.settledSeq()
  let seq = 0
  let snapshotSeq = 0
  let checks = 0
  let effects: Settleable[] = []
  let failure: unknown
  let isStopped = false
  const publisher = createPublisher({ shared, dir, log, onPublished: (at) => (snapshotSeq = at) })
  const polling = pollEvery(options, async () => {
    settled = await options.settledSeq()
    effects = effects.filter(({ seq: at }) => at > settled)
    await shared.report({ seq, knownRules })
    if (!isStopped) publisher.release(settled)
  })
  // From here on nobody cuts off what it is about to read.
  await polling.first
  const { exchange, check, ...loaded } = await loadReplica({
    ...options,
    settledSeq: settled,
  }).catch(async (error: unknown) => {
    polling.end()
    throw error
  })
  seq = loaded.seq

  function apply(at: number, payload: Payload): void {
    const done = replayRecord(exchange, check, {
      seq: at,
      payload,
      instruments,
      onChecked: () => onChecked(at),
    })
    seq = at
    if (!done || at <= settled || !concernsUsers(done)) return
    effects.push({ seq: at, effects: done })
    options.onApplied?.({ seq: at, effects: done })
  }

  /** One that the ledger has already is of the past: who catches up writes no snapshots. */
  function onChecked(at: number): void {
    checks++
    options.onAgreed?.(at)
    if (at <= settled || isStopped) return
    try {
      writeSnapshot(dir, { seq: at, parts: dumpState(exchange.state) })
      publisher.wrote(at)
    } catch (error) {
      log.error('A follower could not write a snapshot; it tries again at the next check', {
        error: String(error),
      })
    }
  }

  const tail = shared.log.tail(shared.shard, {
    from: seq + 1,
    onBatch: (batch) => readRecords(batch, apply),
    onEnd: (error) => {
      failure = error
      options.onFailure(error)
    },
  })

  /** The log is read no further; what is asked of servers may hang, and nobody waits for it. */
  function end(): Promise<void> {
    isStopped = true
    polling.end()
    return tail.stop()
  }

  async function stop(): Promise<void> {
    await end()
    await polling.asked()
  }

  return {
    state: () => ({ seq, checks, snapshotSeq }),
    stop,
    async takeOver() {
      await end()
      if (failure !== undefined) throw failure
      return { exchange, check, seq, snapshotSeq, effects }
    },
  }
}

/** Publishes a snapshot once the ledger has what is in it, and cuts the log after two. */
function createPublisher({
  shared,
  dir,
  log,
  onPublished,
}: Pick<FollowerOptions, 'shared' | 'dir' | 'log'> & {
  readonly onPublished: (seq: number) => void
}) {
  let written = 0
  let isBusy = false

  async function publish(seq: number): Promise<void> {
    await shared.snapshots.publish(dir, seq)
    onPublished(seq)
    const oldest = await shared.snapshots.prune({ keep: KEPT_SNAPSHOTS })
    await shared.log.dropBefore(shared.shard, await neededFrom(shared, oldest))
    await pruneSnapshots(dir, { keep: KEPT_SNAPSHOTS })
  }

  return {
    wrote: (seq: number) => void (written = seq),
    release(settled: number): void {
      if (written === 0 || written > settled || isBusy) return
      const seq = written
      isBusy = true
      publish(seq)
        .then(
          () => void (written = written === seq ? 0 : written),
          (error: unknown) =>
            log.error('A snapshot could not be shared; it is tried again', {
              seq,
              error: String(error),
            }),
        )
        .finally(() => (isBusy = false))
    },
  }
}

/** Asks again and again, also after a failure: what is away comes back, or the log says more. */
function pollEvery(
  { clock, log }: Pick<FollowerOptions, 'clock' | 'log'>,
  ask: () => Promise<void>,
) {
  let isStopped = false
  let isFailing = false
  let timer: TimerHandle | undefined
  let asking: Promise<void> | undefined
  const next = (): void => {
    asking = ask()
      .then(
        () => void (isFailing = false),
        (error: unknown) => {
          if (!isFailing && !isStopped)
            log.warn('A follower cannot ask how far the ledger is; it is tried again', {
              error: String(error),
            })
          isFailing = true
        },
      )
      .finally(() => {
        asking = undefined
        if (!isStopped) timer = clock.after(POLL_MS, next)
      })
  }
  next()
  return {
    first: asking,
    end() {
      isStopped = true
      timer?.cancel()
    },
    asked: () => asking,
  }
}
