import type { Clock } from '@x/kit'
import type { Log, LogFields } from '../log/Log.ts'
import { createAllowance } from '../http/socketLimits.ts'

/** Anybody can send requests whose signature is refused: their lines must not fill the disk. */
const LINES = { burst: 100, perSecond: 5 }

/**
 * A warning for each refused signature, up to 100 at once and 5 a second; the next one counts those
 * that were left out.
 */
export function createRefusalLog({
  clock,
  log,
}: {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}) {
  const allowance = createAllowance(LINES, () => clock.now())
  let leftOut = 0

  return (fields: LogFields): void => {
    if (!allowance.spend(1)) return void (leftOut += 1)
    log.warn('A signature was refused', leftOut === 0 ? fields : { ...fields, leftOut })
    leftOut = 0
  }
}
