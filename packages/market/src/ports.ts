import type { TimerHandle } from '@x/kit'

/** Runs a task before the next frame: one commit per frame bounds the cost of a fast market. */
export interface FrameScheduler {
  request(run: () => void): TimerHandle
}
