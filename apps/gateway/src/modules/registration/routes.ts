import type { GatewayRequest, RouteSpec } from '../../platform/http/route.ts'
import type { LoginAnswer, SessionIssuer } from '../sessions/createSessionIssuer.ts'
import type { Applicant, Registrar } from './createRegistrar.ts'
import { readEmail, readMobile } from '../users/loginName.ts'
import { readReferral } from './referralCodes.ts'

type Address = 'email' | 'mobile'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const FIELDS: Readonly<Record<Address, Readonly<Record<string, object>>>> = {
  email: { email: text(254), emailCode: text(12) },
  mobile: { areaCode: { type: ['string', 'number'] }, mobile: text(32), mobileCode: text(12) },
}

export interface RegisterRoutesOptions {
  readonly registrar: Registrar
  readonly sessionIssuer: SessionIssuer
}

export function registerRoutes({ registrar, sessionIssuer }: RegisterRoutesOptions): RouteSpec[] {
  return [
    route('email', ['email']),
    route('mobile', ['mobile']),
    route('mobileAndEmail', ['mobile', 'email']),
  ]

  function route(name: string, addresses: readonly Address[]): RouteSpec {
    const properties = Object.assign(
      { pwd: text(512), bizId: text(64) },
      ...addresses.map((address) => FIELDS[address]),
    ) as Record<string, object>
    const required = Object.keys(properties).filter((field) => field !== 'bizId')
    return {
      method: 'POST',
      path: `/v1/user/register/${name}`,
      access: 'public',
      encrypted: true,
      summary: 'Opens an account for the holder of the codes and logs in.',
      schema: { body: { type: 'object', required, properties } },
      handler: (request) => register(request, addresses),
    }
  }

  async function register(
    request: GatewayRequest,
    addresses: readonly Address[],
  ): Promise<LoginAnswer> {
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
