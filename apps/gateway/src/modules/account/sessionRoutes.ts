import { api, type DeviceSession } from '@x/api'
import type { Clock } from '@x/kit'
import { route } from '../../platform/http/contractRoute.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import type { SecurityLog } from '../account-security/ports/SecurityLog.ts'
import { nameDevice, recogniseDevice, setTrust } from '../sessions/ports/userDevices.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import { presentUser } from '../users/presentUser.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { Sessions } from '../sessions/createSessions.ts'

export interface SessionRoutesOptions {
  readonly db: Database
  readonly sessions: Sessions
  readonly clock: Pick<Clock, 'now'>
  readonly stepUp: StepUp
  readonly securityLog: SecurityLog
}

/** The devices of a user: what is logged in, and the way to end it. */
export function sessionRoutes({
  db,
  sessions,
  clock,
  stepUp,
  securityLog,
}: SessionRoutesOptions): RouteSpec[] {
  const { renameDevice, trustDevice, distrustDevice } = api.accountLife
  const deviceOf = (request: GatewayRequest, sessionId: string) =>
    ownDevice({ db, sessions }, { request, sessionId })
  return [
    route(api.security.sessions, list),
    route(api.security.revokeSession, revoke),
    route(renameDevice, async (request, { sessionId, name }) => {
      const device = await deviceOf(request, sessionId)
      await nameDevice(db, { ...device, name: name.trim() === '' ? null : name.trim() })
      return null
    }),
    route(trustDevice, async (request, { verifyToken }) => {
      const { user, session } = await presentUser(db, request)
      await stepUp.spend(verifyToken, { sessionId: session.sessionId, action: 'device' })
      const { keyId } = await deviceOf(request, session.sessionId)
      await setTrust(db, { userId: user.id, keyId, at: clock.now() })
      await recogniseDevice(db, session.sessionId)
      await securityLog.record(request, { userId: user.id, kind: 'deviceTrusted' })
      return null
    }),
    route(distrustDevice, async (request, { sessionId }) => {
      await setTrust(db, { ...(await deviceOf(request, sessionId)), at: null })
      return null
    }),
  ]

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

/** The key of a live session of the user. @throws GatewayError 40401 */
async function ownDevice(
  { db, sessions }: Pick<SessionRoutesOptions, 'db' | 'sessions'>,
  { request, sessionId }: { readonly request: GatewayRequest; readonly sessionId: string },
): Promise<{ readonly userId: string; readonly keyId: string }> {
  const { user } = await presentUser(db, request)
  const isOwn = (await sessions.list(user.id)).some((each) => each.sessionId === sessionId)
  const keyId = isOwn ? await sessions.keyIdOf(sessionId) : undefined
  if (keyId === undefined || keyId === null)
    throw new GatewayError('40401', 'This device does not exist')
  return { userId: user.id, keyId }
}
