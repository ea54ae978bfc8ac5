import type { Sql } from '../../../platform/db/Database.ts'
import { GatewayError } from '../../../platform/http/route.ts'

/**
 * After a change of password, factor, address, whitelist or flag nothing leaves for so long
 * (wallet 4, products 7).
 */
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

/**
 * Until when nothing leaves the account after such a change, in milliseconds since the epoch; 0: it
 * never was stopped. A stop of the main account counts for its sub-accounts. Withdrawals, P2P and
 * red packets ask it.
 */
export async function stoppedUntil(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ until: bigint | null }>(
    `select max(stopped_until) as until from withdrawal_setting
      where user_id in ($1, (select parent_id from users where id = $1))`,
    [userId],
  )
  return Number(row?.until ?? 0n)
}

/** The refusal while an account is stopped; nothing if it is not. @throws GatewayError 40302 */
export async function assertNotStopped(
  sql: Sql,
  { userId, now, what }: { readonly userId: string; readonly now: number; readonly what: string },
): Promise<void> {
  const left = (await stoppedUntil(sql, userId)) - now
  if (left > 0)
    throw new GatewayError('40302', `${what} are on hold after a change of the security`, {
      data: { retryAfter: Math.ceil(left / 1000) },
    })
}
