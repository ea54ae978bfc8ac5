import type { Clock } from '@x/kit'
import { addressGroup } from '../../platform/http/addressGroup.ts'
import { DialectError } from './errors.ts'

/** The pools that request weight is counted in, and what an address may use of each in a minute. */
export const WEIGHT_LIMITS = { spot: 6_000, futures: 2_400, wallet: 12_000 } as const
export type WeightPool = keyof typeof WEIGHT_LIMITS
/** New orders of an account. */
export const ORDER_LIMITS = { tenSeconds: 200, day: 200_000 } as const

const MINUTE_MS = 60_000
const TEN_SECONDS_MS = 10_000
const DAY_MS = 86_400_000
/** Refusals in a minute after which an address is banned. */
const REFUSALS = 20
const [FIRST_BAN_MS, LONGEST_BAN_MS] = [2 * MINUTE_MS, 3 * DAY_MS]
/** Addresses and accounts that are remembered. */
const MOST_KEYS = 50_000

export interface OrderCount {
  readonly tenSeconds: number
  readonly day: number
}

/** Counts what addresses and accounts use, in windows of the server's time. */
export interface Limits {
  /** Answers the weight used in this minute. @throws DialectError -1003 */
  takeWeight(address: string, use: { readonly pool: WeightPool; readonly weight: number }): number
  /** @throws DialectError -1015 */
  takeOrder(account: string): OrderCount
  orders(account: string): OrderCount
}

export function createLimits({ clock }: { readonly clock: Pick<Clock, 'now'> }): Limits {
  const minutes = createWindows(MINUTE_MS, clock)
  const refusals = createWindows(MINUTE_MS, clock)
  const seconds = createWindows(TEN_SECONDS_MS, clock)
  const days = createWindows(DAY_MS, clock)
  const bans = new Map<string, { until: number; length: number }>()

  function refuseMore(group: string): never {
    const retryAfter = minutes.secondsLeft()
    if (refusals.add(group, 1) <= REFUSALS)
      throw new DialectError('TOO_MANY_REQUESTS', undefined, { retryAfter })
    const last = bans.get(group)?.length
    const length = last === undefined ? FIRST_BAN_MS : Math.min(last * 2, LONGEST_BAN_MS)
    if (bans.size >= MOST_KEYS) bans.clear()
    bans.set(group, { length, until: clock.now() + length })
    throw banned(length)
  }

  return {
    takeWeight(address, { pool, weight }) {
      const group = addressGroup(address)
      const ban = bans.get(group)
      const left = (ban?.until ?? 0) - clock.now()
      if (left > 0) throw banned(left)
      const used = minutes.add(`${pool} ${group}`, weight)
      if (used > WEIGHT_LIMITS[pool]) refuseMore(group)
      return used
    },
    takeOrder(account) {
      const count = { tenSeconds: seconds.add(account, 1), day: days.add(account, 1) }
      if (count.tenSeconds > ORDER_LIMITS.tenSeconds || count.day > ORDER_LIMITS.day)
        throw new DialectError('TOO_MANY_ORDERS', undefined, {
          retryAfter: count.day > ORDER_LIMITS.day ? days.secondsLeft() : seconds.secondsLeft(),
        })
      return count
    },
    orders: (account) => ({ tenSeconds: seconds.count(account), day: days.count(account) }),
  }
}

const banned = (ms: number) =>
  new DialectError('BANNED', undefined, { retryAfter: Math.max(1, Math.ceil(ms / 1_000)) })

/** Counts by key in windows that begin with the clock's minutes, days and so on. */
function createWindows(length: number, clock: Pick<Clock, 'now'>) {
  const counts = new Map<string, number>()
  let window = -1
  const turn = (): void => {
    const current = Math.floor(clock.now() / length)
    if (current === window && counts.size < MOST_KEYS) return
    window = current
    counts.clear()
  }
  return {
    add(key: string, amount: number): number {
      turn()
      const count = (counts.get(key) ?? 0) + amount
      counts.set(key, count)
      return count
    },
    count(key: string): number {
      turn()
      return counts.get(key) ?? 0
    },
    secondsLeft: () => Math.max(1, Math.ceil((length - (clock.now() % length)) / 1_000)),
  }
}
