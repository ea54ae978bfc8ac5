import type { LoginResult, SecondFactorRequired } from '@x/api'
import type { CaptchaGate } from '../captcha/ports/CaptchaGate.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest } from '../../platform/http/route.ts'
import type { SessionIssuer } from '../sessions/ports/SessionIssuer.ts'
import { bindIdentity, type ThirdPartyIdentity } from '../users/identityQueries.ts'
import type { Standing } from '../passwords/fairQueue.ts'
import type { KnownLogins } from '../sessions/knownLogins.ts'
import type { Attempt, LoginGuard } from './loginGuard.ts'
import { loginNameKey, readLoginName } from '../users/loginName.ts'
import type { LoginTickets } from './loginTickets.ts'
import type { Passkeys } from '../passkeys/createPasskeys.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { ReadRelyingParty } from '../../platform/http/relyingParty.ts'
import type { ChangeReports } from '../account-security/ports/ChangeReports.ts'
import type { Recovery } from '../account-security/ports/Recovery.ts'
import type { SecondFactors } from '../second-factors/secondFactors.ts'
import { findUser, findUserByLoginName, type User } from '../users/queries.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { Clock } from '@x/kit'

export interface LoginOptions {
  readonly user: User
  readonly binding?: ThirdPartyIdentity | undefined
  readonly isAgency?: boolean
}

/** The way from a first proof to a session; every kind of log-in goes it. */
export interface LoginFlow {
  /**
   * Judges login name and password, under the limits and the captcha of the log-in.
   * @throws GatewayError 40101, 40103, 42901.
   */
  authenticate(request: GatewayRequest): Promise<User>
  /** Whose first proof was good: a session, or the second factor first. */
  proceed(
    request: GatewayRequest,
    options: LoginOptions,
  ): Promise<LoginResult | SecondFactorRequired>
  /** The second factor. @throws GatewayError 40102, 42901. */
  complete(request: GatewayRequest): Promise<LoginResult>
}

export interface LoginFlowOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly guard: LoginGuard
  readonly captcha: CaptchaGate
  readonly passwords: Passwords
  readonly known: KnownLogins
  readonly tickets: LoginTickets
  readonly factors: SecondFactors
  readonly passkeys: Passkeys
  readonly sessionIssuer: SessionIssuer
  readonly relyingParty: ReadRelyingParty
  readonly recovery: Pick<Recovery, 'applyDue'>
  readonly changes: ChangeReports
}

export function createLoginFlow(options: LoginFlowOptions): LoginFlow {
  const { db, guard, captcha, passwords, known, tickets, factors, relyingParty } = options
  return {
    async authenticate({ body, address, clientKey }) {
      const name = readLoginName(String(body['loginName']), body['areaCode'])
      const account = loginNameKey(name)
      const hasPass = await captcha.spend(body['bizId'], ['login'])
      // What is refused anyway costs no look at the database: whether the device is known does not
      // matter here.
      if (!hasPass && (await guard.needsCaptcha({ account, address, isKnown: true })))
        throw captchaDue()
      const user = await findUserByLoginName(db, name)
      const isKnown = await known.has(user?.id, { address, keyId: clientKey?.keyId })
      const attempt = { account, address, isKnown, hasPass }
      return guard.inTurn(attempt, async () => {
        if (!hasPass && (await guard.needsCaptcha(attempt))) throw captchaDue()
        const isRight = await passwords.matches(String(body['pwd']), user?.passwordHash, {
          address,
          standing: standingOf(attempt),
        })
        if (!user || !isRight) {
          await guard.failed(attempt)
          throw new GatewayError('40101', 'The login name or password is wrong')
        }
        await guard.succeeded(attempt)
        // A change that waited for its time decides what is asked next.
        await options.recovery.applyDue(user.id)
        return (await findUser(db, user.id)) ?? user
      })
    },

    async proceed(request, { user, binding, isAgency = false }) {
      const methods = await factors.enabled(user.id)
      if (methods.length === 0 || user.status === 'frozen')
        return admit(request, { user, binding, isAgency, ...options })
      return demandFactor(request, { ...options, user, binding, isAgency, methods })
    },

    async complete(request) {
      const token = String(request.body['verifyToken'])
      const { userId, clientKey, challenge, binding, isAgency } = await tickets.read(token)
      const user = await findUser(db, userId)
      if (!user) throw tickets.refusal()
      await factors.verify(user, {
        fields: request.body,
        address: request.address,
        methods: await factors.enabled(user.id),
        scene: 'login',
        challenge,
        party: relyingParty(request),
      })
      await tickets.spend(token)
      return admit(
        { ...request, clientKey: request.clientKey ?? clientKey ?? undefined },
        { user, binding: binding ?? undefined, isAgency, ...options },
      )
    },
  }
}

async function admit(
  request: GatewayRequest,
  {
    user,
    binding,
    isAgency,
    db,
    clock,
    sessionIssuer,
    changes,
  }: LoginOptions & Pick<LoginFlowOptions, 'db' | 'clock' | 'sessionIssuer' | 'changes'>,
): Promise<LoginResult> {
  // A frozen account is turned away before anything is bound to it.
  if (
    binding &&
    user.status === 'active' &&
    (await bindIdentity(db, { userId: user.id, identity: binding, at: clock.now() })) === 'taken'
  ) {
    throw invalidParameter(
      'token',
      'This identity opens another account already, or the account has one of this provider',
    )
  }
  if (binding && user.status === 'active')
    await changes.report(request, { userId: user.id, kind: 'identityChanged' })
  return sessionIssuer.open(request, { user, isAgency: isAgency === true && user.isAgent })
}

/** Keeps the log-in until a second factor is shown. */
async function demandFactor(
  request: GatewayRequest,
  {
    user,
    binding,
    isAgency,
    methods,
    tickets,
    passkeys,
    relyingParty,
  }: Pick<LoginFlowOptions, 'tickets' | 'passkeys' | 'relyingParty'> &
    Pick<LoginOptions, 'user' | 'binding'> & {
      readonly isAgency: boolean
      readonly methods: Awaited<ReturnType<SecondFactors['enabled']>>
    },
): Promise<SecondFactorRequired> {
  const party = methods.includes('passkey') ? relyingParty(request) : undefined
  const challenge = party ? passkeys.challenge() : null
  const verifyToken = await tickets.issue({
    userId: user.id,
    clientKey: request.clientKey ?? null,
    challenge,
    binding: binding ?? null,
    isAgency,
  })
  if (!party || challenge === null) return { verifyToken, methods }
  return {
    verifyToken,
    methods,
    passkey: await passkeys.requestOptions({ userId: user.id, party, challenge }),
  }
}

/** Whose turn comes from which share of the queue. */
function standingOf({ isKnown, hasPass }: Attempt): Standing {
  if (isKnown) return 'known'
  return hasPass ? 'challenged' : 'unproved'
}

function captchaDue(): GatewayError {
  return new GatewayError('40103', 'Please complete the security check')
}
