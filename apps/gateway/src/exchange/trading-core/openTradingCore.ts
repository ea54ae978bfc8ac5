import path from 'node:path'
import type { Clock } from '@x/kit'
import type { LedgerDatabase, Sql } from '../ports/Sql.ts'
import { encodePayload } from '../journal/commandBytes.ts'
import { createFileLog } from '../journal/createFileLog.ts'
import { openJournal, type Journal, type JournalLog } from '../journal/openJournal.ts'
import { pruneSnapshots, writeSnapshot } from '../snapshots/snapshot.ts'
import { compareBalances } from '../ledger/compareBalances.ts'
import { createSettlement } from '../ledger/createSettlement.ts'
import { fillOpenTerms } from '../ledger/fillOpenTerms.ts'
import { LedgerError } from '../ledger/LedgerError.ts'
import { watchSettlement } from '../ledger/watchSettlement.ts'
import type { Installation } from '../ledger/openInstallation.ts'
import type { CommandTrace } from '../ports/CommandTrace.ts'
import type { SharedLog } from '../ports/SharedLog.ts'
import type { TradingLease } from '../ports/TradingLease.ts'
import type { Instrument } from '../instruments/Instrument.ts'
import type { Log } from '../ports/Log.ts'
import { createOutbox, type Outbox } from './createOutbox.ts'
import { createSnapshots, type SnapshotState } from '../snapshots/createSnapshots.ts'
import type { ExchangeCommand } from '../state/command.ts'
import type { Exchange } from '../createExchange.ts'
import type { ExchangeView } from '../state/ExchangeView.ts'
import { concernsUsers, type Effects, type MarketEffect, type Outcome } from '../state/effects.ts'
import type { ReplayCheck } from '../state/replayCheck.ts'
import { dumpState } from '../snapshots/stateParts.ts'
import type { KnownRules } from '../snapshots/knownRules.ts'
import { leadRecord, replayRecord } from '../snapshots/replay.ts'
import { withRolls } from '../journal/withRolls.ts'
import { moveToSharedLog } from './moveToSharedLog.ts'
import { loadReplica, neededFrom, type Replica } from './Replica.ts'

export interface TradingCoreOptions extends KnownRules {
  readonly db: LedgerDatabase
  readonly clock: Clock
  readonly dataDir: string
  readonly instruments: readonly Instrument[]
  readonly log: Log
  /**
   * Of a database that several gateways can reach: commands are taken and acknowledged only while
   * it is held.
   */
  readonly lease?: TradingLease | undefined
  /** Says whether data folder and database belong together, and binds them. */
  readonly installation?: Installation | undefined
  /**
   * Where the journal is instead of the data folder: a log that other machines follow. It needs the
   * lease.
   */
  readonly shared?: SharedLog | undefined
  /** What this process has followed of the shared log. */
  readonly replica?: Replica | undefined
  /** Size at which a journal segment is finished and a snapshot taken. Default 8 MiB. */
  readonly segmentBytes?: number
  /** How many milliseconds each write of the journal took that ended on disk. */
  readonly onSync?: ((ms: number) => void) | undefined
  /** Sees the commands of traced requests; absent: there are none. */
  readonly trace?: CommandTrace | undefined
  /**
   * Comes between two batches of an embedded ledger, which works in this process's only thread;
   * gets the milliseconds that the last one took. Default: a turn of the event loop.
   */
  readonly restAfterBatch?: ((spentMs: number) => Promise<void>) | undefined
  /**
   * How long records gather before an embedded ledger takes them, unless somebody waits for it: a
   * batch of one costs as much as one of twenty. Default 50 ms.
   */
  readonly embeddedDelayMs?: number | undefined
}

