import { api, type LoginResult } from '@x/api'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import { limitAddress } from '../../platform/http/addressLimit.ts'
import { route } from '../../platform/http/contractRoute.ts'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { ApiKeys } from '../api-keys/ports/ApiKeys.ts'
import type { CaptchaGate } from '../captcha/ports/CaptchaGate.ts'
import { assertAcceptablePassword, type Passwords } from '../passwords/ports/Passwords.ts'
import type { SecondFactors } from '../second-factors/ports/SecondFactors.ts'
import type { SessionIssuer } from '../sessions/ports/SessionIssuer.ts'
import type { KnownLogins, Sessions } from '../sessions/ports/Sessions.ts'
import { stopWithdrawals } from '../sessions/ports/withdrawalStop.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import {
  findUserByEmail,
  findUserByMobileAddress,
  presentUser,
  readEmail,
  readLoginName,
  setPasswordHash,
  tokenDigest,
  type User,
} from '../users/ports/users.ts'
import type {
  CodeTarget,
  VerificationCodes,
} from '../verification-codes/ports/VerificationCodes.ts'
import { endForeignAccess } from './foreignAccess.ts'
import type { Recovery } from './ports/Recovery.ts'
import type { SecurityLog } from './ports/SecurityLog.ts'
import type { SecurityMail } from './ports/SecurityMail.ts'

const TOKEN_MS = 900_000
const PER_ADDRESS_AND_HOUR = 30

export interface PasswordRoutesOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly store: TtlStore
  readonly captcha: CaptchaGate
  readonly codes: VerificationCodes
  readonly passwords: Passwords
  readonly factors: SecondFactors
  readonly sessions: Sessions
  readonly known: KnownLogins
  readonly sessionIssuer: SessionIssuer
  readonly stepUp: StepUp
  readonly securityLog: SecurityLog
  readonly securityMail: SecurityMail
  readonly recovery: Pick<Recovery, 'stopAll'>
  readonly apiKeys: Pick<ApiKeys, 'list' | 'remove'>
}

/** Change and recovery of the password (products 7). */
export function passwordRoutes(options: PasswordRoutesOptions): RouteSpec[] {
  return [
    route(api.accountSecurity.changePassword, (request) => change(request, options)),
    route(api.accountSecurity.forgotPassword, (request) => forgot(request, options)),
    route(api.accountSecurity.resetPassword, (request) => reset(request, options)),
  ]
}

async function change(
  request: GatewayRequest,
  options: PasswordRoutesOptions,
): Promise<LoginResult> {
  const { db, passwords, stepUp, sessionIssuer } = options
  const { user, session } = await presentUser(db, request)
  const password = String(request.body['pwd'])
  assertAcceptablePassword(password, { loginNames: namesOf(user) })
  await stepUp.spend(request.body['verifyToken'], {
    sessionId: session.sessionId,
    action: 'password',
  })
  const source = { address: request.address, standing: 'known' } as const
  await write(request, {
    ...options,
    user,
    passwordHash: await passwords.hash(password, source),
    kind: 'passwordChanged',
  })
  return sessionIssuer.renew(request, { user })
}

/** The same answer and, as codes leave in the background, the same time for every address. */
async function forgot(
  request: GatewayRequest,
  { db, store, captcha, codes, random }: PasswordRoutesOptions,
): Promise<{ token: string }> {
  const { body, address, headers } = request
  const target = targetOf(String(body['loginName']), body['areaCode'])
  await limitAddress(store, {
    name: 'password:forgot',
    address,
    most: PER_ADDRESS_AND_HOUR,
    ttlMs: 3_600_000,
  })
  const { bizId } = body
  if (!(await captcha.spend(bizId, ['sendCode'])))
    throw new GatewayError('40103', 'Please complete the security check')
  const user = await ownerOf(db, target)
  await codes.send(target, {
    bizId: String(bizId),
    deliver: user !== undefined && user.status === 'active',
    asker: address,
    language: headers['locale'],
  })
  const token = Buffer.from(random.bytes(24)).toString('base64url')
  await store.set(keyOf(token), target, { ttlMs: TOKEN_MS })
  return { token }
}

