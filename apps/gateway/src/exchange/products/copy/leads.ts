import { spotOwner } from '../../accounts/owner.ts'
import { endOrder } from '../../spot/attachedOrders.ts'
import { leaveBook } from '../../spot/enterBook.ts'
import type {
  CopyDayCommand,
  CopyLeadChangeCommand,
  CopyLeadCloseCommand,
  CopyLeadFundCommand,
  CopyLeadOpenCommand,
  CopyMarks,
  LeadTerms,
} from '../../state/copyCommand.ts'
import { COPY_QUOTE, INDEX_ONE, leadOwner, type CopyLead } from '../../state/copyState.ts'
import { refuse, type EffectLog, type Refusal } from '../../state/effects.ts'
import { type ExchangeState, pairOf } from '../../state/state.ts'
import { moveTo } from './followEvents.ts'
import { refuseUsedKey, keepKey, type Keyed } from './keys.ts'
import { moveAll, moveFunds } from './moveFunds.ts'
import { worthOf } from './worth.ts'

type Done = { readonly refused: Refusal } | undefined

/** Basis points of a follower's profit at most, and followers of a lead at most (products 1). */
export const MOST_SHARE_BP = 3_000
export const MOST_FOLLOWERS = 300
const PPM = 1_000_000n
const DAY_MS = 86_400_000

/** A user leads once in a realm, with funds of an account of their own. */
export function openLead(
  state: ExchangeState,
  log: EffectLog,
  command: CopyLeadOpenCommand,
  keyed: Keyed,
): Done {
  const used = refuseUsedKey(state, command, keyed)
  if (used) return used
  const { realm, userId, holder, clientOid, digest, at } = command
  const atoms = BigInt(command.atoms)
  const { leads } = state.copy
  if (!areTerms(state, command) || atoms <= 0n) return refuse('copy-terms')
  const isLeading = [...leads.values()].some(
    (each) => each.realm === realm && each.userId === userId && each.status === 'open',
  )
  if (isLeading) return refuse('copy-twice')
  if (atoms > state.accounts.spendable(realm, spotOwner(userId), COPY_QUOTE))
    return refuse('balance', { asset: COPY_QUOTE })
  const id = state.next.lead ?? 1
  state.next.lead = id + 1
  keepKey(state, { ...command, id })
  const lead: CopyLead = {
    id,
    realm,
    userId,
    holder,
    clientOid,
    digest,
    ...termsOf(command),
    createdAt: at,
    updatedAt: at,
    status: 'open',
    paidIn: atoms,
    takenOut: 0n,
    index: INDEX_ONE,
    base: atoms,
    peak: INDEX_ONE,
    drawdownPpm: 0,
    markedDay: Math.floor(at / DAY_MS) - 1,
    ended: 0,
    lost: 0,
  }
  leads.set(id, lead)
  log.touchLead(lead)
  moveFunds(state, log, {
    kind: 'copy',
    realm,
    from: spotOwner(userId),
    to: leadOwner(id),
    asset: COPY_QUOTE,
    amount: atoms,
  })
  return undefined
}

/** What followers from now on agree to. */
export function changeLead(
  state: ExchangeState,
  log: EffectLog,
  command: CopyLeadChangeCommand,
): Done {
  const lead = ownLead(state, command)
  if (!lead) return refuse('no-lead')
  if (!areTerms(state, command)) return refuse('copy-terms')
  Object.assign(lead, termsOf(command), { updatedAt: command.at })
  log.touchLead(lead)
  return undefined
}

/** Pays in, or takes out what no order holds. */
export function fundLead(
  state: ExchangeState,
  log: EffectLog,
  command: CopyLeadFundCommand,
  keyed: Keyed,
): Done {
  const used = refuseUsedKey(state, command, keyed)
  if (used) return used
  const lead = ownLead(state, command)
  if (!lead) return refuse('no-lead')
  const { realm, userId, direction, marks } = command
  const atoms = BigInt(command.atoms)
  const [home, own] = [spotOwner(userId), leadOwner(lead.id)]
  const [from, to] = direction === 'in' ? [home, own] : [own, home]
  if (atoms <= 0n) return refuse('copy-terms')
  if (atoms > state.accounts.spendable(realm, from, COPY_QUOTE))
    return refuse('balance', { asset: COPY_QUOTE })
  keepKey(state, { ...command, id: lead.id })
  markLead(state, lead, marks)
  if (direction === 'in') lead.paidIn += atoms
  else lead.takenOut += atoms
  lead.base += direction === 'in' ? atoms : -atoms
  lead.updatedAt = command.at
  log.touchLead(lead)
  moveFunds(state, log, { kind: 'copy', realm, from, to, asset: COPY_QUOTE, amount: atoms })
  return undefined
}