export interface TradingCore {
  /** For reading. Commands change it, and nothing else. */
  readonly state: ExchangeView
  /**
   * Runs and journals one command. Answers at once; the outcome may reach its owner only
   * after `durable(seq)`.
   */
  execute(command: ExchangeCommand): Executed
  /** Everything executed up to `seq` is on disk; default: everything that concerns a user. */
  durable(seq?: number): Promise<void>
  /**
   * Everything executed so far is in the SQL ledger. Once trading has stopped: what can still get
   * there; it does not throw then.
   */
  settled(): Promise<void>
  /** The last record that concerned a user. */
  lastSeq(): number
  /** What users may see, in order, each once it is on disk. */
  onPublished(listener: (seq: number, effects: Effects) => void): () => void
  /** What the public sees, in order and at once. */
  onMarket(listener: (effect: MarketEffect) => void): () => void
  /**
   * From now on a process with the role `ledger` settles what is in the shared log, and here it is
   * only watched how far that is. Until then all is settled here: a start waits for its ledger.
   */
  leaveLedger(): Promise<void>
  /** Why trading has stopped for good, until a restart. */
  halted(): Error | undefined
  /**
   * Why no command is taken at this moment: halted, or the lease on the database is not known to be
   * held.
   */
  paused(): Error | undefined
  /** For health and metrics. */
  snapshotState(): SnapshotState
  /** Records that wait for the disk or the ledger. */
  backlog(): number
  /** Settles, takes a snapshot, closes. */
  stop(): Promise<void>
}

export type Executed =
  | { readonly seq: number; readonly outcome: Exclude<Outcome, { refused: unknown }> }
  | { readonly outcome: Extract<Outcome, { refused: unknown }> }

/** Some 25 ms of work: batches, slices and timers of one turn of the event loop add up. */
const EMBEDDED_BATCH_ROWS = 250
const KEPT_SNAPSHOTS = 2
const SEGMENT_BYTES = 8 * 1024 * 1024

/**
 * Ties state machine, journal and ledger together: a command runs in memory, is written to the
 * journal, acknowledged when that is on disk, and settled from there. A restart loads a snapshot,
 * replays the journal and settles what the ledger lacks.
 */
