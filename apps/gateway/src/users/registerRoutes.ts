import { invalidParameter } from '../server/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../server/route.ts'
import type { LoginAnswer } from './createAdmittance.ts'
import { mobileAddress, readEmail, readMobile } from './loginName.ts'
import { assertAcceptablePassword } from './passwordPolicy.ts'
import { readReferral } from './referralCodes.ts'
import { findUser, insertUser, type InsertOutcome, type NewUser } from './userRows.ts'
import type { UserServices } from './userServices.ts'
import type { CodeTarget } from './verificationCodes.ts'

type Address = 'email' | 'mobile'

interface Applicant {
  readonly email: string | null
  readonly areaCode: string | null
  readonly mobile: string | null
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const FIELDS: Readonly<Record<Address, Readonly<Record<string, object>>>> = {
  email: { email: text(254), emailCode: text(12) },
  mobile: { areaCode: { type: ['string', 'number'] }, mobile: text(32), mobileCode: text(12) },
}
const TAKEN: Readonly<Record<Exclude<InsertOutcome, 'inserted' | 'id-taken'>, readonly [field: string, message: string]>> = {
  'email-taken': ['email', 'This e-mail address has an account already, please log in'],
  'mobile-taken': ['mobile', 'This mobile number has an account already, please log in'],
}

export function registerRoutes({ db, clock, random, codes, passwords, admittance }: UserServices): RouteSpec[] {
  return [route('email', ['email']), route('mobile', ['mobile']), route('mobileAndEmail', ['mobile', 'email'])]

  function route(name: string, addresses: readonly Address[]): RouteSpec {
    const properties = Object.assign({ pwd: text(512), bizId: text(64) }, ...addresses.map((address) => FIELDS[address])) as Record<string, object>
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

  async function register(request: GatewayRequest, addresses: readonly Address[]): Promise<LoginAnswer> {
    const { body } = request
    const applicant = readApplicant(body, addresses)
    const targets = targetsOf(applicant)
    const password = String(body['pwd'])
    assertAcceptablePassword(password, { loginNames: [applicant.email?.split('@', 1)[0] ?? '', applicant.mobile ?? ''].filter((name) => name.length > 3) })

    await assertCaptcha(body['bizId'], targets)
    for (const target of targets) await codes.check(target, body[`${target.channel}Code`])
    const passwordHash = await passwords.hash(password)
    // Only whoever holds the codes learns below whether an account exists.
    for (const target of targets) await codes.spend(target)
    const id = await insertWithFreeId({ ...applicant, passwordHash, referral: readReferral(body), createdAt: clock.now() })
    const user = await findUser(db, id)
    if (!user) throw new Error('A user that was just written cannot be found.')
    return admittance.admit(request, { user })
  }

  /** A code that is on its way was paid for with a captcha; registration must come with the same one (wire 10). */
  async function assertCaptcha(bizId: unknown, targets: readonly CodeTarget[]): Promise<void> {
    const paid = await Promise.all(targets.map((target) => codes.paidBy(target)))
    if (paid.includes(undefined)) throw new GatewayError('40102', 'The verification code is wrong or expired')
    if (!paid.some((id) => id === bizId)) throw new GatewayError('40103', 'Please complete the security check')
  }

  async function insertWithFreeId(user: Omit<NewUser, 'id'>): Promise<string> {
    for (;;) {
      const id = randomUserId(random.bytes(8))
      const outcome = await insertUser(db, { ...user, id })
      if (outcome === 'inserted') return id
      if (outcome !== 'id-taken') throw invalidParameter(...TAKEN[outcome])
    }
  }
}

function readApplicant(body: Readonly<Record<string, unknown>>, addresses: readonly Address[]): Applicant {
  const email = addresses.includes('email') ? readEmail(body['email']) : null
  const { areaCode, mobile } = addresses.includes('mobile') ? readMobile(body['areaCode'], body['mobile']) : { areaCode: null, mobile: null }
  return { email, areaCode, mobile }
}

function targetsOf({ email, areaCode, mobile }: Applicant): CodeTarget[] {
  const targets: CodeTarget[] = []
  if (email !== null) targets.push({ to: email, channel: 'email', scene: 'register' })
  if (areaCode !== null && mobile !== null) targets.push({ to: mobileAddress({ areaCode, mobile }), channel: 'mobile', scene: 'register' })
  return targets
}

/** Ten digits that tell nothing about how many users there are. */
function randomUserId(bytes: Uint8Array): string {
  const range = 9_000_000_000n
  return String(1_000_000_000n + (Buffer.from(bytes).readBigUInt64BE() % range))
}
