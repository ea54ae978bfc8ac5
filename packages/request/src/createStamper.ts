import { type Random, randomHex } from '@x/kit'
import type { Stamp } from './request.ts'

/**
 * Makes the `tm` and trace id of one attempt (wire protocol 1): both from the server's time, so
 * that they agree.
 */
export function createStamper({
  now,
  random,
}: {
  readonly now: () => number
  readonly random: Random
}): () => Stamp {
  return () => {
    const tm = String(Math.round(now())).padStart(13, '0')
    return { tm, traceId: `w${tm}${randomHex(random, 6).slice(0, 11)}` }
  }
}
