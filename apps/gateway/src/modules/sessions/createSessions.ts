import { createHash } from 'node:crypto'
import { createEmitter, type Clock, type Random, type TimerHandle } from '@x/kit'
import type { Database, Sql } from '../../platform/db/Database.ts'
import { isUnavailability } from '../../platform/db/DatabaseUnavailableError.ts'
import type { RequestSession } from '../../platform/http/route.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { forgetSessionKey, purgeClientKeys } from './clientKeys.ts'
import { readSessionSecret, type SessionSecret } from './sessionCookies.ts'
import {
  endSession,
  findSession,
  insertSession,
  liveSessions,
  purgeSessions,
  sessionsUnder,
  surplusSessions,
  touchSession,
  type EndReason,
  type ListedSession,
  type SessionRow,
} from './queries.ts'
import type { SessionReader, SessionVerdict } from '../../platform/http/SessionReader.ts'

export interface SessionsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly isDevelopment: boolean
  /** A session nobody uses ends after this long. Default 24 h. */
  readonly idleMs?: number
  /** Every session ends after this long. Default 7 days. */
  readonly lifetimeMs?: number
  /** Live sessions a user may have; a log-in beyond that ends the oldest. Default 20. */
  readonly perUser?: number
}

export interface OpenSession {
  readonly userId: string
  readonly realm: Realm
  readonly keyId: string | null
  readonly terminalCode?: string | undefined
  readonly userAgent?: string | undefined
  readonly isAgency?: boolean
  /** How the log-in was proved, where that limits what the session may do. */
  readonly openedBy?: 'qr' | undefined
  readonly enteredFrom?: string | null
  /** The session of the same log-in that this one takes the place of; absent: a new log-in. */
  readonly continues?: string | null
}

export interface Sessions extends SessionReader {
  /** Writes the session within `tx`; the caller sets the cookies once that committed. */
  open(tx: Sql, session: OpenSession): Promise<SessionSecret>
  end(sessionId: string, reason: EndReason): Promise<void>
  /** Ends what a log-in puts above the limit. */
  trim(userId: string): Promise<void>
  /** The user's live sessions. */
  list(userId: string): Promise<ListedSession[]>
  /**
   * Ends every live session of the user, those in sub-accounts included, but `keep`; answers how
   * many.
   */
  endOthers(userId: string, options: { keep: string }): Promise<number>
  /** The key that the session's log-in bound. */
  keyIdOf(sessionId: string): Promise<string | null | undefined>
  /** Forgets sessions that ended long ago, and keys that nobody has logged in with for longer. */
  purge(): Promise<void>
}

const DAY_MS = 86_400_000
/** How stale `seen_at` may be: one write in this time instead of one a request. */
const TOUCH_MS = 300_000
/** For this long an ended session gets the reason of its end. */
const MEMORY_MS = 30 * DAY_MS
/** A device that has not logged in for this long is a new one. */
const DEVICE_MEMORY_MS = 180 * DAY_MS
const CACHE_ENTRIES = 50_000
/**
 * With several nodes on one server another may end a session; this node notices within this time.
 */
const SHARED_CACHE_MS = 2_000

/**
 * A session that was read is served for this long beyond that while the database cannot be asked
 * again.
 */
const OUTAGE_MS = 90_000
/** How soon ends that could not be written are tried again, and how many are kept for that. */
const UNWRITTEN_RETRY_MS = 1_000
const MOST_UNWRITTEN = 10_000

const NEVER: SessionVerdict = { ok: false, code: '401', message: 'Please login to visit' }
const EXPIRED: SessionVerdict = {
  ok: false,
  code: '20906',
  message: 'Login expired, please log in again',
}
const ENDED: SessionVerdict = {
  ok: false,
  code: '20205',
  message: 'This session was ended, or the account logged in elsewhere; please log in again',
}

