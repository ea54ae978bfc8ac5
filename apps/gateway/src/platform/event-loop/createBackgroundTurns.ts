/** Milliseconds of the process; both may be replaced in tests. */
interface BackgroundTurnsOptions {
  readonly monotonic: () => number
  /** Part of the time that background work may take, above 0 and at most 1. Default 0.4. */
  readonly share?: number
  readonly after?: (ms: number, run: () => void) => void
}

/**
 * Turns of the event loop for work that nobody waits for: triggered orders, their messages and
 * their ledger rows. All of it together takes at most its share of the time, so that a request,
 * which needs several turns, is not delayed by one slice of work in each of them.
 */
export interface BackgroundTurns {
  /** Runs in a later turn, in the order of the calls. */
  nextTurn(run: () => void): void
  /** Resolves in a later turn, after a pause that pays for work of `spentMs` milliseconds. */
  rest(spentMs: number): Promise<void>
}

/** A longer pause would not help requests and would only delay the work. */
const MOST_PAUSE_MS = 100

export function createBackgroundTurns({
  monotonic,
  share = 0.4,
  after = (ms, run) => void (ms > 0 ? setTimeout(run, ms) : setImmediate(run)),
}: BackgroundTurnsOptions): BackgroundTurns {
  const queue: (() => void)[] = []
  let isScheduled = false
  /** The pause that the work done so far asks for ends here. */
  let pausedUntil = -Infinity

  function charge(spentMs: number): void {
    const now = monotonic()
    const owed = Math.max(0, pausedUntil - now) + spentMs * (1 / share - 1)
    pausedUntil = now + Math.min(owed, MOST_PAUSE_MS)
  }

  function schedule(): void {
    if (isScheduled || queue.length === 0) return
    isScheduled = true
    after(Math.max(0, Math.ceil(pausedUntil - monotonic())), runNext)
  }

  function runNext(): void {
    isScheduled = false
    // Work that was charged meanwhile has lengthened the pause.
    if (monotonic() < pausedUntil) return schedule()
    const run = queue.shift()
    const from = monotonic()
    try {
      run?.()
    } finally {
      charge(monotonic() - from)
      schedule()
    }
  }

  function nextTurn(run: () => void): void {
    queue.push(run)
    schedule()
  }

  return {
    nextTurn,
    rest(spentMs) {
      charge(spentMs)
      return new Promise((resolve) => nextTurn(resolve))
    },
  }
}
