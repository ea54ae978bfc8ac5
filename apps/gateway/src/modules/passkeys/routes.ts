import { api, type Passkey, type ResponseOf } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { invalidParameter, tooManyAttempts } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import type { ChangeReports } from '../account-security/ports/ChangeReports.ts'
import { presentUser } from '../users/presentUser.ts'
import type { User } from '../users/ports/users.ts'
import type { RelyingParty, ReadRelyingParty } from '../../platform/http/relyingParty.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import { type Passkeys, CEREMONY_MS } from './createPasskeys.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import type { SessionIssuer } from '../sessions/ports/SessionIssuer.ts'
import { deletePasskey } from './queries.ts'

const PER_USER = 20
const TRIES = 20
export interface PasskeyRoutesOptions {
  readonly db: Database
  readonly store: TtlStore
  readonly passkeys: Passkeys
  readonly stepUp: StepUp
  readonly sessionIssuer: SessionIssuer
  readonly relyingParty: ReadRelyingParty
  readonly changes: ChangeReports
}

/**
 * Passkeys of a user: asked for as a second factor and in a step-up (spec section 7, fido2
 * registration).
 */
export function passkeyRoutes(options: PasskeyRoutesOptions): RouteSpec[] {
  const { db, store, passkeys, stepUp, sessionIssuer, relyingParty, changes } = options
  return [
    route(api.passkeys.create, (request) => create(request, options)),
    route(api.passkeys.register, register),
    route(api.passkeys.remove, remove),
    route(api.passkeys.list, async (request) =>
      listOf((await presentUser(db, request)).user.id, { passkeys }),
    ),
  ]

  async function register(
    request: GatewayRequest,
  ): Promise<ResponseOf<typeof api.passkeys.register>> {
    const party = partyOf(request, { relyingParty })
    const { user, session } = await presentUser(db, request)
    const { count, expiresInMs } = await store.increment(`passkey:tries:${user.id}`, {
      ttlMs: CEREMONY_MS,
    })
    if (count > TRIES) throw tooManyAttempts(expiresInMs)
    const challenge = await store.take<string>(challengeKey(session.sessionId))
    if (challenge === undefined)
      throw new GatewayError('40102', 'This registration has expired, please start again')
    const { credential, label } = request.body
    const outcome = await passkeys.register({
      userId: user.id,
      response: credential,
      party,
      challenge,
      label: (typeof label === 'string' && label.trim()) || 'Passkey',
    })
    if (outcome === 'refused')
      throw invalidParameter('credential', 'The passkey could not be verified')
    if (outcome === 'taken')
      throw invalidParameter('credential', 'This passkey is registered already')
    return renewed(request, user)
  }

  async function remove(request: GatewayRequest): Promise<ResponseOf<typeof api.passkeys.remove>> {
    const { user, session } = await presentUser(db, request)
    await stepUp.spend(request.body['verifyToken'], {
      sessionId: session.sessionId,
      action: 'passkey',
    })
    const credentialId = String(request.body['credentialId'])
    if (!(await deletePasskey(db, { credentialId, userId: user.id })))
      throw new GatewayError('40401', 'This passkey does not exist')
    return renewed(request, user)
  }

  async function renewed(
    request: GatewayRequest,
    user: User,
  ): Promise<ResponseOf<typeof api.passkeys.register>> {
    const answer = await sessionIssuer.renew(request, { user })
    await changes.report(request, { userId: user.id, kind: 'factorChanged' })
    return { ...answer, passkeys: await listOf(user.id, { passkeys }) }
  }
}

function partyOf(
  request: GatewayRequest,
  { relyingParty }: Pick<PasskeyRoutesOptions, 'relyingParty'>,
): RelyingParty {
  const party = relyingParty(request)
  if (!party) throw new GatewayError('00006', 'Passkeys are not available at the moment')
  return party
}

async function listOf(
  userId: string,
  { passkeys }: Pick<PasskeyRoutesOptions, 'passkeys'>,
): Promise<Passkey[]> {
  const known = await passkeys.list(userId)
  return known.map(({ credentialId, label, isBackedUp, createdAt, usedAt }) => ({
    credentialId,
    label,
    isBackedUp,
    createdAt,
    usedAt,
  }))
}

async function create(
  request: GatewayRequest,
  { db, store, passkeys, stepUp, relyingParty }: PasskeyRoutesOptions,
): Promise<object> {
  const party = partyOf(request, { relyingParty })
  const { user, session } = await presentUser(db, request)
  if ((await passkeys.list(user.id)).length >= PER_USER)
    throw invalidParameter('credential', 'There are too many passkeys, please remove one first')
  await stepUp.spend(request.body['verifyToken'], {
    sessionId: session.sessionId,
    action: 'passkey',
  })
  const challenge = passkeys.challenge()
  await store.set(challengeKey(session.sessionId), challenge, { ttlMs: CEREMONY_MS })
  return passkeys.creationOptions({
    userId: user.id,
    userName: user.email ?? user.mobile ?? user.id,
    party,
    challenge,
  })
}

function challengeKey(sessionId: string): string {
  return `passkey:enrol:${sessionId}`
}
