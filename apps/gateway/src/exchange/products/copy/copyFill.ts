import { createHash } from 'node:crypto'
import type { CopyFillCommand, CopyRow } from '../../state/copyCommand.ts'
import {
  leadOwner,
  type CopyFollow,
  type CopyLead,
  type CopyOrder,
  type LeadFill,
} from '../../state/copyState.ts'
import { refuse, type EffectLog, type Refusal } from '../../state/effects.ts'
import { type ExchangeState, pairOf } from '../../state/state.ts'
import { DAY_MS, planCopy } from './planCopy.ts'
import { placeCopy } from './placeCopy.ts'
import { worthOfFollow } from './shares.ts'
import { worthOf } from './worth.ts'

/** By SHA-256 of fill and follow: nobody is first each time. */
export function inTurn<F extends { readonly id: number }>(
  follows: Iterable<F>,
  { fillId }: Pick<LeadFill, 'fillId'>,
): readonly F[] {
  const rank = (id: number) => createHash('sha256').update(`${fillId}${id}`).digest('hex')
  return [...follows]
    .map((follow) => [rank(follow.id), follow] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, follow]) => follow)
}

/**
 * Copies a fill for every follow that began before it and has not ended, in one command: all of
 * them or, after a crash, none yet.
 */
export function copyFill(
  state: ExchangeState,
  log: EffectLog,
  { fillId, rows, marks, at }: CopyFillCommand,
): { readonly refused: Refusal } | undefined {
  const fill = state.copy.pending.get(fillId)
  const lead = fill && state.copy.leads.get(fill.leadId)
  if (!lead) return refuse('no-lead')
  state.copy.pending.delete(fillId)
  log.touchLead(lead)
  const byFollow = new Map(rows.map((row) => [row.followId, row]))
  const leadWorth = worthOf(state, { realm: lead.realm, owner: leadOwner(lead.id), marks }).total
  for (const follow of inTurn(state.copy.followsOf(lead.id), fill)) {
    const row = byFollow.get(follow.id)
    if (!row || follow.status === 'closing' || follow.id >= fill.nextFollow) continue
    const worth = worthOfFollow(state, { follow, marks }).total
    copyFor(state, log, { lead, fill, follow, row, leadWorth, worth, at })
  }
  return undefined
}

interface Copied {
  readonly lead: CopyLead
  readonly fill: LeadFill
  readonly follow: CopyFollow
  readonly row: CopyRow
  readonly leadWorth: bigint
  readonly worth: bigint
  readonly at: number
}

function copyFor(state: ExchangeState, log: EffectLog, copied: Copied): void {
  const { lead, fill, follow, row, at } = copied
  const { ticks, lots, reason } = planCopy(state, copied)
  const { makerPpm, takerPpm, decision } = row
  const { symbol, side } = fill
  const order =
    reason === undefined
      ? placeCopy(state, log, {
          follow,
          leadHolder: lead.holder,
          clientOid: `copy-${follow.id}-${fill.fillId}`,
          symbol,
          side,
          ticks,
          lots,
          makerPpm,
          takerPpm,
          decision,
        })
      : undefined
  if (order && side === 'buy') {
    const day = Math.floor(at / DAY_MS)
    const before = follow.day === day ? follow.bought : 0n
    follow.day = day
    follow.bought = before + order.filledTickLots * pairOf(state, symbol).units.quotePerTickLot
  }
  follow.updatedAt = at
  log.touchFollow(follow)
  const isTraded = order !== undefined && order.filledLots > 0
  noteCopyOrder(state, log, {
    follow,
    leadFillId: fill.fillId,
    symbol,
    side,
    ticks,
    lots,
    orderId: order?.id ?? null,
    reason: isTraded ? null : (reason ?? 'slippage'),
  })
}

/** Keeps what became of it, for the lists and for the rule of once. */
export function noteCopyOrder(
  state: ExchangeState,
  log: EffectLog,
  {
    follow,
    ...noted
  }: Omit<CopyOrder, 'id' | 'at' | 'followId' | 'leadId' | 'userId' | 'realm'> & {
    readonly follow: CopyFollow
  },
): void {
  const id = state.next.copyOrder ?? 1
  state.next.copyOrder = id + 1
  const { id: followId, leadId, userId, realm } = follow
  log.copyOrders.push({ id, followId, leadId, userId, realm, ...noted, at: log.at })
}
