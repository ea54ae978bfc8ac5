import { groupsOf } from './addressLimit.ts'

export interface SocketLimits {
  /**
   * Open sockets of one address. A tab has one; ten households behind one address still fit.
   * Default 100.
   */
  readonly perAddress: number
  /**
   * What may be spent at once, and how much of it comes back in a second: 1 for a snapshot, a tenth
   * for any other message. Default 200 and 20.
   */
  readonly burst: number
  readonly perSecond: number
}

export const SOCKET_LIMITS: SocketLimits = { perAddress: 100, burst: 200, perSecond: 20 }
/** What any message costs that asks for no snapshot. */
export const MESSAGE_COST = 0.1
/** Close codes: try again later; the client asked for more than its allowance. */
export const CLOSE_TRY_LATER = 1013
export const CLOSE_OVER_ALLOWANCE = 1008
/**
 * Options of every web socket server. A peer that does not answer a close frame within
 * `closeTimeout` ms is disconnected.
 */
export const SOCKET_SERVER = {
  noServer: true,
  perMessageDeflate: false,
  closeTimeout: 1_000,
} as const
export const OVER_ALLOWANCE = 'Too many requests on this socket'

export interface ConnectionCount {
  /** False: the address has as many as it may; nothing was counted. */
  enter(address: string): boolean
  leave(address: string): void
}

/** Counts by address group, and by the site around it, which may have as many as several groups. */
export function createConnectionCount(most: number): ConnectionCount {
  const counts = new Map<string, number>()
  return {
    enter(address) {
      const groups = groupsOf(address)
      if (groups.some(({ group, share }) => (counts.get(group) ?? 0) >= most * share)) return false
      for (const { group } of groups) counts.set(group, (counts.get(group) ?? 0) + 1)
      return true
    },
    leave(address) {
      for (const { group } of groupsOf(address)) {
        const count = (counts.get(group) ?? 0) - 1
        if (count > 0) counts.set(group, count)
        else counts.delete(group)
      }
    },
  }
}

export type AllowanceRate = Pick<SocketLimits, 'burst' | 'perSecond'>

/** A bucket that refills with time; `spend` answers false once it is empty. */
export function createAllowance(
  rate: AllowanceRate,
  now: () => number,
): { spend(cost: number): boolean } {
  const bucket = { left: rate.burst, at: now() }
  return { spend: (cost) => spendFrom(bucket, { rate, cost, now: now() }) === 0 }
}

export interface KeyedAllowance {
  /**
   * Spends `cost` of the key's bucket. Answers 0, or, with nothing spent, the milliseconds until it
   * would be enough.
   */
  spend(key: string, cost: number): number
  /** What was spent was not needed after all. */
  giveBack(key: string, cost: number): void
  /** Keys that have spent something and not got it back. */
  size(): number
}

/** Above so many keys those whose bucket is full again are dropped. */
const SWEEP_SIZE = 1_024

/** One bucket for each key. A key whose bucket is full again costs no memory. */
export function createKeyedAllowance(rate: AllowanceRate, now: () => number): KeyedAllowance {
  const buckets = new Map<string, Bucket>()
  let sweepAt = SWEEP_SIZE

  const sweep = (time: number): void => {
    for (const [key, bucket] of buckets) {
      refill(bucket, { rate, now: time })
      if (bucket.left >= rate.burst) buckets.delete(key)
    }
    sweepAt = Math.max(SWEEP_SIZE, buckets.size * 2)
  }

  return {
    spend(key, cost) {
      const time = now()
      let bucket = buckets.get(key)
      if (!bucket) {
        if (buckets.size >= sweepAt) sweep(time)
        bucket = { left: rate.burst, at: time }
        buckets.set(key, bucket)
      }
      return spendFrom(bucket, { rate, cost, now: time })
    },
    giveBack(key, cost) {
      const bucket = buckets.get(key)
      // A key that was dropped had its bucket full.
      if (bucket) bucket.left = Math.min(rate.burst, bucket.left + cost)
    },
    size: () => buckets.size,
  }
}

interface Bucket {
  left: number
  at: number
}

function refill(bucket: Bucket, { rate, now }: { rate: AllowanceRate; now: number }): void {
  bucket.left = Math.min(
    rate.burst,
    bucket.left + (Math.max(0, now - bucket.at) / 1000) * rate.perSecond,
  )
  bucket.at = now
}

function spendFrom(
  bucket: Bucket,
  { rate, cost, now }: { rate: AllowanceRate; cost: number; now: number },
): number {
  refill(bucket, { rate, now })
  if (bucket.left < cost) return ((cost - bucket.left) / rate.perSecond) * 1000
  bucket.left -= cost
  return 0
}
