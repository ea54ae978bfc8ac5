import type { FrameScheduler } from './ports.ts'

/** Longest wait where no frame is drawn, because the page is hidden. */
const MAX_FRAME_WAIT_MS = 1_000

/** Between two frames where nothing draws any: on a server. */
const SERVER_FRAME_MS = 16

/**
 * Runs tasks before the next frame; on a hidden page, which draws none, after one second, and on a
 * server after 16 ms.
 */
export function browserFrame(): FrameScheduler {
  if (typeof requestAnimationFrame === 'undefined') return serverFrame()
  const waiting = new Set<{ readonly since: number; readonly run: () => void }>()
  let fallbackTimer: ReturnType<typeof setTimeout> | undefined

  // One timer for all tasks: it runs those that have waited too long and is set again for the rest.
  const runLate = (): void => {
    fallbackTimer = undefined
    const late = performance.now() - MAX_FRAME_WAIT_MS
    for (const { since, run } of waiting) if (since <= late) run()
    const [next] = waiting
    if (next) fallbackTimer = setTimeout(runLate, Math.max(0, next.since - late))
  }

  return {
    request(run) {
      const task = { since: performance.now(), run: once }
      const frame = requestAnimationFrame(once)
      waiting.add(task)
      fallbackTimer ??= setTimeout(runLate, MAX_FRAME_WAIT_MS)
      function cancel(): void {
        cancelAnimationFrame(frame)
        waiting.delete(task)
      }
      function once(): void {
        cancel()
        run()
      }
      return { cancel }
    },
  }
}

function serverFrame(): FrameScheduler {
  return {
    request(run) {
      const timer = setTimeout(run, SERVER_FRAME_MS)
      return { cancel: () => clearTimeout(timer) }
    },
  }
}
