import { addressGroup } from '../../server/addressGroup.ts'

export interface SocketLimits {
  /** Open sockets of one address. A tab has one; ten households behind one address still fit. Default 100. */
  readonly perAddress: number
  /** What a socket may spend at once, and how much of it comes back in a second: 1 for a snapshot, a tenth for any other message. Default 200 and 20. */
  readonly burst: number
  readonly perSecond: number
}

export const SOCKET_LIMITS: SocketLimits = { perAddress: 100, burst: 200, perSecond: 20 }

export interface ConnectionCount {
  /** False: the address has as many as it may; nothing was counted. */
  enter(address: string): boolean
  leave(address: string): void
}

export function createConnectionCount(most: number): ConnectionCount {
  const counts = new Map<string, number>()
  return {
    enter(address) {
      const group = addressGroup(address)
      const count = counts.get(group) ?? 0
      if (count >= most) return false
      counts.set(group, count + 1)
      return true
    },
    leave(address) {
      const group = addressGroup(address)
      const count = (counts.get(group) ?? 0) - 1
      if (count > 0) counts.set(group, count)
      else counts.delete(group)
    },
  }
}

/** A bucket that refills with time; `spend` answers false once it is empty. */
export function createAllowance({ burst, perSecond }: Pick<SocketLimits, 'burst' | 'perSecond'>, now: () => number): { spend(cost: number): boolean } {
  let left = burst
  let at = now()
  return {
    spend(cost) {
      const time = now()
      left = Math.min(burst, left + (Math.max(0, time - at) / 1000) * perSecond)
      at = time
      if (left < cost) return false
      left -= cost
      return true
    },
  }
}
