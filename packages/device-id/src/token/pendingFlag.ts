import type { Clock, KeyValueStorage } from '@x/kit'

export interface PendingFlag {
  /**
   * How long the flag of another tab still counts, in milliseconds; 0 when there is none, or none
   * to believe.
   */
  readonly msLeft: () => number
  readonly raise: () => void
  readonly isMine: () => boolean
  /** Lowers the flag if it is still this tab's. */
  readonly lower: () => void
}

export interface PendingFlagOptions {
  readonly storage: KeyValueStorage
  readonly clock: Clock
  readonly key: string
  /** Names this tab. */
  readonly owner: string
}

/** A request with its retry ends within 10 s; a flag older than this has lost its owner. */
const LIFE_MS = 12_000

/**
 * The flag in local storage that says that a token request is under way (spec section 4).
 * Unparsable or future flags count for nothing.
 */
export function createPendingFlag({ storage, clock, key, owner }: PendingFlagOptions): PendingFlag {
  const read = () => (storage.get(key) ?? '').split('@')
  const isMine = () => read()[0] === owner
  return {
    msLeft: () => {
      const left = LIFE_MS + Number(read()[1]) - clock.now()
      return left > 0 && left <= LIFE_MS ? left : 0
    },
    raise: () => storage.set(key, `${owner}@${clock.now()}`),
    isMine,
    lower: () => {
      if (isMine()) storage.remove(key)
    },
  }
}
