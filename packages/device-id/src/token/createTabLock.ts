import { type Clock, type KeyValueStorage, type Locks, sleep } from '@x/kit'
import type { PendingFlag } from './pendingFlag.ts'

export interface TabLockOptions {
  readonly locks?: Locks | undefined
  /** Name of the lock and storage key of the flag. */
  readonly name: string
  readonly flag: PendingFlag
  /** Notifies when another tab clears the flag. */
  readonly storage: KeyValueStorage
  readonly clock: Clock
}

/**
 * Runs `work` while no other tab runs its own; stops waiting when the signal aborts. Resolves when
 * the work calls `resolveEarly`, or ends. Rejects only if `work` rejects.
 */
export type RunExclusive = (
  work: (resolveEarly: () => void) => Promise<void>,
  options: { readonly signal: AbortSignal },
) => Promise<void>

/** Long enough for every tab that saw no flag at the same time to write its own. */
const SETTLE_MS = 100
/** Shortest interval between checks of a flag; changes by other tabs trigger events (D9). */
const MIN_CHECK_MS = 250

/**
 * Longer than a result takes to reach other tabs: storage events and channel messages may arrive
 * after the release of a lock.
 */
const KEEP_LOCK_MS = 1000

/**
 * Creates a lock across tabs. With Web Locks, the holder may ignore an existing flag, because its
 * owner is gone (D8). The lock is kept for a second after the work, so that waiting tabs receive
 * the result and leave the queue. Without Web Locks only the flag decides, at best effort, because
 * local storage has no compare-and-set.
 */
export function createTabLock(options: TabLockOptions): RunExclusive {
  const { locks, name, flag, clock, storage } = options
  const wakeOn = (end: () => void) =>
    storage.subscribe(({ key, value }) => void (key === name && value === null && end()))
  /** Waits until this tab owns the flag or the signal aborts. */
  const waitForFlag = async (signal: AbortSignal) => {
    do {
      // Wait until it is cleared or expired.
      while (flag.msLeft() > 0 && !flag.isMine() && !signal.aborted)
        await sleep(Math.max(MIN_CHECK_MS, flag.msLeft()), { clock, signal, wakeOn })
      if (!signal.aborted) flag.set()
      await sleep(SETTLE_MS, { clock, signal })
      // If another tab overwrote the flag, that tab takes the lock.
    } while (!flag.isMine() && !signal.aborted)
    if (signal.aborted) flag.clear()
  }
  const run = (work: Parameters<RunExclusive>[0], resolve: (done?: Promise<void>) => void) => {
    flag.set()
    const done = work(resolve).finally(flag.clear)
    const end = () => resolve(done)
    return done.then(end, end)
  }
  return (work, { signal }) =>
    new Promise((resolve) => {
      const byFlag = async () => {
        await waitForFlag(signal)
        return signal.aborted ? resolve() : run(work, resolve)
      }
      if (!locks) return void byFlag()
      const runWithLock = () =>
        run(work, resolve).then(() => sleep(KEEP_LOCK_MS, { clock, signal }))
      // The request is denied or aborted; it does not reject once the work has started.
      locks.request(name, { signal }, runWithLock).catch(byFlag)
    })
}
