import { groupsOf } from '../http/addressLimit.ts'
import { GatewayError } from '../http/route.ts'
import { createAllowance, createKeyedAllowance, type AllowanceRate } from '../http/socketLimits.ts'

/**
 * What refused writes may add to the audit log: who is refused again and again must not fill the
 * disk.
 */
export interface EntryLimit {
  /**
   * Reserves bytes for the entries of a signed write. What is accepted has limits of its own and
   * gives it back.
   * @throws GatewayError 42901 once the account's refusals at this call have used up theirs.
   */
  reserve(write: SignedWrite): { giveBack(): void }
  /** Whether a refused write that nothing signs gets an entry. */
  mayKeep(address: string): boolean
}

export interface SignedWrite {
  readonly user: string
  readonly call: string
  /** Of the body that is kept. */
  readonly characters: number
}

/** KiB of one account at one call: refused orders do not use up what cancels have. */
const SIGNED: AllowanceRate = { burst: 600, perSecond: 10 }
/** KiB of the two entries of a signed write, without its body. */
const ENTRIES_KIB = 1
/** An accepted body beyond this costs what it is longer: no call needs as much. */
const FREE_BODY_KIB = 2
/** Entries of one address group, and of all addresses together. */
const UNSIGNED: AllowanceRate = { burst: 30, perSecond: 0.2 }
const UNSIGNED_OF_ALL: AllowanceRate = { burst: 1_000, perSecond: 5 }

export function createEntryLimit({ monotonic }: { readonly monotonic: () => number }): EntryLimit {
  const signed = createKeyedAllowance(SIGNED, monotonic)
  const unsigned = createKeyedAllowance(UNSIGNED, monotonic)
  const all = createAllowance(UNSIGNED_OF_ALL, monotonic)

  return {
    reserve({ user, call, characters }) {
      const key = `${user} ${call}`
      const cost = ENTRIES_KIB + characters / 1024
      const waitMs = signed.spend(key, cost)
      if (waitMs > 0) throw tooManyRefusals(waitMs)
      return { giveBack: () => signed.giveBack(key, Math.min(cost, ENTRIES_KIB + FREE_BODY_KIB)) }
    },
    mayKeep(address) {
      // A site of IPv6 networks pays for each of them its share.
      const isWithin = groupsOf(address).every(
        ({ group, share }) => unsigned.spend(group, 1 / share) === 0,
      )
      return isWithin && all.spend(1)
    },
  }
}

function tooManyRefusals(waitMs: number): GatewayError {
  const data = { taken: false as const, retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) }
  return new GatewayError('42901', 'Too many requests were refused, please try again later', {
    data,
  })
}