async function reset(request: GatewayRequest, options: PasswordRoutesOptions): Promise<null> {
  const { db, store, codes, passwords, factors, sessions, known } = options
  const { body, address } = request
  const key = keyOf(String(body['token']))
  const target = await store.get<CodeTarget>(key)
  if (!target) throw refused()
  const password = String(body['pwd'])
  assertAcceptablePassword(password, { loginNames: [target.to.split('@', 1)[0] ?? ''] })
  const given = body[`${target.channel}Code`]
  if (given === undefined)
    throw malformedParameter(`${target.channel}Code`, 'A verification code is missing')
  await codes.check(target, given, { guesser: address })
  const user = await ownerOf(db, target)
  if (!user || user.status !== 'active') throw refused()
  assertAcceptablePassword(password, { loginNames: namesOf(user) })
  const source = { address, standing: 'challenged' } as const
  const passwordHash = await passwords.hash(password, source)
  // Only who holds the code of the address learns that there is an authenticator too.
  if ((await factors.enabled(user.id)).includes('google'))
    await factors.verify(user, {
      fields: body,
      address,
      methods: ['google'],
      scene: 'resetPassword',
      challenge: null,
      party: undefined,
    })
  await codes.spend(target)
  await store.remove(key)
  await write(request, { ...options, user, passwordHash, kind: 'passwordReset' })
  await endForeignAccess(request, options, { userId: user.id, since: 0 })
  await sessions.endOthers(user.id, { keep: '' })
  await known.forget(user.id)
  return null
}

/** The password, the hold that it costs, and the reports of it. */
async function write(
  request: GatewayRequest,
  {
    db,
    clock,
    securityLog,
    securityMail,
    recovery,
    user,
    passwordHash,
    kind,
  }: Pick<PasswordRoutesOptions, 'db' | 'clock' | 'securityLog' | 'securityMail' | 'recovery'> & {
    readonly user: User
    readonly passwordHash: string
    readonly kind: 'passwordChanged' | 'passwordReset'
  },
): Promise<void> {
  await db.transaction(async (tx) => {
    await setPasswordHash(tx, { id: user.id, passwordHash })
    await stopWithdrawals(tx, { userId: user.id, now: clock.now() })
  })
  // Who knew the old password may have asked for what waits.
  await recovery.stopAll(user.id)
  await securityLog.record(request, { userId: user.id, kind })
  await securityMail.announce(request, {
    userId: user.id,
    scene: 'passwordChanged',
    isHeld: true,
  })
}

/**
 * Where the code goes. By the name alone, never by what accounts there are, so that nothing of the
 * answer depends on them. @throws GatewayError 40010
 */
function targetOf(text: string, areaCode: unknown): CodeTarget {
  const name = readLoginName(text, areaCode)
  if (name.kind === 'email')
    return { to: readEmail(name.email, 'loginName'), channel: 'email', scene: 'resetPassword' }
  if (!name.isWhole || !/^\d{5,19}$/.test(name.digits))
    throw malformedParameter('areaCode', 'The area code of the number is missing')
  return { to: `+${name.digits}`, channel: 'mobile', scene: 'resetPassword' }
}

const ownerOf = async (
  db: Database,
  { to, channel }: Pick<CodeTarget, 'to' | 'channel'>,
): Promise<User | undefined> =>
  channel === 'email' ? findUserByEmail(db, to) : findUserByMobileAddress(db, to)

/** What a password must not hold. */
const namesOf = ({ email, mobile }: User): readonly string[] => [
  email?.split('@', 1)[0] ?? '',
  mobile ?? '',
]

const keyOf = (token: string) => `password:reset:${tokenDigest(token)}`

const refused = () => new GatewayError('40102', 'The verification code is wrong or expired')
