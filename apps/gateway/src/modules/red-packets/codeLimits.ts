import { GatewayError } from '../../platform/http/route.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { CaptchaGate } from '../captcha/ports/CaptchaGate.ts'

/** How often a user may try codes, so that none can be guessed. */
export interface CodeLimits {
  /**
   * Counts a try before it is made: of many at once none goes free.
   * @throws GatewayError 40103 after five wrong ones, 42901 after twenty in an hour
   */
  take(userId: string, bizId: string | undefined): Promise<void>
  /** The code was right. */
  giveBack(userId: string): Promise<void>
}

const HOUR_MS = 3_600_000
const WITHOUT_CAPTCHA = 5
const IN_AN_HOUR = 20

export function createCodeLimits({
  store,
  captcha,
}: {
  readonly store: TtlStore
  readonly captcha: CaptchaGate
}): CodeLimits {
  const tries = (userId: string) => `redpacket:tries:${userId}`
  return {
    async take(userId, bizId) {
      const { count, expiresInMs } = await store.increment(tries(userId), { ttlMs: HOUR_MS })
      const wrong = count - 1
      if (wrong >= IN_AN_HOUR)
        throw new GatewayError('42901', 'Too many codes were tried', {
          data: { retryAfter: Math.ceil(expiresInMs / 1000) },
        })
      if (wrong >= WITHOUT_CAPTCHA && !(await captcha.spend(bizId, ['redPacket'])))
        throw new GatewayError('40103', 'Please complete the security check')
    },
    async giveBack(userId) {
      // Of the same window: right codes of one hour are no free tries in the next.
      if ((await store.count(tries(userId))).count > 0)
        await store.increment(tries(userId), { ttlMs: HOUR_MS, by: -1 })
    },
  }
}
