import { verifyUserCheckDevice } from '@x/gateway-sign/server'
import { invalidParameter } from '../server/envelope.ts'
import type { GatewayRequest, ProvedKey, RouteSpec } from '../server/route.ts'
import { findClientKey, lastClientKey } from '../sessions/clientKeys.ts'
import { clearSessionCookies } from '../sessions/sessionCookies.ts'
import { maskEmail, maskMobile } from './loginName.ts'
import { presentUser } from './presentUser.ts'
import type { UserServices } from './userServices.ts'

/** The path of `userCheckDeviceUrl` in the sign configuration. */
export const DEVICE_CHECK_PATH = '/v1/user/device/check'

export function accountRoutes({ db, factors, sessions }: UserServices): RouteSpec[] {
  return [
    { method: 'GET', path: '/v1/user/overview/userinfo', access: 'private', signMode: '1', summary: 'Who is logged in, in which realm.', handler: userInfo },
    { method: 'POST', path: '/v1/user/logout', access: 'public', summary: 'Ends the session; without one it only removes the cookies.', handler: logout },
    {
      method: 'POST',
      path: DEVICE_CHECK_PATH,
      access: 'private',
      signMode: '2',
      summary: 'Tells whether the last key of the user vouches for this device.',
      schema: { body: { type: 'object', properties: { userCheckDeviceSign: { type: 'string', maxLength: 1024 }, lastAlgorithm: { enum: ['rsa1024', 'rsa2048'] } } } },
      handler: checkDevice,
    },
  ]

  async function userInfo(request: GatewayRequest): Promise<object> {
    const { session, user } = await presentUser(db, request)
    const { id, vipLevel, email, mobile, preferences } = user
    return {
      userId: id,
      realm: session.realm,
      roles: session.roles,
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

  /** `known` when the user's last key signed for this request, `new` when there was none to sign (wire 5, decision 042). */
  async function checkDevice(request: GatewayRequest): Promise<{ device: 'known' | 'new' }> {
    const { session, user } = await presentUser(db, request)
    const { userCheckDeviceSign: sign, lastAlgorithm } = request.body
    if (typeof sign !== 'string') return { device: 'new' }
    const check = { path: request.path, tm: request.headers['tm'] ?? '', traceId: request.headers['trace-id'] ?? '', sign }
    const own = { userId: user.id, keyId: request.signKeyId ?? '' }
    const last = await lastClientKey(db, { ...own, sessionId: session.sessionId })
    const current = await findClientKey(db, own)
    const isBy = (key: ProvedKey | undefined, newKeyId: string) => key !== undefined && key.algorithm === lastAlgorithm && verifyUserCheckDevice({ ...check, lastKey: key, newKeyId })
    // A client that kept no earlier key lets the present one vouch for itself, with an empty id.
    if (!isBy(last, own.keyId) && !isBy(current, '')) throw invalidParameter('userCheckDeviceSign', 'This device could not be recognised, please log in again')
    return { device: 'known' }
  }
}
