import type { Clock, KeyValueStorage, Locks } from '@x/kit'
import type { PendingFlag } from './pendingFlag.ts'
import { wait } from './wait.ts'

export interface TurnOptions {
  readonly locks?: Locks | undefined
  /** Name of the lock, and of the flag in the storage. */
  readonly name: string
  readonly flag: PendingFlag
  /** Tells when another tab lowers the flag. */
  readonly storage: KeyValueStorage
  readonly clock: Clock
}

/** Runs `work` while no other tab runs its own; waits for its turn until the signal aborts. Never rejects unless `work` does. */
export type Turn = (work: () => Promise<void>, options: { readonly signal: AbortSignal }) => Promise<void>

/** Long enough for every tab that saw no flag at the same moment to have written its own. */
const SETTLE_MS = 100
/** Other tabs' changes are announced; this only bounds how often a flag that says nothing is looked at (D9). */
const LOOK_AGAIN_MS = 250

/** Longer than a result takes to reach other tabs: local storage and channels follow the release of a lock, they do not precede it. */
const LINGER_MS = 1000

/**
 * One tab at a time. Web Locks decide where there are any: whoever holds the lock may ignore a flag, because its owner is gone (D8).
 * The lock outlasts the work, so that a waiting tab hears of the result and leaves before it could be let in. Elsewhere the flag alone
 * decides, at best effort: local storage cannot compare and set.
 */
export function createTurn(options: TurnOptions): Turn {
  const { locks, name, flag, clock } = options
  const byFlag = createFlagTurn(options)
  if (!locks) return byFlag
  return (work, { signal }) =>
    new Promise((resolve) => {
      const enter = () => {
        flag.raise()
        const done = work().finally(flag.lower)
        resolve(done)
        const linger = () => wait(LINGER_MS, { clock, signal })
        return done.then(linger, linger)
      }
      // Denied as storage may be denied, or aborted; nothing rejects here once the work has begun.
      locks.request(name, { signal }, enter).catch(() => resolve(signal.aborted ? undefined : byFlag(work, { signal })))
    })
}

function createFlagTurn({ flag, storage, name, clock }: TurnOptions): Turn {
  /** Until the flag is lowered, has lost its owner, or the signal aborts. */
  const untilFree = (signal: AbortSignal) =>
    wait(Math.max(LOOK_AGAIN_MS, flag.msLeft()), {
      clock,
      signal,
      orUntil: (end) => storage.subscribe(({ key, value }) => void (key === name && value === null && end())),
    })
  return async (work, { signal }) => {
    for (;;) {
      while (flag.msLeft() > 0 && !signal.aborted) await untilFree(signal)
      if (signal.aborted) return
      flag.raise()
      await wait(SETTLE_MS, { clock, signal })
      // A flag that another tab has written over means that the other takes this turn.
      if (flag.isMine()) return signal.aborted ? flag.lower() : work().finally(flag.lower)
    }
  }
}
