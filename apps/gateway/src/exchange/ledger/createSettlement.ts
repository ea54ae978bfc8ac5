import type { Clock, TimerHandle } from '@x/kit'
import type { Sql } from '../ports/Sql.ts'
import type { Log } from '../ports/Log.ts'
import { createBatch, type Settleable } from './batch.ts'
import { LedgerError } from './LedgerError.ts'

export interface SettlementOptions {
  readonly db: Sql
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly log: Log
  /**
   * Of the lease on the database. Default: the ledger's own, where no lease is taken. `any`: what
   * it is given comes from a log that other gateways append to, and is settled in any epoch.
   */
  readonly epoch?: number | 'any' | undefined
  /** The ledger refused a batch, for its content or for its epoch: no later batch can follow it. */
  readonly onBroken: (error: LedgerError) => void
  /** How long records gather before they are settled. Default 50 ms. */
  readonly batchDelayMs?: number | undefined
  /** Records settled in one call at most. Default 500. */
  readonly batchSize?: number
  /**
   * Orders, fills and transactions settled in one call at most, save those of a single record.
   * Default 3,000; the embedded database works in this process's only thread, and gets less at a
   * time.
   */
  readonly batchRows?: number
  /**
   * Comes between two batches; gets the milliseconds that the last one took. Default: a turn of the
   * event loop.
   */
  readonly rest?: ((spentMs: number) => Promise<void>) | undefined
}

export interface Settlement {
  /** Where the ledger stands: the last journal record in it. */
  settledSeq(): number
  /** From now on this gateway's journal is the one that belongs to the ledger. */
  open(): Promise<void>
  /** Durable records, in order; those that the ledger has already are left out. */
  add(record: Settleable): void
  /** Resolves when the ledger holds every record added so far up to `seq`. */
  through(seq: number): Promise<void>
  /**
   * Moves the ledger's mark to `seq`, everything before it being settled: the records up to there
   * moved no money.
   */
  markThrough(seq: number): Promise<void>
  backlog(): number
  stop(): Promise<void>
}

const MOST_HALVINGS = 10
const RETRY_MS = [100, 250, 500, 1000, 2000, 5000] as const

/**
 * Writes what the journal holds into the SQL ledger, in batches. A crash between the two is healed
 * by replay: the mark says what is missing.
 */
