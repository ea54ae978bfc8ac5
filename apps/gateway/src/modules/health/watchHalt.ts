import type { Clock } from '@x/kit'

/** EX_TEMPFAIL of sysexits.h: started again, it may well run. */
export const HALT_EXIT_CODE = 75
/**
 * Between the halt and the end: answers on their way leave, and a load balancer sees that the
 * gateway is not ready.
 */
export const HALT_DRAIN_MS = 2_000
const LOOK_MS = 250

/** Calls `onHalt` once, soon after trading has halted. */
export function watchHalt({
  halted,
  clock,
  onHalt,
}: {
  readonly halted: () => Error | undefined
  readonly clock: Pick<Clock, 'after'>
  readonly onHalt: (error: Error) => void
}): void {
  const error = halted()
  if (error) return onHalt(error)
  clock.after(LOOK_MS, () => watchHalt({ halted, clock, onHalt }))
}
