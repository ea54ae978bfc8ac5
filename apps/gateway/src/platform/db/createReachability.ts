import type { Clock, TimerHandle } from '@x/kit'
import { DatabaseUnavailableError, isUnavailability } from './DatabaseUnavailableError.ts'

export interface ReachabilityOptions {
  readonly clock: Clock
  /** Asks the server something cheap; rejects within its own time limit when no answer comes. */
  readonly probe: () => Promise<void>
  /** How often it is asked while it answers. Default 1,000 ms. */
  readonly everyMs?: number
  /** How soon it is asked again when it did not answer. Default 250 ms. */
  readonly retryMs?: number
}

/**
 * Whether a server answers. While it does not, work that needs it fails at once instead of waiting
 * for its own time limit.
 */
export interface Reachability {
  isReachable(): boolean
  /**
   * Runs `work`, or waits for it, while the server answers.
   * @throws DatabaseUnavailableError as soon as it does not.
   */
  guard<T>(work: () => Promise<T>): Promise<T>
  /** Asks now: a connection has just broken. */
  check(): void
  close(): void
}

export function createReachability({
  clock,
  probe,
  everyMs = 1_000,
  retryMs = 250,
}: ReachabilityOptions): Reachability {
  const waiting = new Set<(error: DatabaseUnavailableError) => void>()
  let isReachable = true
  let lastCause: unknown
  let isAsking = false
  let isClosed = false
  let timer: TimerHandle = clock.after(everyMs, check)

  function check(): void {
    if (isAsking || isClosed) return
    isAsking = true
    timer.cancel()
    void probe()
      .then(
        () => void (isReachable = true),
        (cause: unknown) => lose(cause),
      )
      .finally(() => {
        isAsking = false
        if (!isClosed) timer = clock.after(isReachable ? everyMs : retryMs, check)
      })
  }

  function lose(cause: unknown): void {
    if (isClosed) return
    isReachable = false
    lastCause = cause
    const error = new DatabaseUnavailableError(cause)
    for (const reject of waiting) reject(error)
  }

  return {
    isReachable: () => isReachable,
    check,
    async guard(work) {
      if (!isReachable) throw new DatabaseUnavailableError(lastCause)
      let reject: (error: DatabaseUnavailableError) => void = () => {}
      const lost = new Promise<never>((_, refuse) => (reject = refuse))
      waiting.add(reject)
      try {
        return await Promise.race([work(), lost])
      } catch (error) {
        if (!isUnavailability(error)) throw error
        check()
        throw toUnavailable(error)
      } finally {
        waiting.delete(reject)
      }
    },
    close() {
      isClosed = true
      timer.cancel()
    },
  }
}

const toUnavailable = (error: unknown): DatabaseUnavailableError =>
  error instanceof DatabaseUnavailableError ? error : new DatabaseUnavailableError(error)
