import type { Clock } from '@x/kit'

/** Limits how often a key may pass. */
export interface Throttle {
  /** Whether `key` may pass: once per interval. */
  pass(key: string): boolean
  /** Whether `key` passed within the interval. */
  recent(key: string): boolean
}

/** Creates a throttle with `intervalMs` milliseconds per key. */
export function createThrottle({
  clock,
  intervalMs,
}: {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly intervalMs: number
}): Throttle {
  const passed = new Map<string, number>()
  const recent = (key: string) => clock.monotonic() - (passed.get(key) ?? -Infinity) < intervalMs
  return {
    recent,
    pass(key) {
      if (recent(key)) return false
      for (const old of passed.keys()) if (!recent(old)) passed.delete(old)
      passed.set(key, clock.monotonic())
      return true
    },
  }
}
