import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@x/kit'

/** What shows that a connection has logged on, wherever it is: no request can name another key. */
export interface LogonProofs {
  make(apiKey: string): string
  /** The API key; `undefined`: it is over, or was never made here. */
  read(proof: string): string | undefined
}

/** A connection lives for a day. */
const VALID_MS = 86_400_000
const FORM = /^([A-Za-z0-9]{64})\.(\d{1,16})\.([0-9a-f]{64})$/

/** Proofs of one secret, which all gateways of an installation have. */
export function createLogonProofs({
  secret,
  clock,
}: {
  readonly secret: Uint8Array
  readonly clock: Pick<Clock, 'now'>
}): LogonProofs {
  const sealOf = (apiKey: string, at: string) =>
    createHmac('sha256', secret).update(`${apiKey}.${at}`).digest()
  return {
    make(apiKey) {
      const at = String(clock.now())
      return `${apiKey}.${at}.${sealOf(apiKey, at).toString('hex')}`
    },
    read(proof) {
      const [, apiKey = '', at = '', seal = ''] = FORM.exec(proof) ?? []
      if (apiKey === '') return undefined
      const isOwn = timingSafeEqual(sealOf(apiKey, at), Buffer.from(seal, 'hex'))
      return isOwn && Math.abs(clock.now() - Number(at)) <= VALID_MS ? apiKey : undefined
    },
  }
}
