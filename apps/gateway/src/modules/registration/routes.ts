import { api, type LoginResult } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import type { GatewayRequest, RouteSpec } from '../../platform/http/route.ts'
import type { SessionIssuer } from '../sessions/ports/SessionIssuer.ts'
import type { Applicant, Registrar } from './createRegistrar.ts'
import { readEmail, readMobile } from '../users/loginName.ts'
import { readReferral } from './referralCodes.ts'

type Address = 'email' | 'mobile'

export interface RegisterRoutesOptions {
  readonly registrar: Registrar
  readonly sessionIssuer: SessionIssuer
}

export function registerRoutes({ registrar, sessionIssuer }: RegisterRoutesOptions): RouteSpec[] {
  return [
    route(api.registration.email, (request) => register(request, ['email'])),
    route(api.registration.mobile, (request) => register(request, ['mobile'])),
    route(api.registration.mobileAndEmail, (request) => register(request, ['mobile', 'email'])),
  ]

  async function register(
    request: GatewayRequest,
    addresses: readonly Address[],
  ): Promise<LoginResult> {
    const { body } = request
    const applicant = readApplicant(body, addresses)
    const { passwordHash } = await registrar.prove(request, {
      applicant,
      password: String(body['pwd']),
    })
    const user = await registrar.open({ ...applicant, passwordHash, referral: readReferral(body) })
    return sessionIssuer.open(request, { user })
  }
}

function readApplicant(
  body: Readonly<Record<string, unknown>>,
  addresses: readonly Address[],
): Applicant {
  const email = addresses.includes('email') ? readEmail(body['email']) : null
  const { areaCode, mobile } = addresses.includes('mobile')
    ? readMobile(body['areaCode'], body['mobile'])
    : { areaCode: null, mobile: null }
  return { email, areaCode, mobile }
}
