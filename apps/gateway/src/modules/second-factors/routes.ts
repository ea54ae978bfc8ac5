import { api, type ResponseOf } from '@x/api'
import product from '../../../../product.json' with { type: 'json' }
import { route } from '../../platform/http/contractRoute.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import type { ChangeReports } from '../account-security/ports/ChangeReports.ts'
import { presentUser } from '../users/presentUser.ts'
import { codeTargetOf } from '../verification-codes/verificationCodes.ts'
import { type SwitchedMethod, type SecondFactors } from './secondFactors.ts'
import { fromBase32, matchTotp, toBase32 } from './ports/totp.ts'
import type { User } from '../users/queries.ts'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { TotpEnrolments } from './totpEnrolments.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import type { SessionIssuer } from '../sessions/ports/SessionIssuer.ts'

const TOTP_BYTES = 20

/** What an authenticator app reads from the QR code; it shows the product's name and the user's. */
function totpUri(name: string, secret: string): string {
  const issuer = encodeURIComponent(product.name)
  const label = `${issuer}:${encodeURIComponent(name)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}`
}

export interface SecurityRoutesOptions {
  readonly db: Database
  readonly enrolments: TotpEnrolments
  readonly random: Random
  readonly clock: Pick<Clock, 'now'>
  readonly factors: SecondFactors
  readonly stepUp: StepUp
  readonly sessionIssuer: SessionIssuer
  readonly changes: ChangeReports
}

/**
 * The settings of the second factor: authenticator app, codes by mail and message. Passkeys have a
 * routes of their own.
 */
export function securityRoutes({
  db,
  enrolments,
  random,
  clock,
  factors,
  stepUp,
  sessionIssuer,
  changes,
}: SecurityRoutesOptions): RouteSpec[] {
  return [
    route(api.security.createTotp, createTotp),
    route(api.security.setSecondFactor, setFactor),
  ]

  async function createTotp(request: GatewayRequest): Promise<{ secret: string; uri: string }> {
    const { user } = await presentUser(db, request)
    const secret = toBase32(random.bytes(TOTP_BYTES))
    await enrolments.begin(user.id, secret)
    const name = user.email ?? user.mobile ?? user.id
    return {
      secret,
      uri: totpUri(name, secret),
    }
  }

  async function setFactor(
    request: GatewayRequest,
  ): Promise<ResponseOf<typeof api.security.setSecondFactor>> {
    const { user, session } = await presentUser(db, request)
    const { enabled, verifyToken, googleCode } = request.body
    const method = request.body['method'] as SwitchedMethod
    const factor =
      enabled === true
        ? await readFactor(user, { method, code: googleCode, enrolments, clock })
        : undefined
    await stepUp.spend(verifyToken, { sessionId: session.sessionId, action: 'secondFactor' })
    if (factor) await factors.enable(user.id, factor)
    else await factors.disable(user.id, method)
    await enrolments.end(user.id)
    const renewed = await sessionIssuer.renew(request, { user })
    await changes.report(request, { userId: user.id, kind: 'factorChanged' })
    return {
      ...renewed,
      secondFactors: await factors.enabled(user.id),
    }
  }
}

/** What is written for a factor; an authenticator proves first that it took the secret over. */
async function readFactor(
  user: User,
  {
    method,
    code,
    enrolments,
    clock,
  }: Pick<SecurityRoutesOptions, 'enrolments' | 'clock'> & {
    readonly method: SwitchedMethod
    readonly code: unknown
  },
): Promise<{ method: SwitchedMethod; secret: string | null; lastStep: number }> {
  if (method !== 'google') {
    codeTargetOf(user, { channel: method, scene: 'login' })
    return { method, secret: null, lastStep: 0 }
  }
  const secret = await enrolments.secretOf(user.id)
  if (!secret) throw invalidParameter('method', 'Ask for an authenticator secret first')
  const lastStep = matchTotp(String(code), {
    secret: fromBase32(secret),
    nowMs: clock.now(),
    lastStep: 0,
  })
  if (lastStep === undefined)
    throw new GatewayError('40102', 'The verification code is wrong or expired')
  return { method, secret, lastStep }
}
