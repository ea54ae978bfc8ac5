import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Clock, TimerHandle } from '@x/kit'

const RESOLUTION_MS = 10
/** What is shown covers one to two of these. */
const WINDOW_MS = 30_000
const NANOSECONDS = 1e9

type IntervalHistogram = ReturnType<typeof monitorEventLoopDelay>

export interface EventLoopDelay {
  /**
   * Seconds that the event loop came late, the 99th percentile and the worst, of the last half to
   * whole minute.
   */
  read(): { readonly p99: number; readonly max: number }
  stop(): void
}

/** How late the event loop comes: the time in which nobody is answered. */
export function watchEventLoop(clock: Pick<Clock, 'after'>): EventLoopDelay {
  let running = begin()
  let before: IntervalHistogram | undefined
  let timer: TimerHandle = clock.after(WINDOW_MS, turn)

  function turn(): void {
    before?.disable()
    before = running
    running = begin()
    timer = clock.after(WINDOW_MS, turn)
  }

  return {
    read() {
      const both = [running, ...(before ? [before] : [])].filter(({ count }) => count > 0)
      // The monitor measures whole intervals of its timer.
      const late = (nanoseconds: number) =>
        Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000)
      return {
        p99: late(Math.max(0, ...both.map((each) => each.percentile(99)))),
        max: late(Math.max(0, ...both.map(({ max }) => max))),
      }
    },
    stop() {
      timer.cancel()
      running.disable()
      before?.disable()
    },
  }
}

function begin(): IntervalHistogram {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  return histogram
}
