import { formatDecimal, parseDecimal } from '@x/decimal'
import type { Clock, KeyValueStorage } from '@x/kit'
import { createJsonEntry } from '@x/storage'

/** A submission that was sent and has no response yet. */
export interface PendingSubmission {
  readonly clientOid: string
  /** When it was sent first, in milliseconds. */
  readonly at: number
}

interface Entry extends PendingSubmission {
  /** The session key of its user and realm. */
  readonly owner: string
  readonly terms: string
  /** When it was last in flight, in milliseconds; absent: never since `at`. */
  readonly sentAt?: number
}

/** A pending submission with its terms. */
export interface PendingSubmissionTerms extends PendingSubmission {
  /** When it was last in flight, in milliseconds. */
  readonly sentAt: number
  /** Field by field, as it was sent. */
  readonly terms: Readonly<Record<string, unknown>>
}

/** The submissions without a response of the current user and realm. */
export interface PendingSubmissions {
  /** All of this user and realm, the oldest first. */
  list(): readonly PendingSubmissionTerms[]
  /** Records that it is in flight again. */
  touch(clientOid: string): void
  /** The latest one with exactly these terms. */
  find(terms: object): PendingSubmission | undefined
  /** Called before the request is sent, so that a reload of the page does not lose it. */
  add(terms: object, clientOid: string): void
  /** Removes it once its outcome is known. */
  remove(clientOid: string): void
}

export interface PendingSubmissionsOptions {
  readonly kind: SubmissionKind
  /** Lives as long as the tab. */
  readonly storage: KeyValueStorage
  /** Server time: it decides how long a key is remembered and a signature is valid. */
  readonly clock: Pick<Clock, 'now'>
  /** The session key of the user and realm on screen. */
  readonly owner: () => string
}

/** The names are kept from earlier releases: a tab reads what it stored before an update. */
export const SUBMISSION_KEYS = {
  orders: 'x:unansweredOrders',
  futuresOrders: 'x:unansweredFuturesOrders',
  transfers: 'x:unansweredTransfers',
  topUps: 'x:unansweredTopUps',
  p2p: 'x:unansweredP2p',
  redPackets: 'x:unansweredRedPackets',
  earn: 'x:unansweredEarn',
  algos: 'x:unansweredAlgos',
  withdrawals: 'x:unansweredWithdrawals',
  copy: 'x:unansweredCopy',
  loans: 'x:unansweredLoans',
  conversions: 'x:pendingConversions',
  sends: 'x:pendingSends',
  walletWithdrawals: 'x:pendingWalletWithdrawals',
} as const
export type SubmissionKind = keyof typeof SUBMISSION_KEYS

/**
 * An hour less than the gateway remembers a key: after that, the same key would place a new order
 * or add funds again.
 */
const MAX_AGE_MS = 23 * 3_600_000
/** The clocks of browser and gateway may differ by this much before a record is overlooked. */
export const CLOCK_SKEW_MS = 15 * 60_000
/** How long a list is waited for that may show what had no answer. */
export const SEARCH_TIMEOUT_MS = 5_000
/** Entries of one tab; the oldest are removed first. */
const MAX_ENTRIES = 100

/** Stores the pending submissions of one kind in the tab, separately for each user and realm. */
export function createPendingSubmissions({
  kind,
  storage,
  clock,
  owner,
}: PendingSubmissionsOptions): PendingSubmissions {
  const entry = createJsonEntry<readonly Entry[]>({ storage, key: SUBMISSION_KEYS[kind], parse })
  const all = (): readonly Entry[] =>
    (entry.get() ?? []).filter(({ at }) => clock.now() - at < MAX_AGE_MS)
  const isCurrent = (each: Entry): boolean => each.owner === owner()
  return {
    list: () =>
      all()
        .filter(isCurrent)
        .map(({ clientOid, at, sentAt = at, terms }) => ({
          clientOid,
          at,
          sentAt,
          terms: fieldsOf(terms),
        })),
    touch: (clientOid) =>
      entry.set(
        all().map((each) =>
          each.clientOid === clientOid ? { ...each, sentAt: clock.now() } : each,
        ),
      ),
    find(terms) {
      const found = all().findLast((each) => isCurrent(each) && each.terms === textOf(terms))
      return found && { clientOid: found.clientOid, at: found.at }
    },
    add(terms, clientOid) {
      const added = { owner: owner(), terms: textOf(terms), clientOid, at: clock.now() }
      entry.set([...all(), added].slice(-MAX_ENTRIES))
    },
    remove(clientOid) {
      const rest = all().filter((each) => each.clientOid !== clientOid)
      if (rest.length > 0) entry.set(rest)
      else entry.remove()
    },
  }
}

/** Compares as the gateway does: every field counts, `1.50` equals `1.5`. */
const textOf = (terms: object): string =>
  JSON.stringify(
    Object.entries(terms)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([field, value]) => [field, canonical(value)]),
  )

const fieldsOf = (terms: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(JSON.parse(terms) as [string, unknown][])

function canonical(value: unknown): unknown {
  const amount = typeof value === 'string' ? parseDecimal(value) : null
  return amount === null ? value : formatDecimal(amount, { trim: true })
}

function parse(value: unknown): readonly Entry[] | undefined {
  if (!Array.isArray(value)) return undefined
  const entries = value.map(readEntry)
  return entries.every((entry) => entry !== undefined) ? entries : undefined
}

function readEntry(value: unknown): Entry | undefined {
  // Earlier releases stored the owner as `whose`.
  const {
    whose,
    owner = whose,
    terms,
    clientOid,
    at,
    sentAt,
  } = (value ?? {}) as Record<string, unknown>
  if (
    typeof owner !== 'string' ||
    typeof terms !== 'string' ||
    typeof clientOid !== 'string' ||
    typeof at !== 'number'
  )
    return undefined
  return { owner, terms, clientOid, at, ...(typeof sentAt === 'number' ? { sentAt } : {}) }
}