export function createSessions({
  db,
  clock,
  random,
  isDevelopment,
  idleMs = DAY_MS,
  lifetimeMs = 7 * DAY_MS,
  perUser = 20,
}: SessionsOptions): Sessions {
  const cacheMs = db.kind === 'embedded' ? Infinity : SHARED_CACHE_MS
  const cache = new Map<string, { row: SessionRow; until: number }>()
  const hashById = new Map<string, string>()
  const ended = createEmitter<string>()
  /** Ended here while the database could not be reached; they stay ended until it has them too. */
  const unwritten = new Map<string, EndReason>()
  let retry: TimerHandle | undefined

  const remember = (row: SessionRow, until = clock.monotonic() + cacheMs): SessionRow => {
    cache.delete(row.secretHash)
    cache.set(row.secretHash, { row, until })
    hashById.set(row.id, row.secretHash)
    const oldest = cache.entries().next()
    if (cache.size > CACHE_ENTRIES && !oldest.done) {
      cache.delete(oldest.value[0])
      hashById.delete(oldest.value[1].row.id)
    }
    return row
  }
  const find = async (secretHash: string): Promise<SessionRow | undefined> => {
    const cached = cache.get(secretHash)
    if (cached && cached.until > clock.monotonic()) return cached.row
    try {
      const row = await findSession(db, 'secret_hash', secretHash)
      return row && remember({ ...row, endReason: row.endReason ?? unwritten.get(row.id) ?? null })
    } catch (error) {
      if (!isUnavailability(error) || !cached || cached.until + OUTAGE_MS <= clock.monotonic())
        throw error
      // Looked up again: it may have ended while the database was asked.
      return cache.get(secretHash)?.row ?? cached.row
    }
  }
  const expiryOf = (createdAt: number, seenAt: number) =>
    Math.min(seenAt + idleMs, createdAt + lifetimeMs)

  const touch = async (row: SessionRow): Promise<void> => {
    const seenAt = clock.now()
    if (seenAt - row.seenAt < TOUCH_MS) return
    // It may have ended since it was read; what is remembered of that must not be overwritten.
    if (cache.get(row.secretHash)?.row.endReason) return
    const expiresAt = expiryOf(row.createdAt, seenAt)
    // What was not read again must not count as fresh.
    remember({ ...row, seenAt, expiresAt }, cache.get(row.secretHash)?.until)
    // A note for later: the session is good whether it can be written now or not.
    await touchSession(db, { id: row.id, seenAt, expiresAt }).catch(() => {})
  }

  return {
    async read(headers) {
      const secret = readSessionSecret(headers, { isDevelopment })
      const row = secret === undefined ? undefined : await find(hashOf(secret))
      if (!row) return NEVER
      if (row.endReason !== null) return ENDED
      if (row.expiresAt <= clock.now()) return EXPIRED
      await touch(row)
      return { ok: true, session: sessionOf(row) }
    },

    async open(tx, session) {
      const createdAt = clock.now()
      const secret = Buffer.from(random.bytes(32)).toString('base64url')
      const id = Buffer.from(random.bytes(16)).toString('hex')
      await insertSession(tx, {
        ...session,
        id,
        secretHash: hashOf(secret),
        createdAt,
        expiresAt: expiryOf(createdAt, createdAt),
        terminalCode: session.terminalCode?.slice(0, 64) ?? null,
        userAgent: session.userAgent?.slice(0, 256) ?? null,
        isAgency: session.isAgency ?? false,
        enteredFrom: session.enteredFrom ?? null,
        continues: session.continues ?? null,
        openedBy: session.openedBy ?? null,
      })
      return { secret, sessionId: id, userId: session.userId }
    },

    end: endOne,

    async trim(userId) {
      for (const id of await surplusSessions(db, { userId, keep: perUser, now: clock.now() }))
        await endOne(id, 'replaced')
    },

    list: (userId) => liveSessions(db, { userId, now: clock.now() }),

    async endOthers(userId, { keep }) {
      const others = (await sessionsUnder(db, { userId, now: clock.now() })).filter(
        (id) => id !== keep,
      )
      for (const id of others) await endOne(id, 'revoked')
      return others.length
    },

    async keyIdOf(sessionId) {
      const secretHash = hashById.get(sessionId)
      const row =
        secretHash === undefined ? await findSession(db, 'id', sessionId) : await find(secretHash)
      return row?.keyId
    },

    async purge() {
      const sql = db.maintenance ?? db
      await purgeSessions(sql, { before: clock.now() - MEMORY_MS })
      await purgeClientKeys(sql, { before: clock.now() - DEVICE_MEMORY_MS })
    },
    onEnd: (listener) => ended.subscribe(listener),
  }

  async function endOne(id: string, reason: EndReason): Promise<void> {
    const isEnded = await endSession(db, { id, at: clock.now(), reason }).catch(
      (error: unknown) => {
        if (isUnavailability(error)) endHere(id, reason)
        throw error
      },
    )
    markEnded(id, reason)
    if (isEnded && reason === 'revoked') await forgetSessionKey(db, id)
    if (isEnded) ended.emit(id)
  }

  function markEnded(id: string, reason: EndReason): void {
    const cached = cache.get(hashById.get(id) ?? '')
    if (cached) remember({ ...cached.row, endReason: cached.row.endReason ?? reason })
  }

  /** Over on this node at once; its caller learns that it could not be written. */
  function endHere(id: string, reason: EndReason): void {
    if (unwritten.size >= MOST_UNWRITTEN && !unwritten.has(id)) return
    unwritten.set(id, reason)
    markEnded(id, reason)
    ended.emit(id)
    retry ??= clock.after(UNWRITTEN_RETRY_MS, () => void writeEnds())
  }

  async function writeEnds(): Promise<void> {
    retry = undefined
    try {
      for (const [id, reason] of unwritten) {
        const isEnded = await endSession(db, { id, at: clock.now(), reason })
        if (isEnded && reason === 'revoked') await forgetSessionKey(db, id)
        unwritten.delete(id)
      }
    } catch {
      retry ??= clock.after(UNWRITTEN_RETRY_MS, () => void writeEnds())
    }
  }
}

function sessionOf({
  id,
  userId,
  realm,
  role,
  isAgency,
  enteredFrom,
  parentId,
  rights,
  mayUseKeys,
  keyId,
}: SessionRow): RequestSession {
  return {
    sessionId: id,
    userId,
    realm,
    roles: isAgency ? [role, 'agency'] : [role],
    keyId,
    enteredFrom,
    ...(parentId === null ? {} : { holder: parentId, subAccount: { rights, mayUseKeys } }),
  }
}

/**
 * Secrets are random 256-bit values: a plain hash is as good as a slow one, and a stolen table
 * opens nothing.
 */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
