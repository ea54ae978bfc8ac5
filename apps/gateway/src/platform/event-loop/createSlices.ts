import type { Clock } from '@x/kit'

/** Resolves in a later turn of the event loop, after what waits there. */
export const laterTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

export interface SliceOptions {
  /** Milliseconds after which the event loop gets its turn. Default 4. */
  readonly ms?: number
  /** Steps after which it does, however quick they were. Default 64. */
  readonly steps?: number
  /** Runs in a later turn of the event loop, after what waits there. Default `setImmediate`. */
  readonly nextTurn?: (run: () => void) => void
}

export interface SlicesOptions extends SliceOptions {
  readonly clock: Pick<Clock, 'monotonic'>
  /** Does one piece of work; `false`: there is none. */
  readonly step: () => boolean
  /** Before the first step of each slice. */
  readonly onSlice?: () => void
  /**
   * A step failed in a later turn, where no caller can catch it. What is left waits for the next
   * `wake`.
   */
  readonly onError: (error: unknown) => void
}

/**
 * Work that may be long, done in slices: the first one at once, the others each in a turn of the
 * event loop of its own, so that requests are answered between.
 */
export interface Slices {
  /** There is work. */
  wake(): void
  /** Leaves undone what is left. */
  stop(): void
}

export function createSlices({
  clock,
  step,
  onSlice,
  onError,
  ms = 4,
  steps = 64,
  nextTurn = (run) => void setImmediate(run),
}: SlicesOptions): Slices {
  let state: 'idle' | 'running' | 'scheduled' | 'stopped' = 'idle'

  function run(): void {
    state = 'running'
    onSlice?.()
    const until = clock.monotonic() + ms
    try {
      for (let done = 0; step(); done++) {
        if (isStopped()) return
        if (done + 1 < steps && clock.monotonic() < until) continue
        state = 'scheduled'
        return nextTurn(later)
      }
    } finally {
      if (state === 'running') state = 'idle'
    }
  }

  function later(): void {
    if (isStopped()) return
    try {
      run()
    } catch (error) {
      onError(error)
    }
  }

  // A step may stop the work that it belongs to.
  const isStopped = (): boolean => state === 'stopped'

  return {
    wake() {
      if (state === 'idle') run()
    },
    stop: () => void (state = 'stopped'),
  }
}
