import { type Clock, type KeyValueStorage, type Locks, sleep } from '@x/kit'
import type { PendingFlag } from './pendingFlag.ts'

export interface TabLockOptions {
  readonly locks?: Locks | undefined
  /** Name of the lock, and of the flag in the storage. */
  readonly name: string
  readonly flag: PendingFlag
  /** Tells when another tab lowers the flag. */
  readonly storage: KeyValueStorage
  readonly clock: Clock
}

/**
 * Runs `work` while no other tab runs its own; waits for its turn until the signal aborts. Resolves
 * when the work calls `tell`, or ends. Never rejects unless `work` does.
 */
export type Turn = (
  work: (tell: () => void) => Promise<void>,
  options: { readonly signal: AbortSignal },
) => Promise<void>

/** Long enough for every tab that saw no flag at the same moment to have written its own. */
const SETTLE_MS = 100
/**
 * Other tabs' changes are announced; this only bounds how often a flag that says nothing is looked
 * at (D9).
 */
const LOOK_AGAIN_MS = 250

/**
 * Longer than a result takes to reach other tabs: local storage and channels follow the release of
 * a lock, they do not precede it.
 */
const LINGER_MS = 1000

/**
 * One tab at a time. Web Locks decide where there are any: whoever holds the lock may ignore a
 * flag, because its owner is gone (D8). The lock outlasts the work, so that a waiting tab hears of
 * the result and leaves before it could be let in. Elsewhere the flag alone decides, at best
 * effort: local storage cannot compare and set.
 */
export function createTabLock(options: TabLockOptions): Turn {
  const { locks, name, flag, clock, storage } = options
  const wakeOn = (end: () => void) =>
    storage.subscribe(({ key, value }) => void (key === name && value === null && end()))
  /** Until the flag is this tab's, or the signal aborts. */
  const untilMine = async (signal: AbortSignal) => {
    do {
      // Until it is lowered, or has lost its owner.
      while (flag.msLeft() > 0 && !flag.isMine() && !signal.aborted)
        await sleep(Math.max(LOOK_AGAIN_MS, flag.msLeft()), { clock, signal, wakeOn })
      if (!signal.aborted) flag.raise()
      await sleep(SETTLE_MS, { clock, signal })
      // A flag that another tab has written over means that the other takes this turn.
    } while (!flag.isMine() && !signal.aborted)
    if (signal.aborted) flag.lower()
  }
  const run = (work: Parameters<Turn>[0], resolve: (done?: Promise<void>) => void) => {
    flag.raise()
    const done = work(resolve).finally(flag.lower)
    const end = () => resolve(done)
    return done.then(end, end)
  }
  return (work, { signal }) =>
    new Promise((resolve) => {
      const byFlag = async () => {
        await untilMine(signal)
        return signal.aborted ? resolve() : run(work, resolve)
      }
      if (!locks) return void byFlag()
      const enter = () => run(work, resolve).then(() => sleep(LINGER_MS, { clock, signal }))
      // Denied as storage may be denied, or aborted; nothing rejects here once the work has begun.
      locks.request(name, { signal }, enter).catch(byFlag)
    })
}
