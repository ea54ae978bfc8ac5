import type { Sql } from '../../../platform/db/Database.ts'

/** After a change of password, factor, whitelist or flag nothing leaves for so long (wallet 4). */
export const SECURITY_STOP_MS = 86_400_000

/**
 * Stops withdrawals of the account for a day and answers until when; an earlier stop never
 * shortens a later one.
 */
export async function stopWithdrawals(
  sql: Sql,
  { userId, now }: { readonly userId: string; readonly now: number },
): Promise<number> {
  const until = now + SECURITY_STOP_MS
  await sql.query(
    `insert into withdrawal_setting (user_id, stopped_until) values ($1, $2)
      on conflict (user_id) do update
      set stopped_until = greatest(withdrawal_setting.stopped_until, excluded.stopped_until)`,
    [userId, until],
  )
  return until
}

/** Until when the account is stopped after such a change, in milliseconds; 0: it never was. */
export async function stoppedUntil(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ stopped_until: bigint }>(
    'select stopped_until from withdrawal_setting where user_id = $1',
    [userId],
  )
  return Number(row?.stopped_until ?? 0)
}
