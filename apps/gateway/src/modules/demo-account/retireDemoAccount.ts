import type { Database } from '../../platform/db/Database.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import type { TradingAccounts } from '../users/ports/TradingAccounts.ts'
import { DEMO_LOGIN_NAME } from './demoAccount.ts'
import { findUserByEmail } from '../users/queries.ts'

export interface RetireOptions {
  readonly db: Database
  readonly sessions: Pick<Sessions, 'end'>
  readonly accounts: Pick<TradingAccounts, 'cancelOrders'>
}

/** What no password matches. */
const NO_PASSWORD = 'retired'

/**
 * For production on a data folder that was run in development: the demonstration account, whose
 * password was printed and whose live funds nobody paid in, can neither log in nor go on in a
 * session or a resting order. A later run in development brings it back. Answers whether there was
 * one to retire.
 */
export async function retireDemoAccount({
  db,
  sessions,
  accounts,
}: RetireOptions): Promise<boolean> {
  const user = await findUserByEmail(db, DEMO_LOGIN_NAME)
  if (!user) return false
  const isRetired = user.status === 'frozen' && user.passwordHash === NO_PASSWORD
  await db.query("update users set status = 'frozen', password_hash = $2 where id = $1", [
    user.id,
    NO_PASSWORD,
  ])
  const open = await db.query<{ id: string }>(
    'select id from sessions where user_id = $1 and ended_at is null',
    [user.id],
  )
  for (const { id } of open) await sessions.end(id, 'revoked')
  await accounts.cancelOrders(user.id)
  return !isRetired
}
