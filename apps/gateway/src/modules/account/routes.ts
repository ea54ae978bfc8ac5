import { api, type UserInfo } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { verifyUserCheckDevice } from '@x/gateway-sign/server'
import { invalidParameter } from '../../platform/http/envelope.ts'
import type { GatewayRequest, RouteSpec } from '../../platform/http/route.ts'
import { findDeviceKeys, recogniseDevice } from '../sessions/deviceKeys.ts'
import { clearSessionCookies } from '../sessions/sessionCookies.ts'
import { inheritDevice } from '../sessions/userDevices.ts'
import { maskEmail, maskMobile } from '../users/loginName.ts'
import { presentUser } from '../users/presentUser.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { SecondFactors } from '../second-factors/secondFactors.ts'
import type { Sessions } from '../sessions/createSessions.ts'

/** The path of `userCheckDeviceUrl` in the sign configuration. */
export const DEVICE_CHECK_PATH = api.user.checkDevice.path

export interface AccountRoutesOptions {
  readonly db: Database
  readonly factors: SecondFactors
  readonly sessions: Sessions
}

export function accountRoutes({ db, factors, sessions }: AccountRoutesOptions): RouteSpec[] {
  return [
    route(api.user.info, userInfo),
    route(api.login.logout, logout),
    route(api.user.checkDevice, (request) => checkDevice(db, request)),
  ]

  async function userInfo(request: GatewayRequest): Promise<UserInfo> {
    const { session, user } = await presentUser(db, request)
    const { id, vipLevel, email, mobile, preferences } = user
    return {
      userId: id,
      realm: session.realm,
      roles: session.subAccount?.rights === 'view' ? [...session.roles, 'viewer'] : session.roles,
      // The main account that a session in a sub-account may go back to.
      enteredFrom: session.enteredFrom ?? null,
      vipLevel,
      email: email && maskEmail(email),
      mobile: mobile && maskMobile(mobile),
      preferences,
      secondFactors: await factors.enabled(id),
    }
  }

  async function logout(request: GatewayRequest): Promise<null> {
    if (request.session) await sessions.end(request.session.sessionId, 'logout')
    clearSessionCookies(request)
    return null
  }
}

/**
 * `known` when a key of an earlier log-in signed for this request and the key that signs now;
 * `new` when none did, or only a key that this very log-in brought
 * (wire 5, docs/adr/sessions.md).
 */
async function checkDevice(
  db: Database,
  request: GatewayRequest,
): Promise<{ device: 'known' | 'new' }> {
  const { session, user } = await presentUser(db, request)
  const { userCheckDeviceSign: sign, lastAlgorithm } = request.body
  if (typeof sign !== 'string') return { device: 'new' }
  const check = {
    path: request.path,
    tm: request.headers['tm'] ?? '',
    traceId: request.headers['trace-id'] ?? '',
    sign,
  }
  const keyId = request.signKeyId ?? ''
  const keys = await findDeviceKeys(db, { sessionId: session.sessionId, keyId })
  const signer = keys.find(
    (key) =>
      key.algorithm === lastAlgorithm &&
      verifyUserCheckDevice({ ...check, lastKey: key, newKeyId: key.isOwn ? '' : keyId }),
  )
  if (!signer)
    throw invalidParameter(
      'userCheckDeviceSign',
      'This device could not be recognised, please log in again',
    )
  if (!signer.isTrusted) return { device: 'new' }
  await recogniseDevice(db, session.sessionId)
  if (!signer.isOwn) await inheritDevice(db, { userId: user.id, keyId, from: signer.keyId })
  return { device: 'known' }
}
