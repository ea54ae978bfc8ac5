import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { FollowDump, LeadDump } from '../../exchange/state/copyState.ts'
import type { Sql } from '../../platform/db/Database.ts'
import type { DayRow } from './copyViews.ts'

export interface PageOfUser {
  readonly realm: Realm
  readonly userId: string
  readonly cursor: string | undefined
  readonly limit: number
}

/** A year of a lead's days, the first one first. */
export async function daysOf(db: Sql, leadId: number): Promise<readonly DayRow[]> {
  const rows = await db.query<DayRow>(
    `select day, performance::text from copy_day where lead_id = $1 order by day desc limit 366`,
    [leadId],
  )
  return rows.toReversed()
}

/** A lead, closed or not. */
export async function leadById(db: Sql, leadId: number): Promise<LeadDump | undefined> {
  const [row] = await db.query<{ document: LeadDump }>(
    'select document from copy_lead where lead_id = $1',
    [leadId],
  )
  return row?.document
}

export async function sharedWithLead(db: Sql, leadId: number): Promise<bigint> {
  const [row] = await db.query<{ amount: string }>(
    'select coalesce(sum(amount), 0)::text as amount from copy_share where lead_id = $1',
    [leadId],
  )
  return BigInt(row?.amount ?? 0)
}

export interface FollowRow {
  readonly document: FollowDump
  readonly nickname: string
}

/** What a user follows and followed, the latest first. */
export const followsOf = (
  db: Sql,
  { realm, userId, cursor, limit }: PageOfUser,
): Promise<readonly FollowRow[]> =>
  db.query<FollowRow>(
    `select f.document, l.nickname from copy_follow f join copy_lead l using (lead_id)
      where f.user_id = $1 and f.realm = $2 and ($3::bigint is null or f.follow_id < $3::bigint)
      order by f.follow_id desc limit $4`,
    [userId, realm, cursor ?? null, limit],
  )

export async function followById(
  db: Sql,
  { realm, userId, followId }: Omit<PageOfUser, 'cursor' | 'limit'> & { readonly followId: number },
): Promise<FollowRow | undefined> {
  const [row] = await db.query<FollowRow>(
    `select f.document, l.nickname from copy_follow f join copy_lead l using (lead_id)
      where f.follow_id = $1 and f.user_id = $2 and f.realm = $3`,
    [followId, userId, realm],
  )
  return row
}

export interface OrderRow {
  readonly copy_id: bigint
  readonly follow_id: bigint
  readonly lead_id: bigint
  readonly lead_fill_id: bigint | null
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly ticks: bigint
  readonly lots: bigint
  readonly order_id: bigint | null
  readonly reason: string | null
  readonly at: bigint
}

/** What became of fills for a user, the latest first. */
export const ordersOf = (
  db: Sql,
  { realm, userId, cursor, limit, followId }: PageOfUser & { readonly followId?: number },
): Promise<readonly OrderRow[]> =>
  db.query<OrderRow>(
    `select * from copy_order where user_id = $1 and realm = $2
        and ($3::bigint is null or copy_id < $3::bigint)
        and ($5::bigint is null or follow_id = $5::bigint)
      order by copy_id desc limit $4`,
    [userId, realm, cursor ?? null, limit, followId ?? null],
  )

export interface ShareRow {
  readonly share_id: bigint
  readonly follow_id: bigint
  readonly lead_id: bigint
  readonly user_id: string
  readonly amount: string
  readonly profit: string
  readonly at: bigint
}

/** Shares that a user paid and received, the latest first. */
export const sharesOf = (
  db: Sql,
  { realm, userId, cursor, limit }: PageOfUser,
): Promise<readonly ShareRow[]> =>
  db.query<ShareRow>(
    `select share_id, follow_id, lead_id, user_id, amount::text, profit::text, at
      from copy_share where (user_id = $1 or lead_user_id = $1) and realm = $2
        and ($3::bigint is null or share_id < $3::bigint)
      order by share_id desc limit $4`,
    [userId, realm, cursor ?? null, limit],
  )

export interface RecordRow {
  readonly posting: bigint
  readonly debit: string
  readonly credit: string
  readonly kind: 'copy' | 'profitShare'
  readonly asset: string
  readonly amount: string
  readonly at: bigint
}

/** Movements of the accounts of a user's leads and follows, the latest first. */
export const recordsOf = (
  db: Sql,
  { realm, userId, cursor, limit }: PageOfUser,
): Promise<readonly RecordRow[]> =>
  db.query<RecordRow>(
    `with own as (
        select id from ledger_account where realm = $2 and owner in (
          select 'copy:' || follow_id from copy_follow where user_id = $1 and realm = $2
          union all select 'lead:' || lead_id from copy_lead where user_id = $1 and realm = $2)
      )
      select t.idempotency_key::bigint as posting, d.owner as debit, c.owner as credit, e.kind,
        e.asset, e.amount::text, t.at
      from ledger_entry e
      join ledger_transaction t using (seq, part)
      join ledger_account d on d.id = e.debit_account
      join ledger_account c on c.id = e.credit_account
      where t.realm = $2 and t.scope = 'copy'
        and (e.debit_account in (select id from own) or e.credit_account in (select id from own))
        and ($3::bigint is null or t.idempotency_key::bigint < $3::bigint)
      order by posting desc limit $4`,
    [userId, realm, cursor ?? null, limit],
  )
