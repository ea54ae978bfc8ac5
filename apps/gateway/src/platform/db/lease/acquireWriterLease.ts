import { randomUUID } from 'node:crypto'
import { createEmitter, type Clock } from '@x/kit'
import type { Log } from '../../log/Log.ts'
import {
  createLeaseConnection,
  isUnanswered,
  type LeaseConnection,
} from './createLeaseConnection.ts'
import {
  readLease,
  releaseLease,
  RELEASES,
  renewLease,
  takeLease,
  type LeaseRow,
} from './leaseRows.ts'
import { judgeProcess, ownIdentity } from './processIdentity.ts'
import {
  describeHolder,
  WriterLeaseError,
  type LeaseHolder,
  type WriterLease,
} from './WriterLease.ts'

export interface LeaseOptions {
  /** The Postgres server behind `DATABASE_URL`. */
  readonly url: string
  /** How long the lease lasts without a renewal. Default 15. */
  readonly seconds?: number
  readonly clock: Clock
  readonly log: Log
  /** Another gateway may still hold it: the start waits for its renewal or its end. */
  readonly onWaiting?: (holder: LeaseHolder) => void
  /** Another gateway that renews it is waited for too, however long it takes. Default: refused. */
  readonly waits?: boolean
  /** Ends the waiting: what it was aborted with is thrown. */
  readonly signal?: AbortSignal | undefined
}

export const DEFAULT_LEASE_SECONDS = 15
/** Renewed each half second: two renewals are missing when it ends. */
export const LEAST_LEASE_SECONDS = 1.5
const POLL_MS = 250
const RETRY_MS = 1_000
const LOOK_MS = 5_000
/** No lease lasts longer, in any gateway. */
export const MOST_LEASE_SECONDS = 300
/** The holder stops this much earlier than the database lets anybody else in. */
const MOST_MARGIN_MS = 1_000
/** A server that leaves a question of a start unanswered is asked again for so long. */
const START_MS = 30_000

/**
 * Takes the lease on a database whose tables are up to date, and renews it until it is released. A
 * former holder's lease must have run out, by the database's clock or by its own since it last saw
 * a renewal, unless it was released or its process is certainly dead.
 * @throws WriterLeaseError while another gateway renews it.
 */
export async function acquireWriterLease(options: LeaseOptions): Promise<WriterLease> {
  const { url, seconds = DEFAULT_LEASE_SECONDS } = options
  const pause = createPause()
  const connection = createLeaseConnection(url, {
    timeoutMs: (seconds * 1000) / 3,
    channel: RELEASES,
    onNotice: pause.end,
  })
  const token = randomUUID()
  try {
    const { epoch, at } = await take(connection, { ...options, seconds, token, pause: pause.of })
    return hold(connection, { ...options, seconds, token, epoch, at })
  } catch (error) {
    await connection.close().catch(() => {})
    throw error
  }
}

interface Waiting extends LeaseOptions {
  readonly seconds: number
  readonly token: string
  readonly pause: (ms: number) => Promise<void>
}

interface Taken {
  readonly epoch: number
  readonly at: Moment
}

async function take(connection: LeaseConnection, options: Waiting): Promise<Taken> {
  const { clock, token, onWaiting, waits = false, signal, pause } = options
  const own = await ownIdentity()
  const runsOut = watchRenewals(clock)
  const beganAt = clock.monotonic()
  let seen: string | undefined
  /** Who stands by outlives a restart of the database; a start waits for an answer that is late. */
  const mayPass = (error: unknown): undefined => {
    const isLate = clock.monotonic() - beganAt > START_MS
    if (!(waits && seen !== undefined) && (isLate || !isUnanswered(error))) throw error
  }
  for (let askedAt: Moment | undefined; ;) {
    signal?.throwIfAborted()
    const row = await readLease(connection).catch(mayPass)
    if (!row) {
      await pause(POLL_MS)
      continue
    }
    // By a question whose answer did not come in time.
    if (askedAt && row.token === token) return { epoch: row.epoch, at: askedAt }
    const isDead = row.token !== undefined && (await judgeProcess(row.holder, own)) === 'dead'
    const isOver = isDead || runsOut(row)
    if (row.token === undefined || isOver || row.leftMs <= 0) {
      const at = momentOf(clock)
      askedAt ??= at
      const epoch = await takeLease(connection, { ...options, own, from: row, isOver }).catch(
        mayPass,
      )
      if (epoch !== undefined) return { epoch, at }
    }
    if (seen === undefined) onWaiting?.(row.holder)
    else if (!waits && row.token !== undefined && seen !== row.expiresAt)
      throw new WriterLeaseError(refusal(row.holder))
    seen = row.expiresAt
    await pause(Math.min(POLL_MS, Math.max(1, row.leftMs)))
  }
}