export async function createSettlement({
  db,
  clock,
  log,
  onBroken,
  batchDelayMs = 50,
  batchSize = 500,
  batchRows = 3_000,
  rest = () => new Promise((resolve) => void setImmediate(resolve)),
  ...options
}: SettlementOptions): Promise<Settlement> {
  const progress = await readProgress(db)
  const isAnyEpoch = options.epoch === 'any'
  let epoch = typeof options.epoch === 'number' ? options.epoch : progress.epoch
  let settled = progress.settled
  let queue: Settleable[] = []
  let waiters: { seq: number; resolve: () => void; reject: (error: Error) => void }[] = []
  let running: Promise<void> | undefined
  let timer: TimerHandle | undefined
  let isStopping = false
  /**
   * After each failure batches are half as long: one that takes longer than a statement may would
   * never end.
   */
  let halvings = 0
  const shareOf = (most: number): number => Math.max(1, Math.floor(most / 2 ** halvings))
  let ended: LedgerError | undefined

  /**
   * A batch costs the database more than what is in it: records that nobody waits for gather again
   * while the one before them is written.
   */
  const isUrgent = (): boolean => isStopping || waiters.length > 0 || queue.length >= batchSize

  async function drain(): Promise<void> {
    for (
      let failures = 0, isFirst = true;
      queue.length > 0 && !ended && (isFirst || failures > 0 || isUrgent());
      isFirst = false
    ) {
      const records = firstBatch(queue, {
        batchSize: shareOf(batchSize),
        batchRows: shareOf(batchRows),
      })
      const startedAt = clock.monotonic()
      try {
        await settle(records, records.at(-1)!.seq)
        failures = 0
        halvings = Math.max(0, halvings - 1)
        // The embedded database answers without a turn of the event loop: requests come between two
        // batches.
        if (queue.length > 0 && !isStopping) await rest(clock.monotonic() - startedAt)
      } catch (error) {
        if (codeOf(error) === FENCED || isIntegrityViolation(error)) {
          const refusal = await refusalOf(error)
          if (refusal) return stopFor(refusal)
          await catchUp()
          continue
        }
        halvings = Math.min(halvings + 1, MOST_HALVINGS)
        log.error('The ledger cannot be reached; settlement waits', {
          failures: ++failures,
          error: String(error),
        })
        await new Promise<void>(
          (resolve) =>
            void clock.after(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]!, resolve),
        )
        await catchUp()
      }
    }
  }

  /** `undefined`: it goes on once it knows where the ledger stands. */
  async function refusalOf(cause: unknown): Promise<LedgerError | undefined> {
    if (codeOf(cause) === FENCED)
      return isAnyEpoch
        ? undefined
        : new LedgerError('FENCED', 'Another gateway trades on this database.', { cause })
    return (await isSettledMeanwhile())
      ? undefined
      : new LedgerError('BROKEN', 'The ledger refused a batch.', { cause })
  }

  /**
   * A statement that was given up here may have run later, once a server that stood still went on:
   * then this batch was refused because the ledger has it, as where another process settles the
   * same log. A ledger that cannot be asked now is asked again before anything is said.
   */
  async function isSettledMeanwhile(): Promise<boolean> {
    const mark = await readProgress(db).then(
      (progressNow) => progressNow.settled,
      () => Infinity,
    )
    return mark > settled
  }

  /**
   * A connection may break after the batch was committed and before the answer: the mark shows it.
   */
  async function catchUp(): Promise<void> {
    const now = await readProgress(db).catch(() => ({ settled, epoch }))
    if (isAnyEpoch) epoch = now.epoch
    advance(
      queue.filter((record) => record.seq > now.settled),
      now.settled,
    )
  }

  async function settle(records: readonly Settleable[], through: number): Promise<void> {
    await db.query('select ledger_settle($1::jsonb)', [
      JSON.stringify(createBatch(records, { after: settled, through, epoch })),
    ])
    advance(queue.slice(records.length), through)
  }

  function advance(left: Settleable[], through: number): void {
    queue = left
    settled = through
    const ready = waiters.filter((waiter) => waiter.seq <= settled)
    waiters = waiters.filter((waiter) => waiter.seq > settled)
    for (const waiter of ready) waiter.resolve()
  }

  function stopFor(error: LedgerError): void {
    ended = error
    for (const waiter of waiters.splice(0)) waiter.reject(error)
    if (error.code !== 'STOPPED') onBroken(error)
  }

  function run(): Promise<void> {
    timer?.cancel()
    timer = undefined
    running ??= alone(drain())
    return running
  }

  /**
   * One call of the ledger at a time: two that follow the same mark would be taken for a batch that
   * does not fit.
   */
  function alone(work: Promise<void>): Promise<void> {
    return work.finally(() => {
      running = undefined
      if (queue.length > 0 && !ended) scheduleBatch()
    })
  }

  function scheduleBatch(): void {
    if (isUrgent()) void run()
    else if (!running) timer ??= clock.after(batchDelayMs, () => void run())
  }

  function through(seq: number): Promise<void> {
    const last = queue.findLast((record) => record.seq <= seq)?.seq
    if (last === undefined) return Promise.resolve()
    if (ended) return Promise.reject(ended)
    const done = new Promise<void>((resolve, reject) =>
      waiters.push({ seq: last, resolve, reject }),
    )
    void run()
    return done
  }

  return {
    settledSeq: () => settled,
    backlog: () => queue.length,
    open: () => openEpoch(db, epoch),
    add(record) {
      if (record.seq <= settled || ended) return
      queue.push(record)
      scheduleBatch()
    },
    through,
    async markThrough(seq) {
      await through(seq)
      while (running) await running
      if (seq <= settled || (queue[0]?.seq ?? Infinity) <= seq) return
      const marking = settle([], seq)
      // Its failure is this caller's; the batches that wait for it go on.
      running = alone(marking.catch(() => {}))
      await marking
    },
    async stop() {
      isStopping = true
      while (queue.length > 0 && !ended) await run()
      stopFor(new LedgerError('STOPPED', 'Settlement has stopped.'))
    },
  }
}

/** @throws LedgerError FENCED where another gateway has the lease */
export async function openEpoch(db: Sql, epoch: number): Promise<void> {
  const rows = await db.query(
    'update ledger_progress set opened_epoch = epoch where epoch = $1 returning epoch',
    [epoch],
  )
  if (rows.length === 0) throw new LedgerError('FENCED', 'Another gateway trades on this database.')
}

/** Where the ledger stands, and in which epoch. */
export async function readProgress(
  db: Sql,
): Promise<{ readonly settled: number; readonly epoch: number }> {
  const [progress] = await db.query<{ settled_seq: bigint; epoch: bigint }>(
    'select settled_seq, epoch from ledger_progress',
  )
  return { settled: Number(progress?.settled_seq ?? 0), epoch: Number(progress?.epoch ?? 0) }
}

/** Of `ledger_settle`, for a batch of a former epoch. */
const FENCED = 'WF001'

/**
 * SQLSTATE class 23, or a number out of range: the batch will never fit. Anything else may pass.
 */
function isIntegrityViolation(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && (code.startsWith('23') || code.startsWith('22') || code === 'P0001')
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

function firstBatch(
  queue: readonly Settleable[],
  { batchSize, batchRows }: { readonly batchSize: number; readonly batchRows: number },
): readonly Settleable[] {
  let rows = 0
  const end = queue.findIndex(({ effects }, at) => {
    rows += effects.orders.length + effects.fills.length + effects.transactions.length
    return at > 0 && (at === batchSize || rows > batchRows)
  })
  return queue.slice(0, end < 0 ? queue.length : end)
}
