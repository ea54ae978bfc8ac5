import type { Clock } from '@x/kit'
import type { ClosableReplayStore } from './ClosableReplayStore.ts'
import { REPLAY_WINDOW_MS } from './requireReplayProof.ts'

export interface ReplayHorizonOptions {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly replay: Pick<ClosableReplayStore, 'notBefore'>
  /**
   * Another gateway may have traded on the same database meanwhile, with a replay set of its own.
   */
  readonly isShared: boolean
}

/**
 * The moment before which no request may be stamped. What another gateway took before this one
 * started is in that one's replay set: for the window in which it could come again, only what was
 * signed since the start is taken.
 */
export function createReplayHorizon({
  clock,
  replay,
  isShared,
}: ReplayHorizonOptions): () => number {
  const startedAt = isShared ? clock.now() : -Infinity
  const until = clock.monotonic() + REPLAY_WINDOW_MS
  return () =>
    Math.max(replay.notBefore?.() ?? -Infinity, clock.monotonic() < until ? startedAt : -Infinity)
}
