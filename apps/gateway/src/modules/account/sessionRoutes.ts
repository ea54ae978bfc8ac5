import { api, type DeviceSession } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import { presentUser } from '../users/presentUser.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { Sessions } from '../sessions/createSessions.ts'

export interface SessionRoutesOptions {
  readonly db: Database
  readonly sessions: Sessions
}

/** The devices of a user: what is logged in, and the way to end it. */
export function sessionRoutes({ db, sessions }: SessionRoutesOptions): RouteSpec[] {
  return [route(api.security.sessions, list), route(api.security.revokeSession, revoke)]

  async function list(request: GatewayRequest): Promise<DeviceSession[]> {
    const { user, session } = await presentUser(db, request)
    return (await sessions.list(user.id)).map((listed) => ({
      ...listed,
      isCurrent: listed.sessionId === session.sessionId,
    }))
  }

  async function revoke(request: GatewayRequest): Promise<{ ended: number }> {
    const { user, session } = await presentUser(db, request)
    const { sessionId } = request.body
    if (typeof sessionId !== 'string')
      return { ended: await sessions.endOthers(user.id, { keep: session.sessionId }) }
    // Another user's session and one that does not exist are the same to the caller.
    if (!(await sessions.list(user.id)).some((listed) => listed.sessionId === sessionId))
      throw new GatewayError('40401', 'This session does not exist')
    await sessions.end(sessionId, 'revoked')
    return { ended: 1 }
  }
}