export async function openTradingCore({
  db,
  clock,
  dataDir,
  instruments,
  log,
  lease,
  installation,
  shared,
  replica,
  segmentBytes = SEGMENT_BYTES,
  onSync,
  trace,
  restAfterBatch,
  embeddedDelayMs,
  knownRules,
}: TradingCoreOptions): Promise<TradingCore> {
  const dir = path.join(dataDir, 'journal')
  let halt: Error | undefined
  let isOpen = false
  const stopTrading = (error: Error) => {
    halt ??= error
    log.error('Trading has stopped; restart the gateway once the cause is removed', {
      error: String(error),
      cause: error.cause instanceof Error ? error.cause.message : undefined,
    })
  }
  let settlement = await createSettlement({
    db,
    clock,
    log,
    epoch: lease?.epoch,
    onBroken: stopTrading,
    ...(db.kind === 'embedded'
      ? { batchRows: EMBEDDED_BATCH_ROWS, rest: restAfterBatch, batchDelayMs: embeddedDelayMs }
      : {}),
  })
  const { exchange, journal, outbox, check, snapshotSeq } = await recover().catch(
    async (error: unknown) => {
      await settlement.stop()
      throw error
    },
  )
  const snapshots = createSnapshots({
    dir,
    instruments,
    keep: KEPT_SNAPSHOTS,
    log,
    clock,
    lastSeq: snapshotSeq,
    onWritten: dropNeedless,
    knownRules,
    ...shared?.snapshotThread,
  })
  let lastUserSeq = journal.lastSeq()
  isOpen = true
  lease?.onLost(stopTrading)

  /** The log is cut after what every machine can begin from. */
  async function dropNeedless({
    seq,
    neededFrom: needed,
  }: {
    readonly seq: number
    readonly neededFrom: number
  }): Promise<void> {
    if (!shared) return void (await journal.dropBefore(needed))
    await shared.snapshots.publish(dir, seq)
    const oldest = await shared.snapshots.prune({ keep: KEPT_SNAPSHOTS })
    await journal.dropBefore(await neededFrom(shared, oldest))
  }

  /** Another machine follows the log and writes the snapshots. */
  async function hasFollowers(): Promise<boolean> {
    const followers = await shared?.followers().catch(() => [])
    return followers !== undefined && followers.length > 0
  }

  function paused(): Error | undefined {
    return (
      halt ??
      (lease === undefined || lease.isHeld()
        ? undefined
        : new LedgerError('NOT_HELD', 'The lease on the database is not held.'))
    )
  }

  /** On disk, and the lease still held: only then may an answer leave. */
  async function durable(seq: number): Promise<void> {
    await journal.whenDurable(seq)
    if (lease && !lease.isHeld())
      throw new LedgerError('NOT_HELD', 'The lease on the database is not held.')
  }

  function execute(command: ExchangeCommand): Executed {
    const reason = paused()
    if (reason) throw reason
    const traced = trace?.begin(command.kind)
    let outcome: Outcome
    try {
      outcome = exchange.execute(command)
    } catch (error) {
      // Half a command may have run: the state can no longer be trusted.
      stopTrading(error instanceof Error ? error : new Error(String(error)))
      traced?.failed()
      throw error
    }
    if ('refused' in outcome) {
      traced?.executed(outcome.refused.reason)
      return { outcome }
    }
    const { effects } = outcome
    check.add(effects)
    const isSynced = concernsUsers(effects)
    const seq = journal.append(encodePayload(command), { sync: isSynced })
    if (isSynced) {
      lastUserSeq = seq
      outbox.add(seq, effects)
    } else outbox.show(effects.market)
    traced?.executed()
    if (isSynced) traced?.appended(seq, journal.whenDurable(seq))
    return { seq, outcome }
  }

  /**
   * Leaves in the journal what a replica must come to here. Answers when the ledger has it too, so
   * that no snapshot is ever ahead of the ledger.
   */
  async function checkpoint(): Promise<number> {
    const seq = journal.lastSeq() + 1
    journal.append(JSON.stringify(check.take(seq)), { sync: false })
    await journal.whenDurable(seq)
    await settlement.markThrough(seq)
    return seq
  }

  /** Trading is over: this thread may stop for the dump, and the next start need not replay. */
  async function takeLastSnapshot(): Promise<void> {
    try {
      const seq = await checkpoint()
      // Who takes over waits for this end.
      if (await hasFollowers()) return
      writeSnapshot(dir, { seq, parts: dumpState(exchange.state) })
      await dropNeedless({
        seq,
        neededFrom: (await pruneSnapshots(dir, { keep: KEPT_SNAPSHOTS })) + 1,
      })
    } catch (error) {
      log.error('The last snapshot could not be written; the next start replays the journal', {
        error: String(error),
      })
    }
  }

  async function takeWithoutFollowers(seq: number): Promise<void> {
    if (await hasFollowers()) return
    // Those who followed may have cut the log after a later one than the folder has.
    await shared?.snapshots.fetch(dir, { notAfter: seq })
    snapshots.take(seq)
  }

  /** A check record for the replicas, and the moment for a snapshot. */
  function onRoll(): void {
    if (isOpen && !halt)
      checkpoint()
        .then(takeWithoutFollowers)
        .catch((error: unknown) => (halt ? undefined : snapshots.fail(error)))
  }

  function openLog(): JournalLog {
    if (shared) return withRolls(shared.log, { bytes: segmentBytes, onRoll })
    return createFileLog({
      dir,
      clock,
      segmentBytes,
      onRoll,
      onWarning: (message, error) =>
        log.error(message, { error: error instanceof Error ? String(error) : undefined }),
    })
  }

  async function recover(): Promise<{
    exchange: Exchange
    journal: Journal
    outbox: Outbox
    check: ReplayCheck
    snapshotSeq: number
  }> {
    const loaded =
      replica ??
      (await loadReplica({
        dir,
        instruments,
        settledSeq: settlement.settledSeq(),
        shared,
        knownRules,
      }))
    const { exchange: recovered, check: running, snapshotSeq: newest } = loaded
    if (shared) await moveToSharedLog(shared, { dir, snapshotSeq: newest, clock })
    const releasing = createOutbox({
      settle: (seq, effects) => settlement.add({ seq, effects }),
      mayPublish: () => lease?.isHeld() ?? true,
      onListenerError: (error) =>
        log.error('A listener of the trading core failed', { error: String(error) }),
    })
    for (const { seq, effects } of loaded.effects) releasing.add(seq, effects)
    const assertOwn = async ({ lastSeq }: { readonly lastSeq: number }) => {
      assertNotBehind(lastSeq, settlement.settledSeq())
      await installation?.check(recovered.state.accounts.all())
    }
    const epoch = lease?.epoch ?? 0
    const opened = await openJournal({
      log: openLog(),
      clock,
      ...(shared
        ? { shard: shared.shard, epoch, lead: { payload: leadRecord(epoch), onRead: assertOwn } }
        : {}),
      fromSeq: loaded.seq + 1,
      replay: (seq, payload) => {
        const effects = replayRecord(recovered, running, { seq, payload, instruments })
        if (effects) releasing.add(seq, effects)
      },
      onDurable: (seq) => releasing.release(seq),
      onFailure: stopTrading,
      onSync,
      onRecovered: async ({ lastSeq }) => {
        await assertOwn({ lastSeq })
        releasing.release(lastSeq)
        await settlement.through(lastSeq)
        await assertSameBalances(db.maintenance ?? db, recovered)
        await fillOpenTerms(db.maintenance ?? db, recovered.state)
        await installation?.bind()
        if (lease) await settlement.open()
      },
    })
    // Whether what is gone had been acknowledged cannot be known: records say so only of those
    // before them.
    if (opened.cut)
      log.warn(
        'The journal ended in bytes that are no whole record; they were cut off. Records ' +
          'up to durableSeq are known to have been acknowledged, of later ones it is not ' +
          'known',
        {
          ...opened.cut,
          durableSeq: Math.max(opened.cut.durableSeq, settlement.settledSeq()),
          lastSeq: opened.lastSeq(),
        },
      )
    lease?.onRegained(() => releasing.release(opened.durableSeq()))
    return {
      exchange: recovered,
      journal: opened,
      outbox: releasing,
      check: running,
      snapshotSeq: newest,
    }
  }

  return {
    state: exchange.state,
    execute,
    durable: (seq = lastUserSeq) => durable(seq),
    async settled() {
      try {
        await durable(lastUserSeq)
        await settlement.through(lastUserSeq)
      } catch (error) {
        if (!halt) throw error
        // What is on disk may still reach the ledger; where it cannot, the ledger answers with what
        // it has.
        await settlement.through(journal.durableSeq()).catch(() => {})
      }
    },
    lastSeq: () => lastUserSeq,
    onPublished: outbox.onPublished,
    onMarket: outbox.onMarket,
    async leaveLedger() {
      const own = settlement
      const epoch = lease?.epoch ?? 0
      // What is added from here on goes to the next one.
      settlement = watchSettlement({
        db,
        clock,
        log,
        epoch,
        settledSeq: own.settledSeq(),
        // Where nothing waits, what is not on disk yet is added later.
        after: own.backlog() > 0 ? lastUserSeq : 0,
        onBroken: stopTrading,
      })
      await own.stop()
      log.info('The ledger is left to a process of its own', { settledSeq: own.settledSeq() })
    },
    halted: () => halt,
    paused,
    snapshotState: snapshots.state,
    backlog: () => outbox.waiting() + settlement.backlog(),
    async stop() {
      const isSound = !halt
      halt ??= new LedgerError('STOPPED', 'Trading has stopped.')
      await snapshots.stop()
      // A state that its replica contradicts is not handed on to the next start.
      if (isSound && !snapshots.state().differs) await takeLastSnapshot()
      await journal.close()
      await settlement.stop()
    },
  }
}

function assertNotBehind(journal: number, ledger: number): void {
  if (ledger > journal)
    throw new LedgerError(
      'MISMATCH',
      'The ledger is ahead of the journal: they do not belong to the same data folder.',
      { detail: { journal, ledger } },
    )
}

/** Ledger and memory must agree before the first order is taken. */
async function assertSameBalances(db: Sql, exchange: Exchange): Promise<void> {
  const differences = await compareBalances(db, exchange.state.accounts)
  const [first] = differences
  if (first)
    throw new LedgerError('MISMATCH', 'The ledger and the replayed balances differ.', {
      detail: { ...first, count: differences.length },
    })
}
