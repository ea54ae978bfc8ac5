import { COPY_QUOTE, type CopyFollow, type CopyOrder } from '../../exchange/state/copyState.ts'
import type { CopyEffects } from '../../exchange/state/effects.ts'
import type { NewNotice } from './noticeRows.ts'
import { amountOf, subject } from './noticeSubject.ts'

const DAY_MS = 86_400_000

/** Skips, the end of follows, and profit shares, for those whose money it is. */
export function noticesOfCopy(
  { orders, follows, shares }: CopyEffects,
  at: number,
): readonly NewNotice[] {
  return [
    ...orders.flatMap((order) => ofSkip(order)),
    ...follows.flatMap((follow) => ofEndedFollow(follow, at)),
    ...shares.flatMap(({ id, realm, userId, leadUserId, amount }) => {
      const figure = amountOf(COPY_QUOTE, amount)
      const ofUser = (user: string, state: string): NewNotice => ({
        realm,
        at,
        userId: user,
        kind: 'copy',
        noticeId: `copy:share:${id}:${state}`,
        data: subject(state, figure),
      })
      return [ofUser(userId, 'sharePaid'), ofUser(leadUserId, 'shareReceived')]
    }),
  ]
}

/** A reason once a day for each follow: a busy lead would bury all other notices. */
function ofSkip({ followId, userId, realm, symbol, reason, leadFillId, at }: CopyOrder) {
  // Who paused knows; what closing could not sell is tried again.
  if (reason === null || reason === 'paused' || leadFillId === null) return []
  const day = Math.floor(at / DAY_MS)
  const noticeId = `copy:skip:${followId}:${reason}:${day}`
  return {
    realm,
    userId,
    at,
    kind: 'copy' as const,
    noticeId,
    data: subject(`skip.${reason}`, { symbol }),
  }
}

function ofEndedFollow({ id, realm, userId, status, end }: Readonly<CopyFollow>, at: number) {
  // A reset of paper funds is the user's own, and says so itself.
  if (status !== 'closed' || end === null || end === 'reset') return []
  const noticeId = `copy:end:${id}`
  return { realm, userId, at, kind: 'copy' as const, noticeId, data: subject(end) }
}
