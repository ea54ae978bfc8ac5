import { type Clock, type Random, toHex } from '@x/kit'
import type { Stamp } from './stamp.ts'

/**
 * Creates time and trace id of one request attempt (wire 1): `w`, the 13 digits of the time and
 * eleven random hex digits. Each attempt needs a stamp of its own, also a repeated one.
 */
export function createStamp({
  clock,
  random,
}: {
  /** Milliseconds since the epoch, as the gateway's clock has them. */
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
}): Stamp {
  const tm = String(Math.round(clock.now())).padStart(13, '0')
  return { tm, traceId: `w${tm}${toHex(random.bytes(6)).slice(0, 11)}` }
}
