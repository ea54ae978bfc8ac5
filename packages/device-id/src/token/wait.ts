import type { Clock } from '@x/kit'

export interface WaitOptions {
  readonly clock: Clock
  readonly signal?: AbortSignal
  /** Something else that ends the wait; gives the unsubscribe verb, where one is needed. */
  readonly orUntil?: (end: () => void) => (() => void) | undefined
}

/**
 * Resolves after `ms`, or sooner when the signal aborts; leaves no timer and no listener behind.
 */
export function wait(ms: number, { clock, signal, orUntil }: WaitOptions): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      timer.cancel()
      signal?.removeEventListener('abort', end)
      stop?.()
      resolve()
    }
    const timer = clock.after(ms, end)
    signal?.addEventListener('abort', end)
    const stop = orUntil?.(end)
  })
}
