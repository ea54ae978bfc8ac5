import { api, type ResponseOf } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import {
  bindIdentity,
  identitiesOf,
  unbindIdentity,
  type ThirdPartyName,
} from '../users/identityQueries.ts'
import type { ChangeReports } from '../account-security/ports/ChangeReports.ts'
import { presentUser } from '../users/presentUser.ts'
import type { User } from '../users/ports/users.ts'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import type { SessionIssuer } from '../sessions/ports/SessionIssuer.ts'
import type { ThirdPartyTickets } from './thirdPartyTickets.ts'

export interface IdentitySettingsOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly stepUp: StepUp
  readonly sessionIssuer: SessionIssuer
  readonly changes: ChangeReports
}

/**
 * The identities of a user who is logged in: seen, added, taken away. Both changes take a step-up
 * token for `thirdParty`.
 */
export function identitySettings(
  { db, clock, stepUp, sessionIssuer, changes }: IdentitySettingsOptions,
  { tickets }: { tickets: ThirdPartyTickets },
): RouteSpec[] {
  return [
    route(api.thirdParty.list, async (request) =>
      identitiesOf(db, (await presentUser(db, request)).user.id),
    ),
    route(api.thirdParty.bind, bind),
    route(api.thirdParty.unbind, unbind),
  ]

  async function bind(request: GatewayRequest): Promise<ResponseOf<typeof api.thirdParty.bind>> {
    const { user, session } = await presentUser(db, request)
    await stepUp.spend(request.body['verifyToken'], {
      sessionId: session.sessionId,
      action: 'thirdParty',
    })
    const { identity } = await tickets.take(request.body['token'])
    if ((await bindIdentity(db, { userId: user.id, identity, at: clock.now() })) === 'taken')
      throw invalidParameter(
        'token',
        'This identity opens another account already, or the account has one of this provider',
      )
    return renewed(request, user)
  }

  async function unbind(
    request: GatewayRequest,
  ): Promise<ResponseOf<typeof api.thirdParty.unbind>> {
    const { user, session } = await presentUser(db, request)
    await stepUp.spend(request.body['verifyToken'], {
      sessionId: session.sessionId,
      action: 'thirdParty',
    })
    const provider = request.body['provider'] as ThirdPartyName
    const bound = await identitiesOf(db, user.id)
    if (!bound.some((identity) => identity.provider === provider))
      throw new GatewayError('40401', 'This identity is not bound')
    if (user.passwordHash === null && bound.length === 1)
      throw invalidParameter('provider', 'This is the only way into the account')
    await unbindIdentity(db, { userId: user.id, provider })
    return renewed(request, user)
  }

  async function renewed(
    request: GatewayRequest,
    user: User,
  ): Promise<ResponseOf<typeof api.thirdParty.bind>> {
    const answer = await sessionIssuer.renew(request, { user })
    await changes.report(request, { userId: user.id, kind: 'identityChanged' })
    return { ...answer, identities: await identitiesOf(db, user.id) }
  }
}
