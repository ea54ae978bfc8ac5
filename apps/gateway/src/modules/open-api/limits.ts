import type { Clock } from '@x/kit'
import { addressGroup } from '../../platform/http/addressGroup.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import { limitsOf, type AccountLimits, type OrderLimits } from '../trading/module.ts'
import { DialectError } from './errors.ts'

/** The pools that request weight is counted in, and what an address may use of each in a minute. */
export const WEIGHT_LIMITS = { spot: 6_000, futures: 2_400, wallet: 12_000 } as const
export type WeightPool = keyof typeof WEIGHT_LIMITS
const MINUTE_MS = 60_000
const TEN_SECONDS_MS = 10_000
const DAY_MS = 86_400_000
/** Refusals in a minute after which an address is banned. */
const REFUSALS = 20
const [FIRST_BAN_MS, LONGEST_BAN_MS] = [2 * MINUTE_MS, 3 * DAY_MS]
/** Addresses and accounts that are remembered. */
const MOST_KEYS = 50_000

/** New orders in ten seconds and in a day. */
export interface OrderCount {
  readonly tenSeconds: number
  readonly day: number
}

/** Whose orders are counted together: those of contracts apart from those of pairs. */
export interface OrderAccount {
  readonly pool: WeightPool
  readonly realm: string
  readonly userId: string
}

/** How many new orders an account may send that has these limits. */
export const allowedOrders = ({ orders }: Pick<AccountLimits, 'orders'>): OrderCount => ({
  tenSeconds: orders.perSecond * 10,
  day: orders.perSecond * 10_000,
})

/**
 * Counts what addresses and accounts use, in windows of the server's time. Nodes share their counts
 * by the store once a second: together they let pass what one would, and what each takes in a
 * second beyond it.
 */
export interface Limits {
  /** Answers the weight used in this minute. @throws DialectError -1003 */
  takeWeight(address: string, use: { readonly pool: WeightPool; readonly weight: number }): number
  /** @throws DialectError -1015 */
  takeOrder(account: OrderAccount, orders?: number): OrderCount
  orders(account: OrderAccount): OrderCount
  allowed(account: OrderAccount): OrderCount
}

export interface LimitOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly store: Pick<TtlStore, 'increment' | 'get' | 'set'>
  readonly orderLimits: OrderLimits
}

export function createLimits(options: LimitOptions): Limits {
  const minutes = createWindows('weight', MINUTE_MS, options)
  const refusals = createWindows('refused', MINUTE_MS, options)
  const seconds = createWindows('orders', TEN_SECONDS_MS, options)
  const days = createWindows('orders', DAY_MS, options)
  const bans = createBans(options)
  const allowed = ({ userId }: OrderAccount) => allowedOrders(limitsOf(options.orderLimits, userId))

  function refuseMore(group: string): never {
    const retryAfter = minutes.secondsLeft()
    if (refusals.add(group, 1) <= REFUSALS)
      throw new DialectError('TOO_MANY_REQUESTS', undefined, { retryAfter })
    throw banned(bans.ban(group))
  }

  return {
    takeWeight(address, { pool, weight }) {
      const group = addressGroup(address)
      const left = bans.left(group)
      if (left > 0) throw banned(left)
      const used = minutes.add(`${pool} ${group}`, weight)
      if (used > WEIGHT_LIMITS[pool]) refuseMore(group)
      return used
    },
    takeOrder(account, orders = 1) {
      const key = keyOf(account)
      const count = { tenSeconds: seconds.add(key, orders), day: days.add(key, orders) }
      const most = allowed(account)
      if (count.tenSeconds > most.tenSeconds || count.day > most.day)
        throw new DialectError('TOO_MANY_ORDERS', undefined, {
          retryAfter: count.day > most.day ? days.secondsLeft() : seconds.secondsLeft(),
        })
      return count
    },
    orders(account) {
      const key = keyOf(account)
      return { tenSeconds: seconds.count(key), day: days.count(key) }
    },
    allowed,
  }
}

