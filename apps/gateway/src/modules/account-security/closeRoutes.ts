import { api } from '@x/api'
import type { Clock } from '@x/kit'
import type { Database, Sql } from '../../platform/db/Database.ts'
import { route } from '../../platform/http/contractRoute.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import type { Sessions } from '../sessions/ports/Sessions.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import { presentUser } from '../users/ports/users.ts'
import type { SecurityLog } from './ports/SecurityLog.ts'
import type { SecurityMail } from './ports/SecurityMail.ts'

export interface CloseRoutesOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly sessions: Sessions
  readonly stepUp: StepUp
  readonly securityLog: SecurityLog
  readonly securityMail: SecurityMail
}

/** Closing an account for good (products 7). */
export function closeRoutes(options: CloseRoutesOptions): RouteSpec[] {
  return [route(api.accountLife.close, (request) => close(request, options))]
}

async function close(
  request: GatewayRequest,
  { db, clock, sessions, stepUp, securityLog, securityMail }: CloseRoutesOptions,
): Promise<null> {
  const { user, session } = await presentUser(db, request)
  await assertEmpty(db, user.id)
  await stepUp.spend(request.body['verifyToken'], {
    sessionId: session.sessionId,
    action: 'closeAccount',
  })
  // Frozen first: from here on nothing comes in, and what came in meanwhile is seen.
  await setClosed(db, { userId: user.id, at: clock.now() })
  try {
    await assertEmpty(db, user.id)
  } catch (error) {
    await setClosed(db, { userId: user.id, at: null })
    throw error
  }
  await securityLog.record(request, { userId: user.id, kind: 'accountClosed' })
  await securityMail.announce(request, { userId: user.id, scene: 'accountClosed' })
  await sessions.endOthers(user.id, { keep: '' })
  return null
}

/** Of it and its sub-accounts, and of what products hold for it. @throws GatewayError 40214 */
async function assertEmpty(sql: Sql, userId: string): Promise<void> {
  const rows = await sql.query(
    `select 1 from users u join ledger_account a on a.realm = 'live'
       and (a.owner = 'user:' || u.id or a.owner like 'user:' || u.id || '/%'
         or a.owner = 'debt:' || u.id or a.owner like 'debt:' || u.id || '/%')
     where (u.id = $1 or u.parent_id = $1) and (a.balance <> 0 or a.held <> 0) limit 1`,
    [userId],
  )
  const bound = await sql.query(
    `select 1 from red_packet where user_id = $1 and status = 'open'
     union all select 1 from earn_position where user_id = $1 and closed_seq is null
     union all select 1 from p2p_advert where user_id = $1 and status <> 'closed'
     union all select 1 from p2p_order
       where (buyer = $1 or seller = $1) and closed_seq is null
     union all select 1 from copy_lead where user_id = $1 and realm = 'live' and status = 'open'
     union all select 1 from copy_follow
       where user_id = $1 and realm = 'live' and status <> 'closed'
     union all select 1 from withdrawal where user_id = $1 and closed_seq is null limit 1`,
    [userId],
  )
  if (rows.length + bound.length > 0)
    throw new GatewayError(
      '40214',
      'The account still has funds or open orders; please withdraw them first',
    )
}

async function setClosed(
  sql: Sql,
  { userId, at }: { readonly userId: string; readonly at: number | null },
): Promise<void> {
  await sql.query(
    `update users set status = case when $2::bigint is null then 'active' else 'frozen' end,
       closed_at = $2 where id = $1`,
    [userId, at],
  )
}