/** A pause that ends early once the lease is released. */
function createPause() {
  let isEnded = false
  let wake = () => {}
  return {
    end() {
      isEnded = true
      wake()
    },
    async of(ms: number): Promise<void> {
      if (!isEnded)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      isEnded = false
    },
  }
}

/**
 * Knows whether a lease has run out by this process's own clock, since it was first seen so: the
 * database's clock may be set back meanwhile, and would keep everybody out for as long.
 */
function watchRenewals(clock: Pick<Clock, 'monotonic'>): (row: LeaseRow) => boolean {
  let seen: { readonly renewal: string; readonly endsAt: number } | undefined
  return ({ epoch, expiresAt, leftMs }) => {
    const renewal = `${epoch} ${expiresAt}`
    if (seen?.renewal !== renewal) {
      const lastsMs = Math.min(leftMs, MOST_LEASE_SECONDS * 1_000)
      seen = { renewal, endsAt: clock.monotonic() + lastsMs }
    }
    return clock.monotonic() >= seen.endsAt
  }
}

/**
 * Whether the database has the table of the lease; `false` also where it cannot be reached, which
 * its opening says better.
 */
export async function hasLease(url: string): Promise<boolean> {
  const connection = createLeaseConnection(url, { timeoutMs: LOOK_MS })
  try {
    const [table] = await connection.query<{ name: string | null }>(
      "select to_regclass('writer_lease')::text as name",
    )
    return typeof table?.name === 'string'
  } catch {
    return false
  } finally {
    await connection.close().catch(() => {})
  }
}

interface Held extends LeaseOptions {
  readonly seconds: number
  readonly token: string
  readonly epoch: number
  readonly at: Moment
}

function hold(
  connection: LeaseConnection,
  { clock, log, seconds, token, epoch, at }: Held,
): WriterLease {
  const lastsMs = seconds * 1000 - Math.min(MOST_MARGIN_MS, seconds * 200)
  const regained = createEmitter<void>()
  const lost = createEmitter<WriterLeaseError>()
  let renewedAt = at
  let hasLapsed = false
  let isFailing = false
  let ended: WriterLeaseError | 'released' | undefined
  let renewing: Promise<void> | undefined
  let timer = schedule((seconds * 1000) / 3)

  // A monotonic clock stands still while the machine sleeps, the other one may be set back: either
  // ends the lease.
  const isFresh = () =>
    clock.monotonic() - renewedAt.monotonic < lastsMs && clock.now() - renewedAt.wall < lastsMs

  function schedule(ms: number) {
    return clock.after(ms, () => void renew())
  }

  function renew(): Promise<void> {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined
      timer.cancel()
      if (ended === undefined)
        timer = schedule(
          isFailing || !isFresh() ? Math.min(RETRY_MS, seconds * 100) : (seconds * 1000) / 3,
        )
    })
    return renewing
  }

  async function renewOnce(): Promise<void> {
    const asked = momentOf(clock)
    const isMine = await renewLease(connection, { epoch, token, seconds }).catch(
      (error: unknown) => {
        if (!isFailing)
          log.warn('The lease on the database could not be renewed; it is tried again', {
            epoch,
            error: String(error),
          })
        return undefined
      },
    )
    isFailing = isMine === undefined
    if (ended !== undefined) return
    if (isMine === undefined) isHeld()
    else if (isMine) {
      renewedAt = asked
      if (hasLapsed && isFresh()) recover()
    } else await lose()
  }

  function recover(): void {
    hasLapsed = false
    log.warn('The lease on the database is held again; nobody else had it', { epoch })
    regained.emit()
  }

  async function lose(): Promise<void> {
    const row = await readLease(connection).catch(() => undefined)
    ended = new WriterLeaseError(
      row?.token === undefined
        ? 'Another gateway has traded on this database.'
        : refusal(row.holder),
    )
    lost.emit(ended)
  }

  function isHeld(): boolean {
    if (ended !== undefined) return false
    if (isFresh() && !hasLapsed) return true
    if (!hasLapsed) {
      hasLapsed = true
      log.error(
        'The lease on the database has run out; no command is taken until it is held again',
        { epoch },
      )
      void renew()
    }
    return false
  }

  return {
    epoch,
    isHeld,
    onRegained: (listener) => void regained.subscribe(listener),
    onLost(listener) {
      if (ended instanceof WriterLeaseError) listener(ended)
      lost.subscribe(listener)
    },
    async release() {
      timer.cancel()
      await renewing
      if (ended === undefined) {
        ended = 'released'
        await releaseLease(connection, { epoch, token })
      }
      await connection.close()
    },
  }
}

interface Moment {
  readonly monotonic: number
  readonly wall: number
}

const momentOf = (clock: Pick<Clock, 'now' | 'monotonic'>): Moment => ({
  monotonic: clock.monotonic(),
  wall: clock.now(),
})

const refusal = (holder: LeaseHolder): string =>
  `Another gateway trades on this database: ${describeHolder(holder)}.`
