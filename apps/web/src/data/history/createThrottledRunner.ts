import type { Clock, TimerHandle } from '@x/kit'

export interface ThrottledRunner {
  /** Requests a run; several requests before it share one. */
  trigger(): void
  stop(): void
}

export interface ThrottledRunnerOptions {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly everyMs: number
  /** Resolves with whether to run once more. A rejection counts as `true`. */
  readonly run: () => Promise<boolean>
}

/**
 * Runs at once, and then at most once in `everyMs`, never twice at the same time.
 */
export function createThrottledRunner({
  clock,
  everyMs,
  run,
}: ThrottledRunnerOptions): ThrottledRunner {
  let timer: TimerHandle | undefined
  let nextAt = clock.monotonic()
  let isRunning = false
  let isTriggered = false
  let isOver = false

  const start = async (): Promise<void> => {
    timer = undefined
    isRunning = true
    isTriggered = false
    let isDue = true
    try {
      isDue = await run()
    } catch {
      // What failed is tried again after the pause.
    } finally {
      isRunning = false
      nextAt = clock.monotonic() + everyMs
      if (isTriggered || isDue) trigger()
    }
  }
  function trigger(): void {
    isTriggered = true
    if (!isOver && !isRunning)
      timer ??= clock.after(Math.max(0, nextAt - clock.monotonic()), () => void start())
  }

  return {
    trigger,
    stop() {
      isOver = true
      timer?.cancel()
    },
  }
}