/** Ends leading: what is there goes home as it is, and every follow is sold. */
export function closeLead(
  state: ExchangeState,
  log: EffectLog,
  command: CopyLeadCloseCommand,
): Done {
  const lead = ownLead(state, command)
  if (!lead) return refuse('no-lead')
  markLead(state, lead, command.marks)
  endLead(state, log, lead)
  moveAll(state, log, {
    realm: lead.realm,
    from: leadOwner(lead.id),
    to: spotOwner(lead.userId),
  })
  return undefined
}

/** Takes the orders out and lets the followers go; the funds are the caller's to move. */
export function endLead(state: ExchangeState, log: EffectLog, lead: CopyLead): void {
  const owner = leadOwner(lead.id)
  for (const order of state.ordersOf(lead.realm, lead.userId))
    if (order.owner === owner) {
      const pair = pairOf(state, order.symbol)
      if (order.realm === 'live') leaveBook(log, { pair, order })
      endOrder(state, log, { order, pair, status: 'cancelled' })
    }
  // What an order that ended left to its exit is cancelled as well.
  for (const order of state.ordersOf(lead.realm, lead.userId))
    if (order.owner === owner)
      endOrder(state, log, { order, pair: pairOf(state, order.symbol), status: 'cancelled' })
  for (const fill of state.copy.pending.values())
    if (fill.leadId === lead.id) state.copy.pending.delete(fill.fillId)
  lead.status = 'closed'
  lead.updatedAt = log.at
  log.touchLead(lead)
  for (const follow of state.copy.followsOf(lead.id))
    moveTo(log, { follow, event: 'leadCloses', end: 'leadCloses' })
  forgetLead(state, lead)
}

/** A closed lead is kept while a follow has to be settled with it. */
export function forgetLead({ copy }: ExchangeState, lead: CopyLead): void {
  if (lead.status === 'closed' && copy.followsOf(lead.id).size === 0) copy.leads.delete(lead.id)
}

/** Notes where leads stand at the end of a day. */
export function countDay(
  state: ExchangeState,
  log: EffectLog,
  { day, leadIds, marks }: CopyDayCommand,
): Done {
  for (const leadId of leadIds) {
    const lead = state.copy.leads.get(leadId)
    if (lead?.status !== 'open') continue
    markLead(state, lead, marks)
    lead.markedDay = day
    log.touchLead(lead)
    log.copyDays.push({ leadId, day, index: lead.index, worth: lead.base })
  }
  return undefined
}

/** Brings the index up to what the funds are worth now, before anything is paid in or out. */
function markLead(state: ExchangeState, lead: CopyLead, marks: CopyMarks): void {
  const { total } = worthOf(state, { realm: lead.realm, owner: leadOwner(lead.id), marks })
  if (lead.base > 0n) lead.index = (lead.index * total) / lead.base
  lead.base = total
  if (lead.index > lead.peak) lead.peak = lead.index
  if (lead.peak === 0n) return
  const fall = Number(((lead.peak - lead.index) * PPM) / lead.peak)
  lead.drawdownPpm = Math.max(lead.drawdownPpm, fall)
}

function ownLead(
  { copy }: ExchangeState,
  { leadId, userId }: { readonly leadId: number; readonly userId: string },
): CopyLead | undefined {
  const lead = copy.leads.get(leadId)
  return lead?.userId === userId && lead.status === 'open' ? lead : undefined
}

const areTerms = (
  { markets }: ExchangeState,
  { nickname, pairs, shareBp, maxFollowers, minimum }: LeadTerms,
): boolean =>
  nickname !== '' &&
  pairs.length > 0 &&
  pairs.every((symbol) => markets.get(symbol)?.product === 'spot') &&
  isWithin(shareBp, [0, MOST_SHARE_BP]) &&
  isWithin(maxFollowers, [1, MOST_FOLLOWERS]) &&
  BigInt(minimum) > 0n

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  Number.isInteger(value) && value >= least && value <= most

const termsOf = ({ nickname, pairs, shareBp, minimum, maxFollowers }: LeadTerms) => ({
  nickname,
  pairs,
  shareBp,
  minimum: BigInt(minimum),
  maxFollowers,
})
