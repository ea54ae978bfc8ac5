import { api } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import { limitAddress } from '../../platform/http/addressLimit.ts'
import { mobileAddress, readEmail, readMobile } from '../users/loginName.ts'
import { findUser, findUserByEmail, findUserByMobileAddress, type User } from '../users/queries.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { CaptchaGate } from '../captcha/ports/CaptchaGate.ts'
import {
  type VerificationCodes,
  codeTargetOf,
  type CodeScene,
  type CodeTarget,
} from './verificationCodes.ts'

const PER_ADDRESS_AND_HOUR = 200
export interface SendCodeRouteOptions {
  readonly db: Database
  readonly store: TtlStore
  readonly captcha: CaptchaGate
  readonly codes: VerificationCodes
}

export function sendCodeRoute({ db, store, captcha, codes }: SendCodeRouteOptions): RouteSpec {
  return route(api.registration.sendCode, async (request) => {
    const scene = request.body['scene'] as CodeScene
    const target = await readTarget(request, scene)
    await limitAddress(store, {
      name: 'codes:address',
      address: request.address,
      most: PER_ADDRESS_AND_HOUR,
      ttlMs: 3_600_000,
    })
    const { bizId } = request.body
    if (!(await captcha.spend(bizId, ['sendCode', scene])))
      throw new GatewayError('40103', 'Please complete the security check')
    // An unknown address gets no mail and the same answer, so that the answer does not show who has
    // an account.
    // A new address must have no owner; no answer shows whether it has.
    const isOwned = (await owner(target)) !== undefined
    const deliver = scene === 'register' || (scene === 'newAddress' ? !isOwned : isOwned)
    await codes.send(target, {
      bizId: String(bizId),
      deliver,
      asker: request.address,
      language: request.headers['locale'],
    })
    return null
  })

  async function readTarget(
    { body, session }: GatewayRequest,
    scene: CodeScene,
  ): Promise<CodeTarget> {
    if (scene === 'securityVerify') return ownTarget(db, session?.userId, body)
    if (body['email'] !== undefined)
      return { to: readEmail(body['email']), channel: 'email', scene }
    if (body['mobile'] !== undefined)
      return {
        to: mobileAddress(readMobile(body['areaCode'], body['mobile'])),
        channel: 'mobile',
        scene,
      }
    throw malformedParameter('email', 'An e-mail address or a mobile number is missing')
  }

  async function owner({ to, channel }: CodeTarget): Promise<User | undefined> {
    return channel === 'email' ? findUserByEmail(db, to) : findUserByMobileAddress(db, to)
  }
}

/**
 * The step-up of a logged-in user goes to the user's own address; which one, `mobile` or `email`,
 * is all that counts.
 */
async function ownTarget(
  db: Database,
  userId: string | undefined,
  body: GatewayRequest['body'],
): Promise<CodeTarget> {
  const user = userId === undefined ? undefined : await findUser(db, userId)
  if (!user) throw new GatewayError('401', 'Please login to visit')
  const channel = body['mobile'] !== undefined || user.email === null ? 'mobile' : 'email'
  return codeTargetOf(user, { channel, scene: 'securityVerify' })
}
