import { invalidParameter, tooManyAttempts } from '../server/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../server/route.ts'
import { codeTargetOf, FACTOR_FIELDS, type FactorMethod } from './secondFactors.ts'
import { fromBase32, matchTotp, toBase32 } from './totp.ts'
import { findUser, type User } from './userRows.ts'
import type { UserServices } from './userServices.ts'

const TOKEN_MS = 600_000
const ENROL_MS = 600_000
const TRIES = 10
const TOTP_BYTES = 20

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const CODE_FIELDS = { emailCode: text(12), mobileCode: text(12), googleCode: text(12) }

/** The step-up that sensitive settings ask for, and the settings of the second factor itself. */
export function securityRoutes({ db, store, random, clock, factors }: UserServices): RouteSpec[] {
  return [
    {
      method: 'POST',
      path: '/v1/user/securityVerify',
      access: 'private',
      signMode: '2',
      encrypted: true,
      summary: 'Proves the user again with codes; the answer’s token allows one sensitive step.',
      schema: { body: { type: 'object', properties: { ...CODE_FIELDS, serialNO: text(64) } } },
      handler: securityVerify,
    },
    { method: 'POST', path: '/v1/user/security/totp/create', access: 'private', signMode: '2', summary: 'A new secret for an authenticator app, valid once confirmed.', handler: createTotp },
    {
      method: 'POST',
      path: '/v1/user/security/secondFactor',
      access: 'private',
      signMode: '2',
      summary: 'Turns a second factor of the log-in on or off.',
      schema: { body: { type: 'object', required: ['method', 'enabled', 'verifyToken'], properties: { method: { enum: Object.keys(FACTOR_FIELDS) }, enabled: { type: 'boolean' }, verifyToken: text(64), googleCode: text(12) } } },
      handler: setFactor,
    },
  ]

  async function securityVerify(request: GatewayRequest): Promise<{ verifyToken: string }> {
    const { user, sessionId } = await present(request)
    const { count, expiresInMs } = await store.increment(`step-up:tries:${user.id}`, { ttlMs: TOKEN_MS })
    if (count > TRIES) throw tooManyAttempts(expiresInMs)
    const enabled = await factors.enabled(user.id)
    // A user with an authenticator must show it; the others prove the address they registered with.
    const methods: FactorMethod[] = enabled.includes('google') ? ['google'] : user.email === null ? ['mobile'] : user.mobile === null ? ['email'] : ['email', 'mobile']
    await factors.verify(user, { fields: request.body, methods, scene: 'securityVerify' })
    await store.remove(`step-up:tries:${user.id}`)
    const verifyToken = Buffer.from(random.bytes(24)).toString('base64url')
    await store.set(`step-up:${verifyToken}`, sessionId, { ttlMs: TOKEN_MS })
    return { verifyToken }
  }

  async function createTotp(request: GatewayRequest): Promise<{ secret: string; uri: string }> {
    const { user } = await present(request)
    const secret = toBase32(random.bytes(TOTP_BYTES))
    await store.set(`totp:enrol:${user.id}`, secret, { ttlMs: ENROL_MS })
    return { secret, uri: `otpauth://totp/X:${encodeURIComponent(user.email ?? user.mobile ?? user.id)}?secret=${secret}&issuer=X` }
  }

  async function setFactor(request: GatewayRequest): Promise<{ secondFactors: readonly FactorMethod[] }> {
    const { user, sessionId } = await present(request)
    const { enabled, verifyToken, googleCode } = request.body
    const method = request.body['method'] as FactorMethod
    const factor = enabled === true ? await readFactor(user, { method, code: googleCode }) : undefined
    if ((await store.take(`step-up:${String(verifyToken)}`)) !== sessionId) throw new GatewayError('00005', 'Please verify that it is you')
    if (factor) await factors.enable(user.id, factor)
    else await factors.disable(user.id, method)
    return { secondFactors: await factors.enabled(user.id) }
  }

  /** What is written for a factor; an authenticator proves first that it took the secret over. */
  async function readFactor(user: User, { method, code }: { method: FactorMethod; code: unknown }): Promise<{ method: FactorMethod; secret: string | null; lastStep: number }> {
    if (method !== 'google') {
      codeTargetOf(user, { channel: method, scene: 'login' })
      return { method, secret: null, lastStep: 0 }
    }
    const secret = await store.get<string>(`totp:enrol:${user.id}`)
    if (!secret) throw invalidParameter('method', 'Ask for an authenticator secret first')
    const lastStep = matchTotp(String(code), { secret: fromBase32(secret), nowMs: clock.now(), lastStep: 0 })
    if (lastStep === undefined) throw new GatewayError('40102', 'The verification code is wrong or expired')
    await store.remove(`totp:enrol:${user.id}`)
    return { method, secret, lastStep }
  }

  async function present({ session }: GatewayRequest): Promise<{ user: User; sessionId: string }> {
    const user = session && (await findUser(db, session.userId))
    if (!user || !session) throw new GatewayError('401', 'Please login to visit')
    return { user, sessionId: session.sessionId }
  }
}
