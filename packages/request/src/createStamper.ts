import type { Random } from '@x/kit'
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
    return { tm, traceId: `w${tm}${hex(random.bytes(6)).slice(0, 11)}` }
  }
}

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
