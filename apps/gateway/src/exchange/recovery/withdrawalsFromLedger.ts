import type { Sql } from '../ports/Sql.ts'
import { withdrawalDigest, withdrawalKey } from '../funds/withdrawals.ts'
import type { KeyDump } from '../state/keys.ts'
import { withdrawalDay, type WithdrawalDump, type WithdrawalRow } from '../state/withdrawals.ts'

/** Open withdrawals, and what each user has withdrawn on the day of `now`. */
export async function withdrawalsFromLedger(
  db: Sql,
  { now }: { readonly now: number },
): Promise<readonly WithdrawalRow[]> {
  const day = withdrawalDay(now)
  const used = await db.query<{ user_id: string; value: string }>(
    `select user_id, sum(value)::text as value from (
        select user_id, value from withdrawal
        where created_at / 86400000 = $1 and state not in ('cancelled', 'rejected', 'failed')
        union all select from_user, value from user_send where at / 86400000 = $1) used
      group by user_id having sum(value) > 0 order by user_id`,
    [day],
  )
  const open = await db.query<{ document: WithdrawalDump }>(
    'select document from withdrawal where closed_seq is null order by withdrawal_id',
  )
  return [
    ...used.map(({ user_id, value }): WithdrawalRow => ['used', day, user_id, value]),
    ...open.map(({ document }): WithdrawalRow => ['open', document]),
  ]
}

export async function withdrawalKeys(
  db: Sql,
  { since }: { readonly since: number },
): Promise<KeyDump> {
  const rows = await db.query<{ document: WithdrawalDump }>(
    'select document from withdrawal where created_at > $1 order by withdrawal_id',
    [since],
  )
  return rows.map(
    ({ document }) =>
      [
        withdrawalKey(document),
        withdrawalDigest({ ...document, atoms: document.amount }),
        { transferId: String(document.id) },
        document.createdAt,
      ] as const,
  )
}
