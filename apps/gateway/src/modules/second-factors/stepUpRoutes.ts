import { api, type StepUpChallenge } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { tooManyAttempts } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import { presentUser } from '../users/presentUser.ts'
import type { FactorMethod, SecondFactors } from './secondFactors.ts'
import type { PendingStepUp, StepUpAction, StepUp } from '../sessions/ports/StepUp.ts'
import type { User } from '../users/queries.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { Passkeys } from '../passkeys/createPasskeys.ts'
import type { ReadRelyingParty } from '../../platform/http/relyingParty.ts'

const WINDOW_MS = 600_000
const TRIES = 10
const BEGUN = 30

export interface StepUpRoutesOptions {
  readonly db: Database
  readonly store: TtlStore
  readonly factors: SecondFactors
  readonly passkeys: Passkeys
  readonly stepUp: StepUp
  readonly relyingParty: ReadRelyingParty
}

/**
 * The step-up that sensitive changes ask for: begun for one action, proved with codes or a passkey,
 * used once.
 */
export function stepUpRoutes({
  db,
  store,
  factors,
  passkeys,
  stepUp,
  relyingParty,
}: StepUpRoutesOptions): RouteSpec[] {
  return [route(api.security.beginStepUp, begin), route(api.security.proveStepUp, prove)]

  async function begin(request: GatewayRequest): Promise<StepUpChallenge> {
    const { user, session } = await presentUser(db, request)
    const { count, expiresInMs } = await store.increment(`step-up:begun:${user.id}`, {
      ttlMs: WINDOW_MS,
    })
    if (count > BEGUN) throw tooManyAttempts(expiresInMs)
    const action = request.body['action'] as StepUpAction
    const methods = await methodsOf(user, { factors })
    const party = methods.includes('passkey') ? relyingParty(request) : undefined
    const challenge = party ? passkeys.challenge() : null
    const serialNO = await stepUp.begin({ sessionId: session.sessionId, action, challenge })
    if (!party || challenge === null) return { serialNO, methods }
    return {
      serialNO,
      methods,
      passkey: await passkeys.requestOptions({ userId: user.id, party, challenge }),
    }
  }

  async function prove(
    request: GatewayRequest,
  ): Promise<{ verifyToken: string; action: StepUpAction }> {
    const { user, session } = await presentUser(db, request)
    const { count, expiresInMs } = await store.increment(`step-up:tries:${user.id}`, {
      ttlMs: WINDOW_MS,
    })
    if (count > TRIES) throw tooManyAttempts(expiresInMs)
    const { serialNO } = request.body
    const pending: PendingStepUp =
      typeof serialNO === 'string'
        ? await stepUp.read(serialNO, session)
        : { sessionId: session.sessionId, action: 'secondFactor', challenge: null }
    await factors.verify(user, {
      fields: request.body,
      address: request.address,
      methods: await methodsOf(user, { factors }),
      scene: 'securityVerify',
      challenge: pending.challenge,
      party: relyingParty(request),
    })
    await store.remove(`step-up:tries:${user.id}`)
    return {
      verifyToken: await stepUp.prove(
        typeof serialNO === 'string' ? serialNO : await stepUp.begin(pending),
      ),
      action: pending.action,
    }
  }
}

/**
 * Who has a passkey or an authenticator must show one; the others prove an address they
 * registered with.
 */
async function methodsOf(
  user: User,
  { factors }: Pick<StepUpRoutesOptions, 'factors'>,
): Promise<FactorMethod[]> {
  const strong = (await factors.enabled(user.id)).filter(
    (method) => method === 'passkey' || method === 'google',
  )
  if (strong.length > 0) return strong
  const addresses: FactorMethod[] = []
  if (user.email !== null) addresses.push('email')
  if (user.mobile !== null) addresses.push('mobile')
  if (addresses.length === 0)
    throw new GatewayError('40301', 'Please do this from your main account')
  return addresses
}
