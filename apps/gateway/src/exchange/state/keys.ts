import { createOldestEntry } from '@x/kit'
import { createPastKeys, digestPiece, type PastKeys, type PastUse } from './pastKeys.ts'

/** What a key was first used for. */
export interface KeyUse {
  readonly digest: string
  /**
   * Of an order what was answered, of a transfer its number; nothing distinguishes top-ups
   * else.
   */
  readonly answer:
    | { readonly orderId: string; readonly clientOid: string; readonly status: string }
    | { readonly transferId: string }
    | null
  readonly at: number
  /**
   * Where the command's clock was behind the memory's: the memory's time then, from which its day
   * counts.
   */
  readonly since?: number
}

export type KeyDump = readonly (readonly [
  key: string,
  digest: string,
  answer: KeyUse['answer'],
  at: number,
  since?: number,
])[]

/** How long a key is remembered after its use (docs/adr/trading.md). */
export const KEY_MEMORY_MS = 24 * 60 * 60 * 1000
/**
 * How long the whole answer is kept; after that a hash, and the answer is read from the ledger's
 * tables.
 */
export const WHOLE_MEMORY_MS = 10 * 60 * 1000
/** Whole answers at most, however fast they come: some 100 MB. */
export const MOST_WHOLE = 200_000
/** Keys remembered at most; beyond that the oldest are forgotten before their day is over. */
export const MOST_KEYS = 20_000_000
/**
 * Between two commands the memory grows no older than this, whatever their times say. A clock that
 * was set a day forward and back again, or stood still, makes nothing be forgotten; after a time
 * without commands everything is remembered that much longer (SR17).
 */
export const LONGEST_STEP_MS = 60 * 60 * 1000
/** One command forgets no more than this of either kind, so that none pays for many. */
const MOST_FORGOTTEN = 64

/**
 * The memory's own time, in milliseconds since the epoch, and the time of the command that it was
 * last moved on by.
 */
export interface KeyClock {
  readonly now: number
  readonly commandAt: number
}

/** Idempotency keys in order of use: the latest whole, the others as hashes. */
export interface Keys {
  /** A use that is whole still. */
  get(key: string): KeyUse | undefined
  /** A use of which only a hash is left. */
  past(key: string): PastUse | undefined
  has(key: string): boolean
  /** The number of the order that the key was used for. */
  orderOf(key: string): number | undefined
  add(key: string, use: KeyUse): void
  /**
   * Forgets uses older than the memory, save those of orders still open. `at` is a command's time,
   * so that a replay forgets the same.
   */
  forget(options: { at: number; isOpen: (orderId: number) => boolean }): void
  /** How old the memory is, which a dump takes along; `undefined` before the first command. */
  clock(): KeyClock | undefined
  loadClock(clock: KeyClock): void
  /** How many keys are remembered, whole and as hashes. */
  readonly size: { readonly whole: number; readonly past: number }
  /** The whole uses. */
  dump(): Generator<KeyDump[number]>
  /** The hashes, in slices. */
  dumpPast: PastKeys['dump']
  load(rows: KeyDump): void
  loadPast(bytes: Uint8Array): void
  /** The keys of a dump from before there were hashes: all of a day, whole. */
  loadFormer(rows: KeyDump): void
}

/** Other limits than the usual ones, for tests. */
export interface KeyLimits {
  readonly mostWhole?: number
  readonly mostKeys?: number
  readonly longestStepMs?: number
}

function* dumpOf(uses: ReadonlyMap<string, KeyUse>): Generator<KeyDump[number]> {
  for (const [key, { digest, answer, at, since }] of uses)
    yield since === undefined ? [key, digest, answer, at] : [key, digest, answer, at, since]
}

const NO_USE = { number: 0, isOrder: false }

/** The part of a use that only a hash is kept of. */
function pastUse({ digest, answer, at, since = at }: KeyUse): PastUse & { readonly at: number } {
  const isOrder = answer !== null && 'orderId' in answer
  const id = answer === null ? 0 : 'orderId' in answer ? answer.orderId : answer.transferId
  return { number: Number(id), isOrder, digest: digestPiece(digest), at: since }
}

export function createKeys(limits: KeyLimits = {}): Keys {
  const { mostWhole = MOST_WHOLE, mostKeys = MOST_KEYS, longestStepMs = LONGEST_STEP_MS } = limits
  const uses = new Map<string, KeyUse>()
  const oldest = createOldestEntry(uses)
  const past = createPastKeys()
  /** The clock; `undefined` and without meaning before the first command. */
  let now: number | undefined
  let commandAt = 0

  /** Moves the memory's time on by a command; answers it. */
  function moveOn(at: number): number {
    const moved =
      now === undefined ? at : now + Math.min(Math.max(at - commandAt, 0), longestStepMs)
    now = moved
    commandAt = at
    return moved
  }

  function shorten(key: string, use: KeyUse): void {
    uses.delete(key)
    past.append(key, pastUse(use))
  }

  function shortenOld(at: number): void {
    for (let done = 0; done < MOST_FORGOTTEN; done++) {
      const found = oldest()
      if (!found) return
      const [key, use] = found
      if (use.at > at - WHOLE_MEMORY_MS && uses.size <= mostWhole) return
      shorten(key, use)
    }
  }

  return {
    get: (key) => uses.get(key),
    past: (key) => (uses.has(key) ? undefined : past.find(key)),
    has: (key) => uses.has(key) || past.find(key) !== undefined,
    orderOf(key) {
      const whole = uses.get(key)
      const { number, isOrder } = whole ? pastUse(whole) : (past.find(key) ?? NO_USE)
      return isOrder ? number : undefined
    },
    add(key, use) {
      uses.delete(key)
      uses.set(key, now !== undefined && use.at < now ? { ...use, since: now } : use)
    },
    forget({ at, isOpen }) {
      const until = moveOn(at)
      shortenOld(at)
      for (let done = 0; done < MOST_FORGOTTEN; done++) {
        const oldest = past.oldest()
        if (!oldest || (oldest.latestAt > until - KEY_MEMORY_MS && past.size <= mostKeys)) return
        if (oldest.isOrder && isOpen(oldest.number)) past.renewOldest(Math.max(at, until))
        else past.dropOldest()
      }
    },
    clock: () => (now === undefined ? undefined : { now, commandAt }),
    loadClock(from) {
      now = from.now
      commandAt = from.commandAt
    },
    get size() {
      return { whole: uses.size, past: past.size }
    },
    dump: () => dumpOf(uses),
    dumpPast: past.dump,
    load(rows) {
      for (const [key, digest, answer, at, since] of rows)
        uses.set(key, { digest, answer, at, ...(since === undefined ? {} : { since }) })
    },
    loadPast: past.load,
    loadFormer(rows) {
      const latest = rows.at(-1)?.[3] ?? 0
      for (const [key, digest, answer, at] of rows) {
        if (at > latest - WHOLE_MEMORY_MS) uses.set(key, { digest, answer, at })
        else shorten(key, { digest, answer, at })
      }
    },
  }
}

/**
 * Whether a remembered key was used for a request of this digest; of an old use only a piece of it
 * is known.
 */
export function isSameRequest(
  keys: Pick<Keys, 'get' | 'past'>,
  { key, digest }: { readonly key: string; readonly digest: string },
): boolean {
  const whole = keys.get(key)
  return whole ? whole.digest === digest : keys.past(key)?.digest === digestPiece(digest)
}
