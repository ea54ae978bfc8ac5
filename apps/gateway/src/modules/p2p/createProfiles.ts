import type { P2pProfile, P2pTrader } from '@x/api'
import { invalidParameter } from '../../platform/http/envelope.ts'
import type { P2pContext } from './context.ts'
import { plainText } from './p2pInput.ts'
import { namesOf, recordsOf, setName } from './queries.ts'

const RECORD_MS = 30 * 86_400_000
const DAY_MS = 86_400_000
const NICKNAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{1,18}[\p{L}\p{N}]$/u

/** How traders are seen by others. */
export interface Profiles {
  traders(userIds: readonly string[]): Promise<(userId: string) => P2pTrader>
  own(userId: string): Promise<P2pProfile>
  /** @throws GatewayError 40010 */
  rename(userId: string, nickname: string): Promise<P2pProfile>
}

export function createProfiles({ trading, db, clock }: P2pContext): Profiles {
  async function traders(userIds: readonly string[]) {
    const nameOf = await namesOf(db, userIds)
    const records = await recordsOf(db, { userIds, since: clock.now() - RECORD_MS })
    return (userId: string): P2pTrader => {
      const { ended, released } = records.get(userId) ?? { ended: 0, released: 0 }
      return {
        nickname: nameOf(userId),
        orders: ended,
        completionPercent: ended === 0 ? null : ((released * 100) / ended).toFixed(1),
      }
    }
  }

  async function own(userId: string): Promise<P2pProfile> {
    const now = clock.now()
    const cancels = trading.service.core.state.p2p.cancels.get(userId)
    const isToday = cancels?.day === Math.floor(now / DAY_MS)
    const until = cancels?.stoppedUntil ?? 0
    return {
      ...(await traders([userId]))(userId),
      cancelsToday: isToday ? cancels.count : 0,
      stoppedUntil: until > now ? until : null,
    }
  }

  return {
    traders,
    own,
    async rename(userId, text) {
      const nickname = plainText(text)
      if (!NICKNAME.test(nickname))
        throw invalidParameter('nickname', 'A nickname has 3 to 20 letters, digits or spaces')
      if (!(await setName(db, { userId, nickname, at: clock.now() })))
        throw invalidParameter('nickname', 'The nickname is taken')
      return own(userId)
    },
  }
}