const keyOf = ({ pool, realm, userId }: OrderAccount): string =>
  `${pool === 'futures' ? 'futures:' : ''}${realm}:${userId}`

const banned = (ms: number) =>
  new DialectError('BANNED', undefined, { retryAfter: Math.max(1, Math.ceil(ms / 1_000)) })

type StoreOptions = Pick<LimitOptions, 'clock' | 'store'>

/** How often a node shares what it counted, and reads what the others did. */
const SHARE_MS = 1_000

interface Ban {
  readonly until: number
  readonly length: number
}

/** Addresses that went on although they were refused: the next ban is twice as long. */
function createBans({ clock, store }: StoreOptions) {
  const bans = new Map<string, Ban>()
  const asked = new Map<string, number>()
  const storedAs = (group: string) => `open-api:ban:${group}`

  /** What another node has banned counts from the next request on. */
  function askOthers(group: string): void {
    const now = clock.now()
    if (now - (asked.get(group) ?? -Infinity) < SHARE_MS) return
    if (asked.size >= MOST_KEYS) asked.clear()
    asked.set(group, now)
    store.get<Ban>(storedAs(group)).then(
      (ban) => ban && ban.until > (bans.get(group)?.until ?? 0) && bans.set(group, ban),
      // Without the store each node counts by itself.
      () => undefined,
    )
  }

  /** Of a ban that is not over for as long again as it took. */
  const lengthOf = (ban: Ban | undefined): number | undefined =>
    ban && clock.now() < ban.until + ban.length ? ban.length : undefined

  return {
    left(group: string): number {
      askOthers(group)
      return (bans.get(group)?.until ?? 0) - clock.now()
    },
    /** Answers for how long. */
    ban(group: string): number {
      const last = lengthOf(bans.get(group))
      const length = last === undefined ? FIRST_BAN_MS : Math.min(last * 2, LONGEST_BAN_MS)
      const ban = { length, until: clock.now() + length }
      if (bans.size >= MOST_KEYS) bans.clear()
      bans.set(group, ban)
      // Remembered for as long again, so that the next one is longer.
      store.set(storedAs(group), ban, { ttlMs: 2 * length }).catch(() => undefined)
      return length
    },
  }
}

interface Counted {
  /** What all nodes had counted when they were asked last, this one included. */
  shared: number
  /** What this one has counted since. */
  own: number
  sharedAt: number
}

/** Counts by key in windows that begin with the clock's minutes, days and so on. */
function createWindows(name: string, length: number, { clock, store }: StoreOptions) {
  const counts = new Map<string, Counted>()
  let window = -1
  const turn = (): void => {
    const current = Math.floor(clock.now() / length)
    if (current === window && counts.size < MOST_KEYS) return
    window = current
    counts.clear()
  }
  const sumOf = (counted: Counted | undefined) => (counted ? counted.shared + counted.own : 0)

  function share(key: string, counted: Counted): void {
    const now = clock.now()
    if (now - counted.sharedAt < SHARE_MS) return
    counted.sharedAt = now
    const by = counted.own
    const stored = `open-api:${name}:${length}:${window}:${key}`
    store.increment(stored, { ttlMs: 2 * length, by }).then(
      ({ count }) => {
        counted.shared = Math.max(count, counted.shared + by)
        counted.own -= by
      },
      () => undefined,
    )
  }

  function begin(key: string): Counted {
    const counted = { shared: 0, own: 0, sharedAt: -Infinity }
    counts.set(key, counted)
    return counted
  }

  return {
    add(key: string, amount: number): number {
      turn()
      const counted = counts.get(key) ?? begin(key)
      counted.own += amount
      share(key, counted)
      return sumOf(counted)
    },
    count(key: string): number {
      turn()
      return sumOf(counts.get(key))
    },
    secondsLeft: () => Math.max(1, Math.ceil((length - (clock.now() % length)) / 1_000)),
  }
}
