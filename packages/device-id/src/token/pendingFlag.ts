import type { Clock, KeyValueStorage } from '@x/kit'

export interface PendingFlag {
  /** Remaining validity of the flag in milliseconds; 0 when there is none or it is invalid. */
  readonly msLeft: () => number
  readonly set: () => void
  readonly isMine: () => boolean
  /** Clears the flag if this tab owns it. */
  readonly clear: () => void
}

export interface PendingFlagOptions {
  readonly storage: KeyValueStorage
  readonly clock: Clock
  readonly key: string
  /** Identifies this tab. */
  readonly owner: string
}

/** A request with its retry ends within 10 s; an older flag has no owner any more. */
const VALIDITY_MS = 12_000

/**
 * A flag in local storage that marks a pending token request (spec section 4). Invalid and future
 * flags are ignored.
 */
export function createPendingFlag({ storage, clock, key, owner }: PendingFlagOptions): PendingFlag {
  const read = () => (storage.get(key) ?? '').split('@')
  const isMine = () => read()[0] === owner
  return {
    msLeft: () => {
      const remaining = VALIDITY_MS + Number(read()[1]) - clock.now()
      return remaining > 0 && remaining <= VALIDITY_MS ? remaining : 0
    },
    set: () => storage.set(key, `${owner}@${clock.now()}`),
    isMine,
    clear: () => {
      if (isMine()) storage.remove(key)
    },
  }
}
