import type { Clock } from './ports.ts'

/** A controller that aborts with a parent signal. */
export interface LinkedController {
  readonly controller: AbortController
  /** Removes the listener from the parent; the controller no longer aborts with it. */
  readonly unlink: () => void
}

/** Options of `linkController`. */
export interface LinkOptions {
  /** Maps the parent's reason to the controller's. Default: the same reason. */
  readonly reasonOf?: (reason: unknown) => unknown
}

/** A controller that aborts with `parent` and can also be aborted by itself. */
export function linkController(
  parent: AbortSignal | undefined,
  { reasonOf = (reason) => reason }: LinkOptions = {},
): LinkedController {
  const controller = new AbortController()
  if (!parent) return { controller, unlink: () => {} }
  const onAbort = () => controller.abort(reasonOf(parent.reason))
  if (parent.aborted) onAbort()
  else parent.addEventListener('abort', onAbort, { once: true })
  return { controller, unlink: () => parent.removeEventListener('abort', onAbort) }
}

/**
 * Settles as `work` does, or rejects with the signal's reason as soon as it aborts. The work itself
 * is not cancelled; its later outcome is ignored. No listener stays on the signal.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work.finally(() => signal.removeEventListener('abort', onAbort)).then(resolve, reject)
  })
}

/** Resolves when the signal aborts, at once where it already has. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** The clock of `sleep`, and the events that end it early. */
export interface SleepOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly signal?: AbortSignal | undefined
  /** Subscribes to another event that ends the sleep; returns the unsubscribe function. */
  readonly wakeOn?: (wake: () => void) => (() => void) | undefined
}

/**
 * Resolves after `ms` milliseconds, or sooner when the signal aborts or `wakeOn` calls back. Leaves
 * no timer and no listener behind.
 */
export function sleep(ms: number, { clock, signal, wakeOn }: SleepOptions): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      timer.cancel()
      signal?.removeEventListener('abort', end)
      unsubscribe?.()
      resolve()
    }
    const timer = clock.after(ms, end)
    signal?.addEventListener('abort', end)
    const unsubscribe = wakeOn?.(end)
    if (signal?.aborted) end()
  })
}
