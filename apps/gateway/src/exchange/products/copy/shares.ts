import { spotOwner } from '../../accounts/owner.ts'
import type { CopyMarks, CopyWeekCommand } from '../../state/copyCommand.ts'
import { COPY_QUOTE, copyOwner, type CopyFollow } from '../../state/copyState.ts'
import { refuse, type EffectLog, type Refusal } from '../../state/effects.ts'
import type { ExchangeView } from '../../state/ExchangeView.ts'
import type { ExchangeState } from '../../state/state.ts'
import { moveFunds } from './moveFunds.ts'
import { worthOf, type Worth } from './worth.ts'

const WHOLE_BP = 10_000n
/** A week is put off while a larger part than one in so many is not in the quote asset. */
const PUT_OFF = 100n

/** Profit of a follow since it began: what is there and was shared, less what was paid in. */
export const profitOf = (
  { shared, paidIn, takenOut }: Pick<CopyFollow, 'shared' | 'paidIn' | 'takenOut'>,
  worth: bigint,
): bigint => worth + shared - (paidIn - takenOut)

/** What the lead is to get now: nothing below an earlier high (products 1). */
export function shareDue(
  { shared, shareBp }: Pick<CopyFollow, 'shared' | 'shareBp'>,
  profit: bigint,
): bigint {
  const whole = ((profit > 0n ? profit : 0n) * BigInt(shareBp)) / WHOLE_BP
  return whole > shared ? whole - shared : 0n
}

export const worthOfFollow = (
  state: Pick<ExchangeView, 'accounts' | 'markets'>,
  { follow, marks }: { readonly follow: Readonly<CopyFollow>; readonly marks: CopyMarks },
): Worth => worthOf(state, { realm: follow.realm, owner: copyOwner(follow.id), marks })

/** Pays what is due as far as the quote asset goes; answers the profit before. */
export function settleShare(
  state: ExchangeState,
  log: EffectLog,
  { follow, marks }: { readonly follow: CopyFollow; readonly marks: CopyMarks },
): bigint {
  const { total, quote } = worthOfFollow(state, { follow, marks })
  const profit = profitOf(follow, total)
  const due = shareDue(follow, profit)
  const amount = due < quote ? due : quote
  if (amount <= 0n) return profit
  const { id: followId, leadId, userId, leadUserId, realm } = follow
  follow.shared += amount
  const id = state.next.copyShare ?? 1
  state.next.copyShare = id + 1
  moveFunds(state, log, {
    kind: 'profitShare',
    realm,
    from: copyOwner(followId),
    to: spotOwner(leadUserId),
    asset: COPY_QUOTE,
    amount,
  })
  log.touchFollow(follow)
  log.copyShares.push({
    id,
    followId,
    leadId,
    userId,
    leadUserId,
    realm,
    amount,
    profit,
    at: log.at,
  })
  return profit
}

/** Settles follows on a Monday, once; those that are in coins wait for the next one. */
export function settleWeek(
  state: ExchangeState,
  log: EffectLog,
  { week, followIds, marks }: CopyWeekCommand,
): { readonly refused: Refusal } | undefined {
  const due = followIds
    .map((id) => state.copy.follows.get(id))
    .filter((follow) => follow !== undefined)
    .filter(({ week: last, status }) => last < week && status !== 'closing')
  if (due.length === 0) return refuse('copy-state')
  for (const follow of due) {
    follow.week = week
    log.touchFollow(follow)
    const { total, quote } = worthOfFollow(state, { follow, marks })
    if ((total - quote) * PUT_OFF <= total) settleShare(state, log, { follow, marks })
  }
  return undefined
}
