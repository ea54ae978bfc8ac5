import { spotOwner } from '../../accounts/owner.ts'
import type {
  CopyFollowChangeCommand,
  CopyFollowEventCommand,
  CopyFollowFundCommand,
  CopyFollowOpenCommand,
  FollowTerms,
} from '../../state/copyCommand.ts'
import { COPY_QUOTE, copyOwner, type CopyFollow } from '../../state/copyState.ts'
import { refuse, type EffectLog, type Refusal } from '../../state/effects.ts'
import type { ExchangeState } from '../../state/state.ts'
import { moveTo } from './followEvents.ts'
import { refuseUsedKey, keepKey, type Keyed } from './keys.ts'
import { moveFunds } from './moveFunds.ts'
import { profitOf, settleShare, shareDue, worthOfFollow } from './shares.ts'

type Done = { readonly refused: Refusal } | undefined
const MOST_SLIPPAGE_BP = 500
const DAY_MS = 86_400_000

/** Puts funds aside that copy a lead. */
export function openFollow(
  state: ExchangeState,
  log: EffectLog,
  command: CopyFollowOpenCommand,
  keyed: Keyed,
): Done {
  const used = refuseUsedKey(state, command, keyed)
  if (used) return used
  const { realm, userId, holder, at } = command
  const { copy } = state
  const lead = copy.leads.get(command.leadId)
  const atoms = BigInt(command.atoms)
  if (lead?.status !== 'open' || lead.realm !== realm) return refuse('no-lead')
  if (lead.holder === holder) return refuse('copy-own')
  if (!areTerms(command) || atoms < lead.minimum) return refuse('copy-terms')
  const follows = copy.followsOf(lead.id)
  if ([...follows].some((each) => each.userId === userId)) return refuse('copy-twice')
  if (follows.size >= lead.maxFollowers) return refuse('copy-full')
  if (atoms > state.accounts.spendable(realm, spotOwner(userId), COPY_QUOTE))
    return refuse('balance', { asset: COPY_QUOTE })
  const id = state.next.follow ?? 1
  state.next.follow = id + 1
  keepKey(state, { ...command, id })
  const follow: CopyFollow = {
    id,
    leadId: lead.id,
    leadUserId: lead.userId,
    realm,
    userId,
    holder,
    clientOid: command.clientOid,
    digest: command.digest,
    shareBp: lead.shareBp,
    ...termsOf(command),
    status: 'active',
    end: null,
    paidIn: atoms,
    takenOut: 0n,
    shared: 0n,
    day: 0,
    bought: 0n,
    week: Math.floor(at / DAY_MS),
    tries: 0,
    result: 0n,
    createdAt: at,
    updatedAt: at,
  }
  copy.addFollow(follow)
  log.touchFollow(follow)
  moveFunds(state, log, {
    kind: 'copy',
    realm,
    from: spotOwner(userId),
    to: copyOwner(id),
    asset: COPY_QUOTE,
    amount: atoms,
  })
  return undefined
}

export function changeFollow(
  state: ExchangeState,
  log: EffectLog,
  command: CopyFollowChangeCommand,
): Done {
  const follow = state.copy.follows.get(command.followId)
  if (follow?.userId !== command.userId) return refuse('no-follow')
  if (follow.status === 'closing') return refuse('copy-state')
  if (!areTerms(command)) return refuse('copy-terms')
  Object.assign(follow, termsOf(command), { updatedAt: command.at })
  log.touchFollow(follow)
  return undefined
}

/** What the follower or their stop loss decided. A stop loss that is not reached is refused. */
export function followEvent(
  state: ExchangeState,
  log: EffectLog,
  { followId, event, marks }: CopyFollowEventCommand,
): Done {
  const follow = state.copy.follows.get(followId)
  if (!follow) return refuse('no-follow')
  if (event === 'stopLoss') {
    const { total } = worthOfFollow(state, { follow, marks })
    if (!isStopLossReached(follow, total)) return refuse('copy-state')
  }
  const end = event === 'close' || event === 'stopLoss' ? { end: event } : {}
  return moveTo(log, { follow, event, ...end })
}

/** Whether so much of what was paid in is lost. */
export const isStopLossReached = (
  follow: Pick<CopyFollow, 'stopLossPct' | 'shared' | 'paidIn' | 'takenOut'>,
  worth: bigint,
): boolean =>
  follow.stopLossPct > 0 &&
  -profitOf(follow, worth) * 100n >= (follow.paidIn - follow.takenOut) * BigInt(follow.stopLossPct)

/** Pays in, or takes out what is in the quote asset after the lead has its share. */
export function fundFollow(
  state: ExchangeState,
  log: EffectLog,
  command: CopyFollowFundCommand,
  keyed: Keyed,
): Done {
  const used = refuseUsedKey(state, command, keyed)
  if (used) return used
  const follow = state.copy.follows.get(command.followId)
  if (follow?.userId !== command.userId || follow.realm !== command.realm)
    return refuse('no-follow')
  if (follow.status === 'closing') return refuse('copy-state')
  const { realm, userId, direction, marks } = command
  const atoms = BigInt(command.atoms)
  const [home, own] = [spotOwner(userId), copyOwner(follow.id)]
  const [from, to] = direction === 'in' ? [home, own] : [own, home]
  if (atoms <= 0n) return refuse('copy-terms')
  const { total } = worthOfFollow(state, { follow, marks })
  const due = direction === 'out' ? shareDue(follow, profitOf(follow, total)) : 0n
  if (atoms + due > state.accounts.spendable(realm, from, COPY_QUOTE))
    return refuse('balance', { asset: COPY_QUOTE })
  keepKey(state, { ...command, id: follow.id })
  if (direction === 'in') follow.paidIn += atoms
  else {
    settleShare(state, log, { follow, marks })
    follow.takenOut += atoms
  }
  follow.updatedAt = command.at
  log.touchFollow(follow)
  moveFunds(state, log, { kind: 'copy', realm, from, to, asset: COPY_QUOTE, amount: atoms })
  return undefined
}

const areTerms = ({ mode, amount, slippageBp, stopLossPct, dailyCap }: FollowTerms): boolean =>
  (mode === 'ratio' || BigInt(amount) > 0n) &&
  BigInt(amount) >= 0n &&
  BigInt(dailyCap) >= 0n &&
  (slippageBp === null || isWithin(slippageBp, [1, MOST_SLIPPAGE_BP])) &&
  isWithin(stopLossPct, [0, 95])

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  Number.isInteger(value) && value >= least && value <= most

const termsOf = ({ mode, amount, slippageBp, stopLossPct, dailyCap }: FollowTerms) => ({
  mode,
  amount: BigInt(amount),
  slippageBp,
  stopLossPct,
  dailyCap: BigInt(dailyCap),
})
