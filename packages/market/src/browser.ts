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
  let waiting = new Set<() => void>()
  let frame: number
  let lateTimer: ReturnType<typeof setTimeout>

  const stop = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(lateTimer)
  }
  // All in one callback: the browser would let the page render after each of several, and the next
  // one that measures would have all of it laid out anew.
  const runAll = (): void => {
    stop()
    const due = waiting
    waiting = new Set()
    for (const run of due)
      try {
        run()
      } catch (error) {
        reportError(error)
      }
  }

  return {
    request(run) {
      const tasks = waiting
      const task = () => run()
      if (tasks.size === 0) {
        frame = requestAnimationFrame(runAll)
        lateTimer = setTimeout(runAll, MAX_FRAME_WAIT_MS)
      }
      tasks.add(task)
      return {
        cancel() {
          if (tasks.delete(task) && tasks.size === 0 && tasks === waiting) stop()
        },
      }
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
