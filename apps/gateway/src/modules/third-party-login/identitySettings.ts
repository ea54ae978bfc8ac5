import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import {
  bindIdentity,
  identitiesOf,
  THIRD_PROVIDERS,
  unbindIdentity,
  type ThirdPartyName,
} from '../users/identityQueries.ts'
import { presentUser } from '../users/presentUser.ts'
import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { StepUp } from '../sessions/stepUp.ts'
import type { SessionIssuer } from '../sessions/createSessionIssuer.ts'
import type { ThirdPartyTickets } from './thirdPartyTickets.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })

export interface IdentitySettingsOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly stepUp: StepUp
  readonly sessionIssuer: SessionIssuer
}

/**
 * The identities of a user who is logged in: seen, added, taken away. Both changes take a step-up
 * token for `thirdParty`.
 */
export function identitySettings(
  { db, clock, stepUp, sessionIssuer }: IdentitySettingsOptions,
  { tickets }: { tickets: ThirdPartyTickets },
): RouteSpec[] {
  const write = { method: 'POST', access: 'private', signMode: '2', encrypted: true } as const
  return [
    {
      method: 'GET',
      path: '/v1/user/security/third/list',
      access: 'private',
      summary: 'The third parties that open this account.',
      handler: async (request) => identitiesOf(db, (await presentUser(db, request)).user.id),
    },
    {
      ...write,
      path: '/v1/user/security/third/bind',
      summary: 'Lets a proved identity open this account.',
      schema: {
        body: {
          type: 'object',
          required: ['token', 'verifyToken'],
          properties: { token: text(64), verifyToken: text(64) },
        },
      },
      handler: bind,
    },
    {
      ...write,
      path: '/v1/user/security/third/unbind',
      summary: 'A third party opens this account no longer.',
      schema: {
        body: {
          type: 'object',
          required: ['provider', 'verifyToken'],
          properties: { provider: { enum: THIRD_PROVIDERS }, verifyToken: text(64) },
        },
      },
      handler: unbind,
    },
  ]

  async function bind(request: GatewayRequest): Promise<object> {
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
    return {
      ...(await sessionIssuer.renew(request, { user })),
      identities: await identitiesOf(db, user.id),
    }
  }

  async function unbind(request: GatewayRequest): Promise<object> {
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
    return {
      ...(await sessionIssuer.renew(request, { user })),
      identities: await identitiesOf(db, user.id),
    }
  }
}
