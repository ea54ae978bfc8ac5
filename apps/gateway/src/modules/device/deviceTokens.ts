import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock, Random } from '@x/kit'

/**
 * What a token says: whole and ours, cut short (its holder thinks less of it), too old, none of
 * ours, not there.
 */
export type DeviceVerdict = 'full' | 'demoted' | 'expired' | 'unknown' | 'missing'

export interface DeviceTokens {
  /** 40 hex digits. */
  issue(): string
  judge(token: string | undefined): DeviceVerdict
}

export interface DeviceTokensOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly secret: Buffer
}

const NONCE_BYTES = 6
const HEAD_BYTES = 4 + NONCE_BYTES
const MAC_BYTES = 10
/**
 * As long as a client keeps the cookie of the token (spec section 9), and a clock that went back by
 * a minute.
 */
const [LIFETIME_S, SKEW_S] = [604_800, 60]
/** Whole, and as the service gives it to a device that it thinks less of. */
const FORM = /^(?:[0-9a-f]{40}|[0-9a-f]{32})$/

/**
 * Tokens that the service recognises without a list of them: 4 bytes of seconds, 6 of chance, 10 of
 * a MAC over both.
 */
export function createDeviceTokens({ clock, random, secret }: DeviceTokensOptions): DeviceTokens {
  const now = () => Math.floor(clock.now() / 1000)
  const macOf = (head: Buffer) =>
    createHmac('sha256', secret).update(head).digest().subarray(0, MAC_BYTES)
  return {
    issue() {
      const time = Buffer.alloc(4)
      time.writeUInt32BE(now() % 2 ** 32)
      const head = Buffer.concat([time, random.bytes(NONCE_BYTES)])
      return Buffer.concat([head, macOf(head)]).toString('hex')
    },
    judge(token) {
      if (!token) return 'missing'
      if (!FORM.test(token)) return 'unknown'
      const bytes = Buffer.from(token, 'hex')
      const [head, mac] = [bytes.subarray(0, HEAD_BYTES), bytes.subarray(HEAD_BYTES)]
      if (!timingSafeEqual(mac, macOf(head).subarray(0, mac.length))) return 'unknown'
      const age = now() - head.readUInt32BE()
      if (age > LIFETIME_S || age < -SKEW_S) return 'expired'
      return mac.length === MAC_BYTES ? 'full' : 'demoted'
    },
  }
}
