import { dumpFollow, dumpLead } from '../state/copyState.ts'
import type { CopyFollow, CopyLead } from '../state/copyState.ts'
import type { Effects } from '../state/effects.ts'

/** What a batch did to copy trading: names as in `ledger_settle_copy`. */
export interface CopyBatch {
  readonly leads: readonly object[]
  readonly follows: readonly object[]
  readonly orders: readonly object[]
  readonly shares: readonly object[]
  readonly days: readonly object[]
}

export interface CopyBatchBuilder {
  add(effects: Effects, where: { readonly seq: number }): void
  /** Nothing where no record concerned copy trading. */
  finish(): { readonly copy?: CopyBatch }
}

/** Of a lead or follow that several records touched, the last state counts. */
export function createCopyBatch(): CopyBatchBuilder {
  const leads = new Map<number, object>()
  const follows = new Map<number, object>()
  const closed = new Map<number, number>()
  const lists: Record<'orders' | 'shares' | 'days', object[]> = { orders: [], shares: [], days: [] }
  return {
    add({ copy }, { seq }) {
      if (!copy) return
      for (const lead of copy.leads) {
        if (lead.status === 'closed' && !closed.has(lead.id)) closed.set(lead.id, seq)
        leads.set(lead.id, leadRow(lead, closed.get(lead.id) ?? null))
      }
      for (const follow of copy.follows) follows.set(follow.id, followRow(follow, seq))
      for (const { id, followId, leadId, userId, leadFillId, orderId, ...order } of copy.orders)
        lists.orders.push({
          copy_id: id,
          follow_id: followId,
          lead_id: leadId,
          user_id: userId,
          lead_fill_id: leadFillId,
          order_id: orderId,
          ...order,
        })
      for (const { id, followId, leadId, userId, leadUserId, ...share } of copy.shares)
        lists.shares.push({
          share_id: id,
          follow_id: followId,
          lead_id: leadId,
          user_id: userId,
          lead_user_id: leadUserId,
          ...share,
          amount: String(share.amount),
          profit: String(share.profit),
        })
      for (const { leadId, day, index, worth } of copy.days)
        lists.days.push({
          lead_id: leadId,
          day,
          performance: String(index),
          worth: String(worth),
        })
    },
    finish: () =>
      leads.size + follows.size === 0
        ? {}
        : { copy: { leads: [...leads.values()], follows: [...follows.values()], ...lists } },
  }
}

const leadRow = (lead: Readonly<CopyLead>, closedSeq: number | null): object => ({
  lead_id: lead.id,
  realm: lead.realm,
  user_id: lead.userId,
  client_oid: lead.clientOid,
  nickname: lead.nickname,
  status: lead.status,
  created_at: lead.createdAt,
  closed_seq: closedSeq,
  document: dumpLead(lead),
})

function followRow(follow: Readonly<CopyFollow>, seq: number): object {
  const document = dumpFollow(follow)
  return {
    follow_id: follow.id,
    lead_id: follow.leadId,
    realm: follow.realm,
    user_id: follow.userId,
    client_oid: follow.clientOid,
    status: follow.status,
    paid_in: document.paidIn,
    taken_out: document.takenOut,
    shared: document.shared,
    created_at: follow.createdAt,
    closed_seq: follow.status === 'closed' ? seq : null,
    document,
  }
}
