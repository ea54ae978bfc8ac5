import { formatDecimal, parseDecimal } from '@x/decimal'
import type { Clock, KeyValueStorage } from '@x/kit'
import { createJsonEntry } from '@x/storage'

/** An order that was sent and has had no answer. */
export interface UnansweredOrder {
  readonly clientOid: string
  /** When it was sent first, in milliseconds. */
  readonly at: number
}

interface Entry extends UnansweredOrder {
  /** User and funds. */
  readonly whose: string
  readonly terms: string
}

export interface UnansweredOrders {
  /** The latest one of these very terms, by this user and with these funds. */
  find(terms: object): UnansweredOrder | undefined
  /** Written down before it is sent: a page that is loaded again meanwhile never hears the answer. */
  add(terms: object, clientOid: string): void
  /** Its fate is known. */
  remove(clientOid: string): void
}

export interface UnansweredOrdersOptions {
  /** Lives as long as the tab. */
  readonly storage: KeyValueStorage
  readonly clock: Pick<Clock, 'now'>
  readonly whose: () => string
}

const KEY = 'x:unansweredOrders'
/** An hour less than the gateway remembers a key (decision 072): under a forgotten one an order would be placed anew. */
const MEMORY_MS = 23 * 3_600_000
/** Of one trader's hand; the oldest go first. */
const MOST = 100

/** The orders of this tab whose fate is not known, of every user, each for its own user and funds alone (decision 268). */
export function createUnansweredOrders({ storage, clock, whose }: UnansweredOrdersOptions): UnansweredOrders {
  const entry = createJsonEntry<readonly Entry[]>({ storage, key: KEY, parse })
  const all = (): readonly Entry[] => (entry.get() ?? []).filter(({ at }) => clock.now() - at < MEMORY_MS)
  return {
    find(terms) {
      const found = all().findLast((each) => each.whose === whose() && each.terms === textOf(terms))
      return found && { clientOid: found.clientOid, at: found.at }
    },
    add: (terms, clientOid) => entry.set([...all(), { whose: whose(), terms: textOf(terms), clientOid, at: clock.now() }].slice(-MOST)),
    remove(clientOid) {
      const rest = all().filter((each) => each.clientOid !== clientOid)
      if (rest.length > 0) entry.set(rest)
      else entry.remove()
    },
  }
}

/** As the gateway tells orders apart (decision 072): every field counts, `1.50` is `1.5`. */
const textOf = (terms: object): string => JSON.stringify(Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1)).map(([field, value]) => [field, canonical(value)]))

function canonical(value: unknown): unknown {
  const amount = typeof value === 'string' ? parseDecimal(value) : null
  return amount === null ? value : formatDecimal(amount, { trim: true })
}

const parse = (value: unknown): readonly Entry[] | undefined => (Array.isArray(value) && value.every(isEntry) ? value : undefined)

function isEntry(value: unknown): value is Entry {
  const { whose, terms, clientOid, at } = (value ?? {}) as Record<string, unknown>
  return [whose, terms, clientOid].every((text) => typeof text === 'string') && typeof at === 'number'
}
