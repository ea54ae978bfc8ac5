import type { Clock, TimerHandle } from '@x/kit'

export interface ThrottledRunner {
  /** There is something to do; what is told meanwhile is done together. */
  trigger(): void
  stop(): void
}

export interface GatheringOptions {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly everyMs: number
  /** Answers whether it is to be done once more. */
  readonly run: () => Promise<boolean>
}

/**
 * Does what it is told of at once, and then at most once in each `everyMs`, never twice at a time.
 */
export function createThrottledRunner({ clock, everyMs, run }: GatheringOptions): ThrottledRunner {
  let timer: TimerHandle | undefined
  let nextAt = clock.monotonic()
  let isRunning = false
  let isTriggered = false
  let isOver = false

  const start = async (): Promise<void> => {
    timer = undefined
    isRunning = true
    isTriggered = false
    const isFailed = await run()
    isRunning = false
    nextAt = clock.monotonic() + everyMs
    if (isTriggered || isFailed) trigger()
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
