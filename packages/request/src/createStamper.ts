import { type Random, toHex } from '@x/kit'
import type { Stamp } from './request.ts'

/** Creates `tm` and trace id of an attempt (wire protocol 1). Both contain the same server time. */
export function createStamper({
  now,
  random,
}: {
  readonly now: () => number
  readonly random: Random
}): () => Stamp {
  return () => {
    const tm = String(Math.round(now())).padStart(13, '0')
    return { tm, traceId: `w${tm}${toHex(random.bytes(6)).slice(0, 11)}` }
  }
}
