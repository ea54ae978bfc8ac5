import type { Sql } from '../ports/Sql.ts'
import { copyKey } from '../products/copy/keys.ts'
import type { CopyRow, FollowDump, LeadDump } from '../state/copyState.ts'
import type { KeyDump } from '../state/keys.ts'

/**
 * Open leads and follows. Fills that waited to be copied when the journal was lost are not in the
 * ledger: they are not copied.
 */
export async function copyFromLedger(db: Sql): Promise<readonly CopyRow[]> {
  const leads = await db.query<{ document: LeadDump }>(
    `select document from copy_lead l where closed_seq is null or exists (select from copy_follow f
      where f.lead_id = l.lead_id and f.closed_seq is null) order by lead_id`,
  )
  const follows = await db.query<{ document: FollowDump }>(
    'select document from copy_follow where closed_seq is null order by follow_id',
  )
  return [
    ...leads.map(({ document }): CopyRow => ['lead', document]),
    ...follows.map(({ document }): CopyRow => ['follow', document]),
  ]
}

type CopyNumber = 'lead' | 'follow' | 'copyOrder' | 'copyShare' | 'copyPosting'

/** The largest numbers that copy trading has used; `null` where there is none. */
export async function lastCopyNumbers(db: Sql): Promise<Record<CopyNumber, bigint | null>> {
  const [last] = await db.query<Record<CopyNumber, bigint | null>>(
    `select (select max(lead_id) from copy_lead) as lead,
      (select max(follow_id) from copy_follow) as follow,
      (select max(copy_id) from copy_order) as "copyOrder",
      (select max(share_id) from copy_share) as "copyShare",
      (select max(idempotency_key::bigint) from ledger_transaction
        where scope = 'copy') as "copyPosting"`,
  )
  return last ?? { lead: null, follow: null, copyOrder: null, copyShare: null, copyPosting: null }
}

/** The keys of a day's leads and follows. */
export async function copyKeys(db: Sql, { since }: { readonly since: number }): Promise<KeyDump> {
  const rows = await db.query<{ document: LeadDump | FollowDump }>(
    `select document from copy_lead where created_at > $1
      union all select document from copy_follow where created_at > $1`,
    [since],
  )
  return rows.map(
    ({ document }) =>
      [
        copyKey(document),
        document.digest,
        { transferId: String(document.id) },
        document.createdAt,
      ] as const,
  )
}
