import type { Clock } from '@x/kit'

export interface Throttle {
  /** Whether `key` may pass: at most once in the interval. */
  pass(key: string): boolean
  /** Whether `key` passed within the interval. */
  recent(key: string): boolean
}

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
