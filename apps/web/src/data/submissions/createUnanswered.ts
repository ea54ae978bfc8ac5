import { formatDecimal, parseDecimal } from '@x/decimal'
import type { Clock, KeyValueStorage } from '@x/kit'
import { createJsonEntry } from '@x/storage'

/** What was sent and has had no answer. */
export interface PendingSubmission {
  readonly clientOid: string
  /** When it was sent first, in milliseconds. */
  readonly at: number
}

interface Entry extends PendingSubmission {
  /** User and funds. */
  readonly whose: string
  readonly terms: string
  /** When it was last under way, in milliseconds; absent: never since `at`. */
  readonly sentAt?: number
}

/** What was sent and has had no answer, with its terms. */
export interface PendingSubmissionTerms extends PendingSubmission {
  /** When it was last under way, in milliseconds. */
  readonly sentAt: number
  /** Field by field, as it was sent. */
  readonly terms: Readonly<Record<string, unknown>>
}

export interface PendingSubmissions {
  /** All of this user and these funds, the oldest first. */
  list(): readonly PendingSubmissionTerms[]
  /** It is, or was just now, under way once more. */
  touch(clientOid: string): void
  /** The latest one of these very terms, by this user and with these funds. */
  find(terms: object): PendingSubmission | undefined
  /**
   * Written down before it is sent: a page that is loaded again meanwhile never hears the answer.
   */
  add(terms: object, clientOid: string): void
  /** Its fate is known. */
  remove(clientOid: string): void
}

export interface PendingSubmissionsOptions {
  readonly kind: SubmissionKind
  /** Lives as long as the tab. */
  readonly storage: KeyValueStorage
  /**
   * The gateway's time, as well as it is known: it says how long a key is remembered and a
   * signature holds.
   */
  readonly clock: Pick<Clock, 'now'>
  readonly whose: () => string
}

const KEYS = {
  orders: 'x:pendingOrders',
  transfers: 'x:unansweredTransfers',
  topUps: 'x:unansweredTopUps',
} as const
export type SubmissionKind = keyof typeof KEYS

/**
 * An hour less than the gateway remembers a key (docs/adr/trading.md): under a forgotten one an
 * order would be placed anew, and funds added.
 */
const MEMORY_MS = 23 * 3_600_000
/** Of one trader's hand; the oldest go first. */
const MOST = 100

/**
 * What this tab has sent and does not know the fate of, of every user, each for its own user and
 * funds alone (docs/adr/order-form.md).
 */
export function createPendingSubmissions({ kind, storage, clock, whose }: PendingSubmissionsOptions): PendingSubmissions {
  const entry = createJsonEntry<readonly Entry[]>({ storage, key: KEYS[kind], parse })
  const all = (): readonly Entry[] =>
    (entry.get() ?? []).filter(({ at }) => clock.now() - at < MEMORY_MS)
  const own = (each: Entry): boolean => each.whose === whose()
  return {
    list: () =>
      all()
        .filter(own)
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
      const found = all().findLast((each) => own(each) && each.terms === textOf(terms))
      return found && { clientOid: found.clientOid, at: found.at }
    },
    add: (terms, clientOid) =>
      entry.set(
        [...all(), { whose: whose(), terms: textOf(terms), clientOid, at: clock.now() }].slice(
          -MOST,
        ),
      ),
    remove(clientOid) {
      const rest = all().filter((each) => each.clientOid !== clientOid)
      if (rest.length > 0) entry.set(rest)
      else entry.remove()
    },
  }
}

/** As the gateway tells them apart (docs/adr/trading.md): every field counts, `1.50` is `1.5`. */
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

const parse = (value: unknown): readonly Entry[] | undefined =>
  Array.isArray(value) && value.every(isEntry) ? value : undefined

function isEntry(value: unknown): value is Entry {
  const { whose, terms, clientOid, at } = (value ?? {}) as Record<string, unknown>
  return (
    [whose, terms, clientOid].every((text) => typeof text === 'string') && typeof at === 'number'
  )
}
