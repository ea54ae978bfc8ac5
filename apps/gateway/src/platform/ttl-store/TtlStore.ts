/**
 * Facts that are worth minutes: captchas, verification codes, tickets, counters. Losing them at a
 * restart costs a user one more try and never money; nothing that was acknowledged for good belongs
 * here. Every verb is atomic, so that a store shared by several nodes can stand behind the same
 * port.
 */
export interface TtlStore {
  set(key: string, value: unknown, options: { ttlMs: number }): Promise<void>
  get<T>(key: string): Promise<T | undefined>
  /** Reads and removes in one step: of several callers exactly one gets the value. */
  take<T>(key: string): Promise<T | undefined>
  /**
   * Counts in windows that open with the first increment, by one or by `by`; answers the new count
   * and when the window closes.
   */
  increment(key: string, options: { ttlMs: number; by?: number }): Promise<Count>
  /** The count without an increment; 0 while no window is open. */
  count(key: string): Promise<Count>
  remove(key: string): Promise<void>
}

export interface Count {
  readonly count: number
  readonly expiresInMs: number
}
