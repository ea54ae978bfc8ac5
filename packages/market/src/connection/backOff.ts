import type { Random } from '@x/kit'

export interface BackOff {
  readonly random: Random
  /** First pause between two tries, doubled each time. Default 500 ms. */
  readonly firstPauseMs?: number | undefined
  /** Longest pause. Default 15,000 ms. */
  readonly longestPauseMs?: number | undefined
}

/**
 * How long to wait after so many failures in a row: between half the pause and all of it, so that a
 * thousand clients do not come back in one wave.
 */
export function pauseAfter(
  failures: number,
  { random, firstPauseMs = 500, longestPauseMs = 15_000 }: BackOff,
): number {
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1))
  return Math.round(pause / 2 + (pause / 2) * ((random.bytes(1)[0] ?? 0) / 255))
}
